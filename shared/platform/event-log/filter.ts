import type { StoredEvent } from '#domain/kernel'
import type { LogFilter } from './port.ts'

/** Whether a filter lets an event through, as the adapters' queries decide it. */
export function passes({ type, stream }: StoredEvent, { types, streamPrefixes }: LogFilter = {}): boolean {
  return (!types || types.includes(type)) && (!streamPrefixes || streamPrefixes.some((prefix) => stream.startsWith(prefix)))
}
