import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initial, type PackState, type ReplayStep, replayed } from '#domain/pack'
import { having, idOf, packInSetup, place } from '#tests/pack'
import { createFilm } from '../../../web/features/replay/film.ts'

const LENGTH = 1_000
const world = having(packInSetup('ann'), place('price', 'text', 'ann'))
let looked = 0
/** A long history of a field that is moved about. A step says when somebody folds it. */
const steps: readonly ReplayStep[] = Array.from({ length: LENGTH }, (_, revision) => {
  const event = world.events[revision]
  const { time, actor } = (event ?? world.events.at(-1)!).meta
  const moved = { type: 'FieldMoved', data: { field: idOf('price'), page: 0, x: revision * 100, y: 20_000 } } as const
  const shown = { fact: event?.fact ?? moved, principal: actor.principal, time }
  return {
    revision,
    change: null,
    get told() {
      looked++
      return shown
    },
  }
})
const plain: PackState[] = []
for (const step of steps) plain.push(replayed(plain.at(-1) ?? initial, step))

test('any moment of a film is what folding all before it gives, in whatever order they are asked for and however much is there yet', () => {
  const moments = fc.array(fc.nat(LENGTH - 1), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: LENGTH }), (asked, first) => {
      const film = createFilm()
      film.add(steps.slice(0, first))
      for (const at of asked) if (at < first) expect(film.at(at)).toEqual(plain[at])
      film.add(steps.slice(first))
      for (const at of asked) expect(film.at(at)).toEqual(plain[at])
    }),
    { numRuns: 40, seed: 6 },
  )
})

test('once it was seen, a jump folds a few dozen events however long the history is', () => {
  const film = createFilm()
  film.add(steps)
  film.at(LENGTH - 1)
  const folds = (at: number) => {
    looked = 0
    film.at(at)
    return looked
  }
  for (const at of [500, 3, 999, 640, 63, 64, 127, 998]) expect(folds(at)).toBeLessThanOrEqual(64)
  // One step further is one step.
  film.at(700)
  expect(folds(701)).toBe(1)
})
