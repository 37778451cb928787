import { expect, test } from 'vitest'
import type { PackCommand } from '#domain/pack'
import { SAVE } from '../../../web/live/limits.ts'
import { type Pace, type Pending, targetOf } from '../../../web/live/pending.ts'
import { NOTHING_SAVED, nextStep, pollRetry, retryDelay, type SaveState } from '../../../web/live/schedule.ts'
import { id } from '../support/pack.ts'

const PACK = id()
const [SIGNER, FIELD, DOCUMENT] = [id(), id(), id()]
let counter = 0
function change(command: PackCommand, at: number, more: Partial<Pending> & { pace?: Pace } = {}): Pending {
  counter += 1
  const target = targetOf(command, PACK)!
  return {
    id: counter,
    command,
    target,
    pace: 'settled',
    at,
    since: at,
    took: false,
    merged: 0,
    alone: false,
    left: false,
    sent: false,
    acknowledged: null,
    ...more,
  }
}
const rename = (at: number) => change({ do: 'RenamePack', name: 'Lease' }, at)
const named = (at: number, more = {}) => change({ do: 'NameSignatory', signatory: SIGNER, name: 'Anna' }, at, { pace: 'typing', ...more })
const moved = (at: number, field = FIELD) => change({ do: 'MoveField', field, page: 0, x: 1, y: 1 }, at)
const placed = (at: number, field = FIELD) =>
  change({ do: 'PlaceField', field, document: DOCUMENT, type: 'text', assignee: null, page: 0, x: 0, y: 0, width: 1, height: 1 }, at)

const waits = (pending: readonly Pending[], now: number, save: SaveState = NOTHING_SAVED) => {
  const step = nextStep(pending, save, now)
  return step.step === 'wait' ? step.until - now : step.step
}

test('[D-525 D-567] the document is saved 250 ms after its last change', () => {
  expect(waits([rename(1000)], 1000)).toBe(250)
  expect(waits([rename(1000), rename(1200)], 1200)).toBe(250)
  expect(nextStep([rename(1000)], NOTHING_SAVED, 1250)).toMatchObject({ step: 'send', kind: 'document', keys: [PACK] })
})

test('[D-568] a forced save of the document waits 100 ms', () => {
  expect(waits([rename(1000)], 1000, { ...NOTHING_SAVED, forcedAt: 1000 })).toBe(100)
})

test('[D-565] moving and resizing are saved after 1 s; placing and deleting at once', () => {
  expect(waits([moved(1000)], 1000)).toBe(1000)
  expect(waits([change({ do: 'ResizeField', field: FIELD, x: 0, y: 0, width: 5, height: 5 }, 1000)], 1000)).toBe(1000)
  expect(waits([placed(1000)], 1000)).toBe('send')
  expect(waits([change({ do: 'RemoveField', field: FIELD }, 1000)], 1000)).toBe('send')
})

test('[D-571 D-572] a signer is saved 500 ms after a detail that is being edited, else after 2 s', () => {
  expect(waits([named(1000)], 1000)).toBe(500)
  expect(waits([change({ do: 'SetSignatoryOptional', signatory: SIGNER, optional: true }, 1000)], 1000)).toBe(2000)
})

test('what a page that is gone left is saved at once', () => {
  expect(waits([named(1000, { left: true })], 1000)).toBe('send')
  expect(waits([{ ...rename(1000), left: true }], 1000)).toBe('send')
})

test('[D-574] the tenth debounce of a signer forces the save', () => {
  expect(waits([named(1000, { merged: 9 })], 1000)).toBe(500)
  expect(waits([named(1000, { merged: 10 })], 1000)).toBe('send')
})

test('[D-575] a signer whose save finds one of theirs on its way is tried again after 3 s', () => {
  const busy: SaveState = { ...NOTHING_SAVED, busy: { kind: 'signatory', keys: [SIGNER] } }
  const again = named(1000)
  expect(nextStep([again], busy, 1500)).toEqual({ step: 'collide', key: SIGNER })
  const found: SaveState = { ...NOTHING_SAVED, foundBusy: { [SIGNER]: 1500 } }
  expect(waits([again], 1500, found)).toBe(3000)
})

test('[D-573] a signer is tried again after 50 ms times the retries; the rest doubles and never gives up', () => {
  expect([1, 2, 3].map((n) => retryDelay('signatory', n))).toEqual([50, 100, 150])
  expect([1, 2, 3].map((n) => retryDelay('field', n))).toEqual([500, 1000, 2000])
  expect(retryDelay('field', 100)).toBe(SAVE.retryAtMost)
})

test('[D-526] nothing else goes out while a call is on its way', () => {
  const busy: SaveState = { ...NOTHING_SAVED, busy: { kind: 'field', keys: [FIELD] } }
  expect(nextStep([rename(0), placed(0), moved(0)], busy, 60_000)).toEqual({ step: 'idle' })
})

test('[D-477] at most 100 fields go in one call', () => {
  const many = Array.from({ length: 230 }, () => placed(1000, id()))
  const first = nextStep(many, NOTHING_SAVED, 1000)
  expect(first.step === 'send' && first.keys.length).toBe(100)
})

test('document and signers go before the fields that need them, whatever their own delays', () => {
  const all = [placed(1000), named(1000), rename(1000)]
  expect(nextStep(all, NOTHING_SAVED, 1000)).toMatchObject({ kind: 'document' })
  expect(nextStep(all.slice(0, 2), NOTHING_SAVED, 1000)).toMatchObject({ kind: 'signatory' })
  // A field that is only moved waits for its own time while another is due.
  const two = nextStep([placed(1000), moved(1000, id())], NOTHING_SAVED, 1000)
  expect(two.step === 'send' && two.keys).toEqual([FIELD])
})

test('an order that names a new signer follows that signer', () => {
  const order = change({ do: 'SetSigningOrder', steps: [[SIGNER]] }, 1000)
  const added = change({ do: 'AddSignatory', signatory: SIGNER }, 1000)
  // The order is due long before the signer would be.
  expect(nextStep([added, order], NOTHING_SAVED, 1250)).toMatchObject({ kind: 'signatory' })
  expect(nextStep([order], NOTHING_SAVED, 1250)).toMatchObject({ kind: 'document' })
})

test('changes to a field go before its removal, and together with it', () => {
  const [move, removal] = [moved(1000), change({ do: 'RemoveField', field: FIELD }, 1100)]
  expect(nextStep([move, removal], NOTHING_SAVED, 1100)).toMatchObject({ step: 'send', keys: [FIELD], changes: [move] })
  expect(nextStep([{ ...move, sent: true }, removal], NOTHING_SAVED, 1100)).toMatchObject({ keys: [FIELD], changes: [removal] })
})

test('the removal of a signatory goes after changes to fields meanwhile, though that could wait longer', () => {
  const goes = change({ do: 'RemoveSignatory', signatory: SIGNER, withFields: true }, 1000)
  const move = moved(2500)
  expect(waits([goes, move], 2500)).toBe(500)
  expect(nextStep([goes, move], NOTHING_SAVED, 3000)).toMatchObject({ step: 'send', kind: 'field', keys: [FIELD], changes: [move] })
  expect(nextStep([goes, { ...move, sent: true }], NOTHING_SAVED, 3000)).toMatchObject({ kind: 'signatory', changes: [goes] })
})

test('a poll without an answer is asked again soon, then ever later, never later than usual, and not by all at once', () => {
  expect([1, 2, 3].map((failures) => pollRetry(failures, 30_000, 1))).toEqual([2000, 4000, 8000])
  expect(pollRetry(1, 30_000, 0)).toBe(1000)
  expect(pollRetry(50, 30_000, 1)).toBe(30_000)
})

test('[D-569 D-570] the words of a supporting document are saved 1 s after the last of them, all else of it 1 ms after it changed', () => {
  const [appendix, at] = [id(), 10_000]
  const described = (when: number, description = 'The rules') =>
    change({ do: 'DescribeAppendix', appendix, description }, when, { pace: 'typing' })
  expect(waits([described(at)], at)).toBe(1_000)
  expect(waits([described(at), described(at + 600, 'The rules of the house')], at + 600)).toBe(1_000)
  expect(waits([described(at)], at + 1_000)).toBe('send')
  expect(waits([change({ do: 'SetAppendixRequired', appendix, required: false }, at)], at)).toBe(1)
  expect(waits([change({ do: 'DescribeAppendix', appendix, description: 'The rules' }, at)], at)).toBe(1)
  // A person who stops editing has their text saved at once.
  expect(waits([described(at)], at + 10, { ...NOTHING_SAVED, forcedAt: at + 10 })).toBe('send')
})

test('a custom field is saved 1 s after its last change', () => {
  const [customField, at] = [id(), 10_000]
  const typed = (value: string, when: number) => change({ do: 'SetCustomField', customField, value }, when)
  expect(waits([typed('0', at)], at)).toBe(1_000)
  expect(waits([typed('0', at), typed('03', at + 700)], at + 700)).toBe(1_000)
})

test('ticks, and what decides which of them exclude each other, go out one after the other, all else together', () => {
  const [box, other] = [id(), id()]
  const tick = (field: string) => change({ do: 'FillField', field, by: 'self', value: 'checked' }, 1000)
  const group = (field: string, exclusive: boolean) => change({ do: 'GroupField', field, group: 'answer', exclusive }, 1000)
  const described = change({ do: 'DescribeField', field: other, description: 'Heating' }, 1000)
  const made = [tick(box), described, tick(other), group(other, false), group(box, false), tick(box)]
  expect(callsOf(made)).toEqual([made.slice(0, 3), made.slice(3, 5), made.slice(5)])
})

test('what fields are called by themselves is saved in the order in which they were called so', () => {
  const [first, second] = [id(), id()]
  const retyped = (field: string) => change({ do: 'RetypeField', field, type: 'choice' }, 1000)
  const described = (field: string) => change({ do: 'DescribeField', field, description: 'Town' }, 1000)
  const made = [described(first), retyped(second), retyped(first), described(second)]
  expect(callsOf(made)).toEqual([made.slice(0, 2), made.slice(2)])
  const inTurn = [described(first), retyped(first), retyped(second), described(second)]
  expect(callsOf(inTurn)).toEqual([inTurn])
})

test('a lock goes out after earlier changes to fields, and not in one record with them', () => {
  const at = -SAVE.document
  const moved = change({ do: 'MoveField', field: id(), page: 0, x: 1, y: 1 }, at)
  const [unlock, rename, lock] = [
    change({ do: 'UnlockFields' }, at),
    change({ do: 'RenamePack', name: 'Lease' }, at),
    change({ do: 'LockFields' }, at),
  ]
  expect(callsOf([unlock, rename, moved, lock])).toEqual([[unlock, rename], [moved], [lock]])
})

test('what a field is made into twice goes out twice, and later changes not before it', () => {
  const [field, other] = [id(), id()]
  const retyped = (type: 'choice' | 'text') => change({ do: 'RetypeField', field, type }, 0)
  const described = (of: string) => change({ do: 'DescribeField', field: of, description: 'Heating' }, 0)
  const made = [described(field), retyped('choice'), described(other), retyped('text'), described(other)]
  expect(callsOf(made)).toEqual([made.slice(0, 3), made.slice(3)])
})

/** All of them, one call after the other. */
function callsOf(made: readonly Pending[]): readonly (readonly Pending[])[] {
  const calls: (readonly Pending[])[] = []
  for (let left = made; left.length > 0; ) {
    const step = nextStep(left, NOTHING_SAVED, 1000)
    if (step.step !== 'send') throw new Error(step.step)
    calls.push(step.changes)
    left = left.filter((each) => !step.changes.includes(each))
  }
  return calls
}
