import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PackCommand, type PackState, setUpOf } from '#domain/pack'
import { browserDesks } from '../support/lossy-line.ts'
import { modelServer } from '../support/model-server.ts'
import { memoryBrowser } from '../support/outbox.ts'
import { after, id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pack = inSetup()
const [box, setsUp] = [id(), id()]
const PLACED = { document: pack.document, assignee: pack.anna, page: 0, x: 50_000, width: 100_000, height: 20_000 } as const
const view = after(
  pack.view,
  { do: 'PlaceField', field: box, type: 'check', ...PLACED, y: 60_000, group: 'answer' },
  { do: 'PlaceField', field: setsUp, type: 'signer_setup', ...PLACED, y: 200_000 },
  { do: 'SetDelegatedSetup', field: setsUp, role: 'Witness' },
)

const methods = (view: PackState) => Object.values(view.settings.methods)
const grouped = ({ fields }: PackState) => [fields[box]!.group, fields[box]!.exclusive]
const setUp = ({ fields }: PackState) => Object.values(setUpOf(fields[setsUp]!))
const boxOf = ({ fields }: PackState) => [fields[box]!.x, fields[box]!.y, fields[box]!.width, fields[box]!.height]
const notified = ({ signatories }: PackState) => Object.values(signatories.find(({ uuid }) => uuid === pack.ben)!.notified)

const parts: readonly {
  readonly what: string
  readonly mine: PackCommand
  readonly theirs: PackCommand
  readonly of: (view: PackState) => readonly unknown[]
  readonly both: readonly unknown[]
  /** With mine undone. */
  readonly undone: readonly unknown[] | null
}[] = [
  {
    what: 'how a signature may be made',
    mine: { do: 'SetSigningMethods', drawn: false },
    theirs: { do: 'SetSigningMethods', uploaded: false },
    of: methods,
    both: [false, true, false],
    undone: null,
  },
  {
    what: 'what a signer is told of',
    mine: { do: 'SwitchNotifications', signatory: pack.ben, about: 'signing', on: false },
    theirs: { do: 'SwitchNotifications', signatory: pack.ben, about: 'viewing', on: false },
    of: notified,
    both: [false, false],
    undone: null,
  },
  {
    what: 'a group of boxes',
    mine: { do: 'GroupField', field: box, group: 'term' },
    theirs: { do: 'GroupField', field: box, exclusive: true },
    of: grouped,
    both: ['term', true],
    undone: ['answer', true],
  },
  {
    what: 'whom a field has set up',
    mine: { do: 'SetDelegatedSetup', field: setsUp, role: 'Guarantor' },
    theirs: { do: 'SetDelegatedSetup', field: setsUp, identification: true },
    of: setUp,
    both: ['Guarantor', true],
    undone: ['Witness', true],
  },
  {
    what: 'where a field stands and how large it is',
    mine: { do: 'ResizeField', field: box, width: 140_000, height: 30_000 },
    theirs: { do: 'MoveField', field: box, page: 0, x: 90_000, y: 70_000 },
    of: boxOf,
    both: [90_000, 70_000, 140_000, 30_000],
    undone: [90_000, 70_000, 100_000, 20_000],
  },
]

describe.each(parts)('of two who change different parts of $what in the same moment', ({ mine, theirs, of, both, undone }) => {
  test('each has theirs kept, and undoing takes back only one’s own', async () => {
    const server = modelServer(view)
    const browsers = new Map(['anna', 'ben'].map((user) => [user, memoryBrowser()]))
    const desks = browserDesks(server, (user) => browsers.get(user)!)
    desks.open(0, 'anna')
    desks.open(1, 'ben')
    await vi.advanceTimersByTimeAsync(0)
    const pages = [desks.at(0)!.session, desks.at(1)!.session]
    expect(of(view)).not.toEqual(both)
    expect(pages[0]!.step([mine])).toEqual([])
    expect(pages[1]!.step([theirs])).toEqual([])
    // Both are on their way before either arrives.
    await vi.advanceTimersByTimeAsync(3_000)
    desks.heal()
    await vi.advanceTimersByTimeAsync(10_000)
    const shown = () => [server.now(), ...pages.map((page) => page.view())].map(of)
    expect(shown()).toEqual([both, both, both])
    if (undone) {
      pages[0]!.history.undo()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(shown()).toEqual([undone, undone, undone])
      pages[0]!.history.redo()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(shown()).toEqual([both, both, both])
    }
    desks.close()
  })
})
