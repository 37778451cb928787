import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Outcome } from './run.ts'
import type { Script } from './script.ts'

/** A script as one word, which plays the same story again. */
export const wordFor = (script: Script) => deflateRawSync(JSON.stringify(script)).toString('base64url')
export const scriptOf = (word: string) => JSON.parse(inflateRawSync(Buffer.from(word, 'base64url')).toString('utf8')) as Script

/** What happened, in order: what befell the machines, and what came to be in the log. */
export function traceOf({ script, stored }: Outcome): readonly string[] {
  const faults = script.faults.map(({ at, kind, ...how }) => ({ at, says: `fault: ${kind} ${JSON.stringify(how)}` }))
  const events = stored.map(({ at, stream, event }) => ({
    at,
    says: `${stream.slice(0, 4)}…${stream.slice(-4)} ${event.revision} ${event.type}`,
  }))
  return [...faults, ...events].sort((a, b) => a.at - b.at).map(({ at, says }) => `${(at / 1_000).toFixed(3).padStart(12)} s  ${says}`)
}
