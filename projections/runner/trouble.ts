import type { LoggedEvent } from '#platform/event-log'
import { isMongoAway } from '#platform/mongodb'
import type { Fault } from './port.ts'

// Database errors by class: connection (08), resources (53), shut down or cancelled (57), retry (40), system (58); 25P03: was paused.
const PASSING = /^(08|25P03|40|53|57|58)/

/** Whether trying again later may help. What is left is a mistake in the program or an event it can't read. */
export function passes(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isMongoAway(error)) return true
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (syscall !== undefined) return true
  if (typeof code === 'string') return PASSING.test(code)
  return /connection|timeout/i.test(error.message) && error.name === 'Error'
}

export function faultOf({ event }: LoggedEvent, error: unknown): Fault {
  const { name, code, stack } = error instanceof Error ? (error as Error & { code?: unknown }) : { name: typeof error }
  const at = /([^/\\\s]+:\d+:\d+)\)?$/m.exec(stack ?? '')?.[1] ?? ''
  const problem = [name, code === undefined ? '' : `(${String(code)})`, at && `at ${at}`].filter(Boolean).join(' ')
  return { event: event.id, stream: event.stream, revision: event.revision, type: event.type, problem }
}
