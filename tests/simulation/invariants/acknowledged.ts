import type { Acknowledged } from '../client.ts'
import type { Folded, Say } from './folded.ts'

/** What was acknowledged is there, once, in one piece, and by whom it was asked. */
export function checkAcknowledged(acknowledged: readonly Acknowledged[], { events, revision }: Folded, say: Say): void {
  for (const { key, principal, commands, changed, revision: told } of acknowledged) {
    const name = commands.map((command) => command.do).join(', ')
    if (told > revision) say(`${name} was acknowledged at revision ${told}, which is not there`)
    const places = events.flatMap(({ meta }, at) => (meta.key?.id === key ? [at] : []))
    if (changed && places.length === 0) say(`${name} was acknowledged and is lost`)
    if (places.length > 0 && places.at(-1)! - places[0]! !== places.length - 1) say(`${name} was carried out twice`)
    if (places.some((at) => events[at]!.meta.actor.principal !== principal)) say(`${name} stands there as somebody else's`)
    const ids = new Set(events.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1).map(({ meta }) => `${meta.correlation} ${meta.time}`))
    if (ids.size > 1) say(`${name} was carried out in two parts`)
  }
}
