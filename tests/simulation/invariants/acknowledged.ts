import type { PackCommand, PackFact } from '#domain/pack'
import { recordedKey } from '../../../command-api/edge/request-origin.ts'
import type { Acknowledged } from '../client.ts'
import type { Folded, Say } from './folded.ts'

/** Acknowledged events are there, once, in one piece, and by the person who asked. */
export function checkAcknowledged(acknowledged: readonly Acknowledged[], { recorded: events, revision }: Folded, say: Say): void {
  const places = new Map<string, number[]>()
  for (const [at, { meta }] of events.entries()) if (meta.key) places.set(meta.key.id, [...(places.get(meta.key.id) ?? []), at])
  // Whether or not anybody received it.
  for (const at of places.values()) {
    const names = [...new Set(at.map((one) => events[one]!.fact.type))].join(', ')
    if (at.at(-1)! - at[0]! !== at.length - 1) say(`what led to ${names} was carried out twice`)
    if (new Set(at.map((one) => `${events[one]!.meta.correlation} ${events[one]!.meta.time}`)).size > 1)
      say(`what led to ${names} was carried out in two parts`)
  }
  for (const { key, principal, what, changed, revision: answered, facts, seen, known } of acknowledged) {
    if (answered < known) say(`${what} was answered as of revision ${answered}, though ${known} had been told before it was asked for`)
    if (answered > revision) say(`${what} was acknowledged at revision ${answered}, which is not there`)
    const at = places.get(recordedKey(key)) ?? []
    if (changed && at.length === 0) say(`${what} was acknowledged and is lost`)
    if (changed && facts !== null && facts !== at.length) say(`${what} led to ${at.length} events, and ${facts} were told of`)
    const missed =
      changed && seen !== null && ENDS.has(what) ? events.slice(seen + 1, at[0]).filter(({ fact }) => SIGNING.has(fact.type)) : []
    if (missed.length > 0) say(`${what} was done on what somebody saw before ${missed[0]!.fact.type}`)
    if (at.some((one) => events[one]!.meta.actor.principal !== principal)) say(`${what} stands there as somebody else's`)
  }
}

/** The person who ends a round must have seen who had signed in it. */
const ENDS: ReadonlySet<string> = new Set<PackCommand['do']>(['RevertToSetup', 'MarkAsComplete', 'TrashPack'])
const SIGNING: ReadonlySet<PackFact['type']> = new Set(['SignatoryCompleted', 'SignatoryRejected'])
