import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackCommand, PackState } from '#domain/pack'
import { onePage } from '../support/lossy-line.ts'
import { after, id, inSetup } from '../support/pack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pack = inSetup()
const PLACED = { document: pack.document, type: 'text', page: 0, x: 50_000, y: 60_000, width: 100_000, height: 20_000 } as const
const there = id()
const added = id()
const gone = id()
const view = after(
  pack.view,
  { do: 'PlaceField', field: there, assignee: pack.ben, ...PLACED },
  { do: 'PlaceField', field: gone, assignee: pack.ben, ...PLACED, y: 200_000 },
  { do: 'RemoveField', field: gone },
)

const move: PackCommand = { do: 'MoveField', field: there, page: 1, x: 70_000, y: 80_000 }
const resize: PackCommand = { do: 'ResizeField', field: there, x: 50_000, y: 60_000, width: 120_000, height: 30_000 }
const describe: PackCommand = { do: 'DescribeField', field: there, description: 'As in the lease' }
const name: PackCommand = { do: 'NameSignatory', signatory: pack.ben, name: 'Ben Ahmadi' }

const ways: readonly { readonly says: string; readonly changes: readonly PackCommand[]; readonly removal: PackCommand }[] = [
  { says: 'a field that was moved', changes: [move], removal: { do: 'RemoveField', field: there } },
  { says: 'a field that was sized and described', changes: [resize, describe], removal: { do: 'RemoveField', field: there } },
  {
    says: 'a field that was only just placed',
    changes: [{ do: 'PlaceField', field: added, assignee: pack.anna, ...PLACED, y: 300_000 }],
    removal: { do: 'RemoveField', field: added },
  },
  {
    says: 'a field that was brought back and moved',
    changes: [
      { do: 'RestoreField', field: gone },
      { do: 'MoveField', field: gone, page: 1, x: 70_000, y: 80_000 },
    ],
    removal: { do: 'RemoveField', field: gone },
  },
  { says: 'a signer who was named', changes: [name], removal: { do: 'RemoveSignatory', signatory: pack.ben, withFields: true } },
  { says: 'a signer whose field was moved', changes: [move], removal: { do: 'RemoveSignatory', signatory: pack.ben, withFields: true } },
  {
    says: 'a signer who was only just added',
    changes: [
      { do: 'AddSignatory', signatory: added, role: 'Witness' },
      { do: 'NameSignatory', signatory: added, name: 'Mira Castell' },
    ],
    removal: { do: 'RemoveSignatory', signatory: added, withFields: true },
  },
]

test.each(ways)('$says and taken away before any of it was saved is there as it was, once that is undone', async ({ changes, removal }) => {
  const { server, session, meant, close } = await takenAway(changes, removal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  expect(shown(server.now())).toEqual(shown(session.view()))
  expect(shown(server.now())).not.toEqual(meant)

  session.history.undo()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
  expect(shown(server.now())).toEqual(meant)
  close()
})

test.each(ways)(
  '$says and taken away, and brought back before any of it was saved, is seen as it was from then on',
  async ({ changes, removal }) => {
    const { server, session, meant, close } = await takenAway(changes, removal)
    expect(shown(session.view())).not.toEqual(meant)
    session.history.undo()
    const seen: unknown[] = []
    session.subscribe(() => seen.push(shown(session.view())))
    for (let ms = 0; ms < 10_000; ms += 50) {
      await vi.advanceTimersByTimeAsync(50)
      seen.push(shown(session.view()))
    }
    expect(seen).toEqual(seen.map(() => meant))
    expect(session.store.saved).toEqual({ state: 'saved', waiting: 0 })
    expect(shown(server.now())).toEqual(meant)
    close()
  },
)

/** Somebody does it all at once; `meant`: what they saw before it was taken away. */
async function takenAway(changes: readonly PackCommand[], removal: PackCommand) {
  const { server, session, close } = await onePage(view)
  expect(session.step(changes)).toEqual([])
  const meant = shown(session.view())
  expect(session.step([removal])).toEqual([])
  return { server, session, meant, close }
}

/** What is to be seen of fields and signers. */
function shown({ fields, signatories }: PackState) {
  const live = Object.values(fields).filter(({ removed }) => !removed)
  return {
    fields: live.map(({ key, page, x, y, width, height, description, assignee }) => [
      key,
      page,
      x,
      y,
      width,
      height,
      description,
      assignee,
    ]),
    signers: signatories.filter(({ removed }) => !removed).map(({ uuid, role, name }) => [uuid, role, name]),
  }
}
