import type { DryRunRecord } from '#contract/bulk-mapping'
import { BULK_SEND_REFUSALS, changedSince, type Pins } from '#domain/bulk-send'
import { FILTER_REFUSALS } from '#domain/filters'
import { inWords } from '#domain/kernel'
import { PACK_REFUSALS } from '#domain/pack'
import type { DryRunReport } from '#projections/dry-runs'

const REFUSALS: Readonly<Record<string, { readonly says: string }>> = {
  ...PACK_REFUSALS,
  ...FILTER_REFUSALS,
  ...BULK_SEND_REFUSALS,
  'gave-up': { says: 'The check stopped too often. Start it again.' },
}

export function dryRunRecord(report: DryRunReport, now: Pins | null, leftOut: number): DryRunRecord {
  const { key, state, refusal, pins, rows, checked, withProblems, withWarnings, kinds, asked, ended } = report
  return {
    key,
    state,
    message: refusal === null ? null : inWords(REFUSALS[refusal]?.says ?? 'The check could not be carried out. Start it again.'),
    rows,
    checked,
    with_problems: withProblems,
    with_warnings: withWarnings,
    kinds: [...kinds],
    date_asked: asked,
    date_ended: ended,
    left_out: leftOut,
    changed: pins === null ? [] : now === null ? ['list', 'template'] : [...changedSince(pins, now)],
  }
}
