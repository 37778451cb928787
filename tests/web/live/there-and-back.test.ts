import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand } from '#domain/pack'
import { browserDesks } from '../support/lossy-line.ts'
import { modelServer } from '../support/model-server.ts'
import { memoryBrowser } from '../support/outbox.ts'
import { after, id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { view: empty, document, anna } = inSetup()
const [comb, box, other, choice] = [id(), id(), id(), id()]
const placed = { document, page: 0, x: 50_000, width: 100_000, height: 20_000 } as const
const view = after(
  empty,
  { ...placed, do: 'PlaceField', field: comb, type: 'text', y: 100_000, assignee: anna, layout: { as: 'comb', cells: 8 } },
  { ...placed, do: 'PlaceField', field: box, type: 'check', y: 200_000, assignee: anna, group: 'answer', exclusive: false },
  { ...placed, do: 'PlaceField', field: other, type: 'check', y: 300_000, assignee: anna, group: 'answer', exclusive: false },
  { ...placed, do: 'PlaceField', field: choice, type: 'choice', y: 400_000, assignee: anna, options: ['30 days', '60 days'] },
  { do: 'FillField', field: box, by: 'self', value: 'checked' },
  { do: 'FillField', field: other, by: 'self', value: 'checked' },
  { do: 'FillField', field: choice, by: 'self', value: '60 days' },
)
const exclusive: PackCommand = { do: 'GroupField', field: box, group: 'answer', exclusive: true }

const ways: readonly { readonly says: string; readonly changes: readonly PackCommand[] }[] = [
  {
    says: 'a field that became a choice and a text again, and has no cells any more',
    changes: [
      { do: 'RetypeField', field: comb, type: 'choice' },
      { do: 'RetypeField', field: comb, type: 'text' },
    ],
  },
  {
    says: 'a choice whose options did not hold what was chosen, and do again',
    changes: [
      { do: 'SetFieldOptions', field: choice, options: ['30 days'] },
      { do: 'SetFieldOptions', field: choice, options: ['30 days', '60 days'] },
    ],
  },
  {
    says: 'a group of which one box might be ticked, and may both again',
    changes: [exclusive, { ...exclusive, exclusive: false }],
  },
  {
    says: 'a box whose tick took another one’s, and is gone',
    changes: [
      exclusive,
      { do: 'FillField', field: other, by: 'self', value: 'checked' },
      { do: 'FillField', field: box, by: 'self', value: 'checked' },
      { do: 'FillField', field: box, by: 'self', value: 'unchecked' },
    ],
  },
]

test.each(ways)('$says, all before any of it was saved, is saved as it was shown', async ({ changes }) => {
  const server = modelServer(view)
  const browser = memoryBrowser()
  const desks = browserDesks(server, () => browser)
  desks.open(0, 'anna')
  await vi.advanceTimersByTimeAsync(0)
  desks.heal()
  const { session } = desks.at(0)!
  const looks = () => [comb, box, other, choice].map((key) => pick(session.view().fields[key]!))
  const before = looks()
  for (const change of changes) expect(session.do(change)).toBeNull()
  const meant = looks()
  expect(meant).not.toEqual(before)
  for (let ms = 0; ms < 10_000; ms += 50) {
    await vi.advanceTimersByTimeAsync(50)
    expect(looks()).toEqual(meant)
  }
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  expect([comb, box, other, choice].map((key) => pick(server.now().fields[key]!))).toEqual(meant)
  desks.close()
})

const pick = ({ type, value, options, layout, group, exclusive }: (typeof view.fields)[string]) => ({
  ...{ type, value, options, layout, group, exclusive },
})
