import { expect, test, vi } from 'vitest'
import type * as Pack from '#domain/pack'
import { viewDigest } from '#domain/pack'
import { having, idOf, packSentTo, signedBy } from '#tests/pack'
import { visitsOf } from '../../../command-api/replay/visits.ts'

/** What a later version of this program might show a signer: less than was shown then. */
let later: ((state: Pack.PackState) => Pack.PackState) | null = null
vi.mock('#domain/pack', async (original) => {
  const pack = await original<typeof Pack>()
  return {
    ...pack,
    viewDigest: ((state, ...more) => pack.viewDigest(later === null ? state : later(state), ...more)) satisfies typeof pack.viewDigest,
  }
})

test('a visit whose view comes out otherwise by a later version’s rules is said not to match, and so is what was signed', async () => {
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
  const moments = {
    stateAt: async () => visited.state,
    events: async (_: string, from: number, limit: number) => events.slice(from, from + limit),
  }
  const found = async () => (await visitsOf(moments, idOf('pack'))).map(({ kind, matches }) => [kind, matches])
  const kinds = ['visit', 'signed']
  expect(await found()).toEqual(kinds.map((kind) => [kind, true]))
  later = (state) => ({ ...state, signatories: state.signatories.map((one) => ({ ...one, role: '' })), name: 'Otherwise' })
  expect(await found()).toEqual(kinds.map((kind) => [kind, false]))
})
