import { evolve, initial, liveSignatories, viewDigest } from '#domain/pack'
import type { PackHistory } from './pack-history.ts'

export interface Visit {
  readonly signatory: string
  readonly revision: number
  readonly date: string
  readonly kind: 'visit' | 'signed'
  /** Digest of the view they were given, or signed, as it was recorded then. */
  readonly view: string
  /** Whether the same digest comes out now; null where somebody who stood in the view had their data deleted since. */
  readonly matches: boolean | null
}

const PAGE = 500

/** Every time somebody was shown the pack or signed it, with the view's digest computed again from the events before. */
export async function visitsOf(moments: PackHistory, pack: string): Promise<readonly Visit[]> {
  const visits: (Visit & { readonly named: readonly string[] })[] = []
  const erased = new Set<string>()
  let state = initial
  // What somebody signs is what they saw before all that signing brings with it (their dates, then their status): one request's events.
  let seen = { correlation: '', state }
  for (let from = 0; ; from += PAGE) {
    const events = await moments.events(pack, from, PAGE)
    for (const { revision, fact, meta } of events) {
      if (seen.correlation !== meta.correlation) seen = { correlation: meta.correlation, state }
      state = evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
      if (fact.type === 'PersonErased') for (const person of fact.data.people) erased.add(person)
      if (fact.type !== 'PackVisited' && fact.type !== 'SignatoryCompleted') continue
      const { signatory, view } = fact.data
      const kind = fact.type === 'PackVisited' ? 'visit' : 'signed'
      const named = liveSignatories(seen.state).map(({ uuid }) => uuid)
      visits.push({ signatory, revision, date: meta.time, kind, view, matches: viewDigest(seen.state, signatory) === view, named })
    }
    if (events.length < PAGE) break
  }
  return visits.map(({ named, ...visit }) => (named.some((uuid) => erased.has(uuid)) ? { ...visit, matches: null } : visit))
}
