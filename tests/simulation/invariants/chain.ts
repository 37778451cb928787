import { hash as hashOf } from 'node:crypto'
import type { StoredEvent } from '#domain/kernel'
import type { Say } from './folded.ts'

/** Recomputed here, from the format as docs/events.md has it, by code that shares nothing with the codec. */
export function checkChain(stored: readonly StoredEvent[], say: Say): void {
  let prev = ''
  for (const [at, event] of stored.entries()) {
    const { id, stream, revision, type, version, data, meta } = event
    const hash = hashOf('sha256', canonical({ id, stream, revision, type, version, data, meta, prev: event.prev }), 'buffer')
    const same = [hash.toString('base64url'), hash.toString('hex')].includes(event.hash)
    if (revision !== at) say(`event ${at} bears revision ${revision}`)
    if (event.prev !== prev) say(`event ${at} is not chained to the one before it`)
    if (!same) say(`event ${at} does not have its hash`)
    prev = event.hash
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key]
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${members}}`
}
