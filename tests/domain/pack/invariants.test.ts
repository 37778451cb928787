import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initial, isTurnOf, linkIsAlive, type PackState, pack } from '#domain/pack'
import type { World } from '#tests/pack'
import { histories } from '#tests/pack-histories'

/** Every state of a history, with the fact that came next. */
function steps({ events }: World) {
  let state: PackState = initial
  return events.map(({ fact, meta, revision }) => {
    const before = state
    state = pack.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
    return { before, fact, after: state }
  })
}
const every = (holds: (world: World) => void) => fc.assert(fc.property(histories, holds), { numRuns: 200, seed: 11 })

test('a pack is completed at most once, and nobody signs, fills in or rejects afterwards', () => {
  every((world) => {
    const types = world.events.map(({ fact }) => fact.type)
    const completed = types.indexOf('PackCompleted')
    if (completed < 0) return
    const acted = new Set(['PackCompleted', 'SignatoryCompleted', 'SignatoryRejected', 'FieldFilled', 'FieldCleared', 'RevertedToSetup'])
    expect(types.slice(completed + 1).filter((type) => acted.has(type))).toEqual([])
  })
})

test('nobody finishes or fills in out of turn', () => {
  every((world) => {
    for (const { before, fact } of steps(world)) {
      const who = fact.type === 'SignatoryCompleted' ? fact.data.signatory : fact.type === 'FieldFilled' ? fact.data.by : null
      if (who !== null) expect(isTurnOf(before, who) && before.status === 'awaiting_signatures').toBe(true)
    }
  })
})

test('links live only while their signer may still act', () => {
  every(({ state }) => {
    for (const { uuid, links, status } of state.signatories) {
      if (links.length > 0) expect([state.status, state.trashed, status]).toEqual(['awaiting_signatures', null, 'awaiting_signatures'])
      for (const { link } of links) expect(linkIsAlive(state, uuid, link)).toBe(true)
    }
  })
})

test('a signer is asked once by each request, and only when it is their turn', () => {
  every((world) => {
    const asked = new Set<string>()
    for (const { before, fact } of steps(world)) {
      if (fact.type !== 'SignatureRequestQueued') continue
      const { signatory, request, because } = fact.data
      if (because === 'resent') expect(isTurnOf(before, signatory)).toBe(true)
      if (because !== 'address-corrected') expect(asked.has(`${signatory} ${request}`)).toBe(false)
      asked.add(`${signatory} ${request}`)
    }
  })
})

test('a stretch folded at once ends as one folded event by event, and what it began with stays as it was', () => {
  every(({ events }) => {
    const half = Math.floor(events.length / 2)
    const fold = (from: PackState, part: World['events'], copied?: Set<object>) =>
      part.reduce(
        (state, { fact, meta: { time, actor }, revision }) =>
          pack.evolve(state, fact, { time, revision, principal: actor.principal, ...(copied && { copied }) }),
        from,
      )
    const begun = fold(initial, events.slice(0, half))
    const asItWas = structuredClone(begun)
    const copied = new Set<object>()
    const atOnce = fold(begun, events.slice(half), copied)
    expect(atOnce).toEqual(fold(begun, events.slice(half)))
    expect(begun).toEqual(asItWas)
    // Not at each of their events.
    expect(copied.size).toBeLessThan(2)
    expect(Object.keys(atOnce.fields)).toEqual(atOnce.fieldOrder)
  })
})

test('the histories go everywhere: what these laws say is not said of nothing', () => {
  const seen = new Map<string, number>()
  for (const { events } of fc.sample(histories, { numRuns: 200, seed: 11 })) {
    for (const type of new Set(events.map(({ fact }) => fact.type))) seen.set(type, (seen.get(type) ?? 0) + 1)
  }
  for (const type of [
    'SignatoryCompleted',
    'PackCompleted',
    'PackRejected',
    'DocumentRejected',
    'RevertedToSetup',
    'PackTrashed',
    'SigningLinkIssued',
    'PackVisited',
  ]) {
    expect([type, (seen.get(type) ?? 0) >= 10]).toEqual([type, true])
  }
})
