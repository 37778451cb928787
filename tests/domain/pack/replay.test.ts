import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Audience,
  evolve,
  initial,
  mayReplay,
  type PackState,
  replayed,
  replayedView,
  replaySteps,
  signatoryOf,
  type Who,
} from '#domain/pack'
import { PERMISSIONS } from '#domain/workspace'
import { creator, idOf, packInSetup, packSentTo, type World, workspace } from '#tests/pack'
import { histories, PARTS, secretValue } from '#tests/pack-histories'

const team: Who = { as: 'team', user: creator, workspace, permissions: new Set(PERMISSIONS) }
const eyesOf = (part: string): Audience => ({ of: 'signatory', signatory: idOf(part) })
const AUDIENCES: readonly Audience[] = [{ of: 'team' }, ...PARTS.map(eyesOf)]

function* states({ events }: World): Generator<PackState> {
  let state = initial
  for (const { fact, meta, revision } of events) {
    state = evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
    yield state
  }
}
// The time of the last change comes from the events one received, and their number.
const withoutTimes = (state: PackState) =>
  JSON.parse(JSON.stringify(state), (key, value) => (key === 'updated' || key === 'moved' ? null : value))

test('folding the steps of a replay gives at every event what that audience saw then, from whichever event it begins', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (world, seed) => {
      const all = [...states(world)]
      const from = seed % world.events.length
      for (const audience of AUDIENCES) {
        const before = all[from - 1] ?? initial
        let view = before.exists ? replayedView(before, world.state, audience, team) : initial
        for (const step of replaySteps(before, world.events.slice(from), world.state, audience, team)) {
          view = replayed(view, step)
          expect(withoutTimes(view)).toEqual(withoutTimes(replayedView(all[step.revision]!, world.state, audience, team)))
        }
      }
    }),
    { numRuns: 60, seed: 6 },
  )
})

test('replaying a signer’s view tells the team nothing that they typed and have not finished with', () => {
  fc.assert(
    fc.property(histories, (world) => {
      for (const part of PARTS) {
        if (signatoryOf(world.state, idOf(part))?.status === 'complete') continue
        for (const audience of AUDIENCES) {
          expect(JSON.stringify([...replaySteps(initial, world.events, world.state, audience, team)])).not.toContain(secretValue(part))
        }
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('[D-423] the team replays once the pack has left setup, a signer only themselves, strangers nothing', () => {
  const { state } = packSentTo('first', 'second')
  const first: Who = { as: 'signatory', signatory: idOf('first'), link: idOf('link first'), inPerson: false }
  expect(mayReplay(state, team, { of: 'team' })).toBe(true)
  expect(mayReplay(state, team, eyesOf('second'))).toBe(true)
  expect(mayReplay(state, team, eyesOf('nobody'))).toBe(false)
  expect(mayReplay(packInSetup('first').state, team, { of: 'team' })).toBe(false)
  expect(mayReplay(state, first, eyesOf('first'))).toBe(true)
  expect(mayReplay(state, first, eyesOf('second'))).toBe(false)
  expect(mayReplay(state, first, { of: 'team' })).toBe(false)
  expect(mayReplay(state, { ...team, user: idOf('stranger'), workspace: idOf('elsewhere') }, { of: 'team' })).toBe(false)
  expect(mayReplay(state, team, { of: 'everything' })).toBe(false)
})
