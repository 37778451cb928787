import { describe, expect, test } from 'vitest'
import { bulkSendUpdate, bulkSend as record } from '#contract/bulk-sends'
import {
  BULK_SEND_REFUSALS,
  BULK_SEND_TYPES,
  type BulkSendActor,
  type BulkSendFact,
  bulkSend,
  type Check,
  commandsOfClone,
  countersOf,
  EMPTY_MAPPING,
  mayRemind,
  ownPins,
  pinsOf,
  rowsWanted,
} from '#domain/bulk-send'
import { pack } from '#domain/pack'
import { given, NOW } from '../support/given.ts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [WORKSPACE, USER, LIST, TEMPLATE] = [id(1), id(2), id(3), id(4)]
const MANAGES = ['can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents', 'can_revert_document_status']
const member: BulkSendActor = { as: 'team', workspace: WORKSPACE, permissions: new Set(MANAGES) }
const process: BulkSendActor = { as: 'process' }

const created: BulkSendFact = {
  type: 'BulkSendCreated',
  data: { workspace: WORKSPACE, creator: USER, description: 'Renewals', from: null },
}
const withList: BulkSendFact = { type: 'BulkSendListChosen', data: { list: LIST } }
const withTemplate: BulkSendFact = { type: 'BulkSendTemplateChosen', data: { template: TEMPLATE } }
const ready = given(bulkSend, created, withList, withTemplate)
const pins = { list: 'l', template: 't', day: '2026-03-02', ...ownPins(ready.state) }
const check: Check = { key: 'r', state: 'done', pins, rows: 3, withProblems: 2 }
const activate = { do: 'ActivateBulkSend', user: USER, report: null, check, pins, hasSameRows: true } as const
const activateAfter = (changed: Partial<Check>) => ({ ...activate, check: { ...check, ...changed } })
const activated: BulkSendFact = { type: 'BulkSendActivated', data: { run: 1, user: USER, report: 'r', pins, rows: 3 } }
const active = given(bulkSend, created, withList, withTemplate, activated)
const undoneByUser: BulkSendFact = { type: 'BulkSendUndone', data: { user: USER } }
const paused = given(bulkSend, created, withList, withTemplate, activated, { type: 'BulkSendPaused', data: { because: 'asked' } })

describe('the state of a bulk send', () => {
  test('[W-098 W-099] is setup at first, active once activated and paused once paused, and nothing else', () => {
    const statusAfter = (...facts: readonly BulkSendFact[]) => given(bulkSend, created, ...facts).state.status
    const deleted: BulkSendFact = { type: 'BulkSendDeleted', data: {} }
    expect(statusAfter()).toBe('setup')
    expect([ready, active, paused].map(({ state }) => state.status)).toEqual(['setup', 'active', 'paused'])
    expect([statusAfter(activated, deleted), statusAfter(deleted)]).toEqual(['active', 'setup'])
    expect(statusAfter(activated, { type: 'BulkSendPaused', data: { because: 'undone' } }, undoneByUser)).toBe('paused')
    expect(record.shape.status.options).toEqual(['setup', 'active', 'paused'])
  })

  test('changes from setup and from paused to active, pinned to the report', () => {
    expect(ready.when(activate, member)).toEqual([activated])
    expect(paused.when({ ...activateAfter({ key: 'r2' }), report: 'r2' }, member)).toMatchObject([
      { type: 'BulkSendActivated', data: { run: 2, report: 'r2' } },
    ])
  })

  test('two activations at once are one, and another report does not replace what runs', () => {
    expect(active.when(activate, member)).toEqual([])
    expect(active.when({ ...activate, report: 'r' }, member)).toEqual([])
    for (const other of [{ ...activate, report: 'other' }, activateAfter({ key: 'other' }), { ...activate, check: null }]) {
      expect(active.when(other, member)).toEqual({ refused: 'bulk-send-is-active' })
    }
  })

  test('changes from paused to active over the rows that its documents were made from alone, corrected or not', () => {
    const now = { ...pins, list: 'replaced' }
    const corrected = { ...activateAfter({ key: 'r2', pins: now }), pins: now }
    const replaced = { ...corrected, hasSameRows: false }
    expect(paused.when(corrected, member)).toMatchObject([{ type: 'BulkSendActivated', data: { run: 2, pins: now } }])
    expect(paused.when(replaced, member)).toEqual({ refused: 'bulk-send-list-replaced' })
    expect(BULK_SEND_REFUSALS['bulk-send-list-replaced'].says).toMatch(/another list, and clone/)
    expect(ready.when(replaced, member)).toMatchObject([{ type: 'BulkSendActivated', data: { run: 1 } }])
  })

  test('[W-103] pauses while fewer documents are created than it has rows, and not once all are', () => {
    expect(active.when({ do: 'PauseBulkSend', created: 2 }, member)).toEqual([{ type: 'BulkSendPaused', data: { because: 'asked' } }])
    expect(active.when({ do: 'PauseBulkSend', created: 3 }, member)).toEqual({ refused: 'bulk-send-all-created' })
    expect(ready.when({ do: 'PauseBulkSend', created: 0 }, member)).toEqual({ refused: 'bulk-send-not-active' })
  })

  test('[W-114] does not change where there is no template or no list', () => {
    expect(given(bulkSend, created, withList).when(activate, member)).toEqual({ refused: 'bulk-send-without-template' })
    expect(given(bulkSend, created, withTemplate).when(activate, member)).toEqual({ refused: 'bulk-send-without-list' })
    expect(BULK_SEND_REFUSALS['bulk-send-without-template'].says).toBe('No template defined for this batch send')
    expect(BULK_SEND_REFUSALS['bulk-send-without-list'].says).toBe('No data chosen this batch send')
  })

  test('does not become active where anything changed after the dry run, and says what', () => {
    const changed = (what: string) => ({ refused: 'bulk-send-changed', slots: { what } })
    const afterwards = (...facts: readonly BulkSendFact[]) =>
      given(bulkSend, created, withList, withTemplate, ...facts).when(activate, member)
    const mapping = { ...EMPTY_MAPPING, name: 'x' }
    const rule = { field: 'plan', operator: 'equal to', value: 'A' } as const
    // Between the moment its pins were read and the append, too.
    expect(afterwards({ type: 'BulkSendMappingChanged', data: { template: TEMPLATE, mapping } })).toEqual(changed('the mapping'))
    expect(afterwards({ type: 'BulkSendTypeChosen', data: { type: 'create' } })).toEqual(changed('what each row becomes'))
    expect(afterwards({ type: 'BulkSendFilterChanged', data: { filter: [rule] } })).toEqual(changed('the filter'))
    const now = (moved: Partial<typeof pins>) => ready.when({ ...activate, pins: { ...pins, ...moved } }, member)
    expect(now({ list: 'l2', template: 't2' })).toEqual(changed('the list, the template'))
    expect(now({ day: '2026-03-03' })).toEqual(changed('the day'))
    expect(afterwards({ type: 'BulkSendRowLeftOut', data: { row: 2, import: LIST } })).toEqual(changed('the rows left out'))
  })

  test('is pinned to the day where a rule of its filter depends on it, and only there', () => {
    const filtered = (operator: 'in' | 'equal to') => ({ ...ready.state, filter: [{ field: 'renewal', operator, value: '10' }] })
    const version = { revision: 1, columns: [], format: { decimal: '.', dates: 'day-month' }, imports: [], corrections: [] } as const
    const dayOf = (state: typeof ready.state) => pinsOf(state, { template: pack.initial, version, day: '2026-03-02' }).day
    expect([dayOf(ready.state), dayOf(filtered('equal to')), dayOf(filtered('in'))]).toEqual([null, null, '2026-03-02'])
  })

  test('leaves out a row of a file, and no row of that number in another; takes it in again; not while it runs', () => {
    const [FILE, OTHER] = [id(7), id(8)]
    const leaveOut = { do: 'LeaveOutBulkSendRow', row: 3, import: FILE, isMade: false } as const
    const leftOut: BulkSendFact = { type: 'BulkSendRowLeftOut', data: { row: 3, import: FILE } }
    expect(ready.when(leaveOut, member)).toEqual([leftOut])
    expect(ready.when({ ...leaveOut, isMade: true }, member)).toEqual({ refused: 'bulk-send-row-made' })
    expect(active.when(leaveOut, member)).toEqual({ refused: 'bulk-send-is-active' })
    expect(paused.when(leaveOut, member)).toEqual([leftOut])
    const without = given(bulkSend, created, withList, leftOut)
    expect(without.when(leaveOut, member)).toEqual([])
    expect(without.when({ do: 'TakeInBulkSendRow', row: 3 }, member)).toEqual([{ type: 'BulkSendRowTakenIn', data: { row: 3 } }])
    expect(ready.when({ do: 'TakeInBulkSendRow', row: 3 }, member)).toEqual([])
    const of = (key: string) => ({
      revision: 1,
      columns: [],
      format: { decimal: '.', dates: 'day-month' } as const,
      imports: [{ key, rows: 5, last: 6 }],
      corrections: [],
    })
    expect(rowsWanted(without.state, of(FILE)).without).toEqual([3])
    expect(rowsWanted(without.state, of(OTHER)).without).toEqual([])
    expect(given(bulkSend, created, withList, leftOut, withList).state.leftOut.size).toBe(0)
  })

  test('does not become active before its last check is done, nor where no row of it can be sent', () => {
    const refused = (command: Parameters<typeof ready.when>[0]) => ready.when(command, member)
    expect(refused({ ...activate, check: null })).toEqual({ refused: 'bulk-send-not-checked' })
    for (const state of ['waiting', 'running'] as const) {
      expect(refused(activateAfter({ state }))).toEqual({ refused: 'bulk-send-check-unfinished' })
    }
    expect(refused(activateAfter({ state: 'failed' }))).toEqual({ refused: 'bulk-send-check-failed' })
    expect(refused({ ...activate, report: 'before' })).toEqual({ refused: 'bulk-send-checked-again' })
    expect(refused(activateAfter({ rows: 0, withProblems: 0 }))).toEqual({ refused: 'bulk-send-without-rows' })
    expect(refused(activateAfter({ withProblems: 3 }))).toEqual({ refused: 'bulk-send-without-good-rows' })
  })
})

test('[W-118] its type is create_and_send or create', () => {
  expect(ready.state.type).toBe('create_and_send')
  expect(ready.when({ do: 'ChooseBulkSendType', type: 'create' }, member)).toHaveLength(1)
  const stored = (type: string) => () => bulkSend.codec.upcast('BulkSendTypeChosen', 1, { type })
  for (const type of ['create_and_send', 'create']) expect(stored(type)).not.toThrow()
  expect(stored('send')).toThrow()
  expect(BULK_SEND_TYPES).toEqual(['create_and_send', 'create'])
  expect(record.shape.bulk_send_type.options).toEqual(BULK_SEND_TYPES)
  const isTaken = (bulk_send_type: string) => bulkSendUpdate.safeParse({ key: 'new', bulk_send_type }).success
  expect(['create_and_send', 'create', 'send'].map(isTaken)).toEqual([true, true, false])
})

test('[W-108] in setup a linked list shows how many rows match, and no document', () => {
  const counts = { created: 5, completed: 2, awaiting: 3 }
  expect(countersOf(ready.state, counts, 9)).toEqual({ documents: 9, created: 0, completed: 0, awaiting: 0, failed: 0 })
  expect(countersOf(active.state, counts, 9)).toEqual({ documents: 3, ...counts, failed: 0 })
})

test('[W-135 W-136] reminders go out for sent documents, more than two days after the last run', () => {
  const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString()
  const days = 2 * 86_400_000
  expect(mayRemind(active.state, later(days))).toBe(false)
  expect(mayRemind(active.state, later(days + 1))).toBe(true)
  expect(mayRemind(ready.state, later(days + 1))).toBe(false)
  const again = { ...active.state, run: { ...active.state.run!, number: 2, since: later(1) } }
  expect([days + 1, days + 2].map((ms) => mayRemind(again, later(ms)))).toEqual([false, true])
  const createdOnly = given(bulkSend, created, withList, withTemplate, { type: 'BulkSendTypeChosen', data: { type: 'create' } }, activated)
  expect(mayRemind(createdOnly.state, later(days + 1))).toBe(false)
})

test('is configured in setup alone, and cloned afterwards with all its settings', () => {
  const change = { do: 'ChooseBulkSendList', list: id(9) } as const
  expect(ready.when(change, member)).toHaveLength(1)
  expect(paused.when(change, member)).toEqual({ refused: 'bulk-send-not-in-setup' })
  const filter = [{ field: 'plan', operator: 'equal to' as const, value: 'A' }]
  const source = given(bulkSend, created, withList, withTemplate, { type: 'BulkSendFilterChanged', data: { filter } }, activated)
  const clone: BulkSendFact[] = []
  for (const command of commandsOfClone(source.state)) {
    clone.push(...(given(bulkSend, created, ...clone).when(command, member) as readonly BulkSendFact[]))
  }
  const { list, template, filter: taken, status, run } = given(bulkSend, created, ...clone).state
  expect({ list, template, taken, status, run }).toEqual({ list: LIST, template: TEMPLATE, taken: filter, status: 'setup', run: null })
})

test('a failed row says why once, and can be retried alone', () => {
  const fail = { do: 'RecordRowFailed', row: 88, because: 'refused', refusal: 'no-email' } as const
  const failed: BulkSendFact = { type: 'BulkSendRowFailed', data: { row: 88, because: 'refused', refusal: 'no-email' } }
  expect(active.when(fail, process)).toEqual([failed])
  const after = given(bulkSend, created, withList, withTemplate, activated, failed)
  expect(after.when(fail, process)).toEqual([])
  expect(after.when({ do: 'RetryBulkSendRow', row: 88, user: USER }, member)).toEqual([
    { type: 'BulkSendRowRetried', data: { row: 88, user: USER } },
  ])
  expect(active.when({ do: 'RetryBulkSendRow', row: 88, user: USER }, member)).toEqual({ refused: 'bulk-send-row-not-failed' })
})

test('an active one is paused before it is deleted, and a deleted one is restored as it was', () => {
  expect(active.when({ do: 'DeleteBulkSend', created: 2 }, member)).toEqual({ refused: 'bulk-send-is-active' })
  expect(paused.when({ do: 'DeleteBulkSend', created: 2 }, member)).toEqual([{ type: 'BulkSendDeleted', data: {} }])
  // It has nothing left to do, and cannot be paused any more.
  expect(active.when({ do: 'DeleteBulkSend', created: 3 }, member)).toEqual([{ type: 'BulkSendDeleted', data: {} }])
  const deleted = given(bulkSend, created, { type: 'BulkSendDeleted', data: {} })
  expect(deleted.when({ do: 'DescribeBulkSend', description: 'x' }, member)).toEqual({ refused: 'bulk-send-missing' })
  expect(deleted.when({ do: 'RestoreBulkSend' }, member)).toEqual([{ type: 'BulkSendRestored', data: {} }])
})

test('undoing stops it for good', () => {
  const undone = active.when({ do: 'UndoBulkSend', user: USER }, member)
  expect(undone).toEqual([
    { type: 'BulkSendPaused', data: { because: 'undone' } },
    { type: 'BulkSendUndone', data: { user: USER } },
  ])
  const after = given(bulkSend, created, withList, withTemplate, activated, ...(undone as readonly BulkSendFact[]))
  expect(after.when(activateAfter({ key: 'r2' }), member)).toEqual({ refused: 'bulk-send-undone' })
})

test('one that runs is taken over from the member in whose name it runs, and no other is', () => {
  const over = (from: string, to: string) => ({ do: 'TakeOverBulkSend', from, to }) as const
  const taken = given(bulkSend, created, withList, withTemplate, activated, { type: 'BulkSendTakenOver', data: { from: USER, to: id(9) } })
  expect(taken.state).toMatchObject({ status: 'active', creator: USER, run: { ...active.state.run, user: id(9) } })
  expect(taken.when(over(USER, id(9)), process)).toEqual([])
  expect(taken.when(over(id(9), id(7)), process)).toHaveLength(1)
  for (const other of [ready, paused]) expect(other.when(over(USER, id(9)), process)).toEqual([])
})

test('managing bulk sends needs all three permissions, in its own workspace; processes only record', () => {
  const command = { do: 'DescribeBulkSend', description: 'x' } as const
  expect(ready.when(command, member)).toHaveLength(1)
  const refused = { refused: 'bulk-send-not-permitted' }
  for (const missing of MANAGES) {
    const permissions = new Set(MANAGES.filter((one) => one !== missing))
    const asked = missing === 'can_revert_document_status' ? ({ do: 'UndoBulkSend', user: USER } as const) : command
    expect(ready.when(asked, { as: 'team', workspace: WORKSPACE, permissions })).toEqual(refused)
  }
  expect(ready.when(command, { as: 'team', workspace: id(8), permissions: new Set(MANAGES) })).toEqual(refused)
  expect(ready.when(command, process)).toEqual(refused)
  expect(active.when({ do: 'StopBulkSend', because: 'list-changed' }, member)).toEqual(refused)
  expect(active.when({ do: 'StopBulkSend', because: 'list-changed' }, process)).toHaveLength(1)
  const over = { do: 'TakeOverBulkSend', from: USER, to: id(9) } as const
  expect(active.when(over, member)).toEqual(refused)
  expect(active.when(over, process)).toEqual([{ type: 'BulkSendTakenOver', data: { from: USER, to: id(9) } }])
})
