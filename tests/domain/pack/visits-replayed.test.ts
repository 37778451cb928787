import { expect, test } from 'vitest'
import { type PackFact, viewDigest } from '#domain/pack'
import { having, idOf, packSentTo, signedBy } from '#tests/pack'
import { visitsOf } from '../../../command-api/replay/visits.ts'

test('a visit whose view comes out otherwise by a later version’s rules is said not to match, and so is a signed view', async () => {
  const first = idOf('first')
  const visited = having(packSentTo('first'), (world) => ({
    do: 'RecordVisit',
    signatory: first,
    visit: idOf('a visit'),
    link: world.state.signatories[0]!.links[0]!.link,
    view: viewDigest(world.state, first),
  }))
  // Each as a request of its own, as visits and signatures are.
  const events = signedBy(visited, 'first').events.map((event, at) => ({ ...event, meta: { ...event.meta, correlation: String(at) } }))
  /** What a later version of this program might read in the same events. */
  let later = (fact: PackFact) => fact
  const moments = {
    stateAt: async () => visited.state,
    events: async (_: string, from: number, limit: number) =>
      events.slice(from, from + limit).map((event) => ({ ...event, fact: later(event.fact) })),
  }
  const found = async () => (await visitsOf(moments, idOf('pack'))).map(({ kind, matches }) => [kind, matches])
  const kinds = ['visit', 'signed']
  expect(await found()).toEqual(kinds.map((kind) => [kind, true]))
  later = (fact) => (fact.type === 'SignatoryNamed' ? { ...fact, data: { ...fact.data, name: 'Otherwise' } } : fact)
  expect(await found()).toEqual(kinds.map((kind) => [kind, false]))
})
