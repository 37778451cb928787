import type { Decision, Refused } from '#domain/kernel'
import type { BulkSendFact, Pins } from './events.ts'
import { changedSince, ownPins, PINNED_NAMES, type Pinned } from './pins.ts'
import type { BulkSendRefusalCode } from './refusals.ts'
import type { BulkSend } from './state.ts'

/** The last dry run of a bulk send. */
export interface Check {
  readonly key: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** null before it begins. */
  readonly pins: Pins | null
  readonly rows: number
  readonly withProblems: number
}
export interface ActivateBulkSend {
  readonly do: 'ActivateBulkSend'
  readonly user: string
  /** The report that was confirmed; null: the last one. */
  readonly report: string | null
  readonly check: Check | null
  /** As they are now. */
  readonly pins: Pins
  /** The list has the rows that it had at the last activation, corrected or not. */
  readonly hasSameRows: boolean
}

/** What the dry run checked is what goes out. Rows with problems fail when it is their turn. */
export function activate(
  { user, report, check, pins: now, hasSameRows }: ActivateBulkSend,
  state: BulkSend,
): Decision<BulkSendFact, BulkSendRefusalCode> {
  if (state.undone) return { refused: 'bulk-send-undone' }
  // Two of them at once, or one whose answer was lost: the first counts.
  if (state.status === 'active') return state.run?.report === (report ?? check?.key) ? [] : { refused: 'bulk-send-is-active' }
  if (state.template === null) return { refused: 'bulk-send-without-template' }
  if (state.list === null) return { refused: 'bulk-send-without-list' }
  // A document is known by the number of its row: another row of that number would be left out.
  if (state.run !== null && !hasSameRows) return { refused: 'bulk-send-list-replaced' }
  if (check === null || check.pins === null) return checkRefusal(check, []) ?? { refused: 'bulk-send-check-unfinished' }
  if (report !== null && report !== check.key) return { refused: 'bulk-send-checked-again' }
  // Mapping and filter may have changed since `now` was read.
  const refusal = checkRefusal(check, changedSince(check.pins, { ...now, ...ownPins(state) }))
  if (refusal) return refusal
  const run = (state.run?.number ?? 0) + 1
  return [{ type: 'BulkSendActivated', data: { run, user, report: check.key, pins: check.pins, rows: check.rows } }]
}

/** Why nothing can be sent as this check found it. */
export function checkRefusal(
  check: Pick<Check, 'state' | 'rows' | 'withProblems'> | null,
  changed: readonly Pinned[],
): Refused<BulkSendRefusalCode> | null {
  if (check === null) return { refused: 'bulk-send-not-checked' }
  if (check.state === 'failed') return { refused: 'bulk-send-check-failed' }
  if (check.state !== 'done') return { refused: 'bulk-send-check-unfinished' }
  if (changed.length > 0) return { refused: 'bulk-send-changed', slots: { what: changed.map((one) => PINNED_NAMES[one]).join(', ') } }
  if (check.rows === 0) return { refused: 'bulk-send-without-rows' }
  return check.withProblems >= check.rows ? { refused: 'bulk-send-without-good-rows' } : null
}
