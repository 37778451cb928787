import type { BulkSendLogEntry, BulkSendRecord, FailedRowRecord } from '#contract/bulk-sends'
import {
  type BulkSend,
  type BulkSendFact,
  countersOf,
  type FailedRow,
  type ListedBulkSend,
  MAPPING_PROBLEMS,
  type MappingProblemCode,
  mayRemind,
  type PauseReason,
} from '#domain/bulk-send'
import { disclosed, inWords, type RecordedEvent } from '#domain/kernel'
import { PACK_REFUSALS, type PackRefusalCode } from '#domain/pack'

export interface RecordParts {
  /** Documents by status, as the read model has them. */
  readonly counts: Readonly<Record<string, number>>
  readonly matching: number
  readonly canBeChanged: boolean
  readonly now: string
}

export function recordOf(key: string, state: ListedBulkSend, { counts, matching, canBeChanged, now }: RecordParts): BulkSendRecord {
  const created = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const numbers = countersOf(state, { created, completed: counts.complete ?? 0, awaiting: counts.awaiting_signatures ?? 0 }, matching)
  return {
    key,
    description: disclosed(state.description, ''),
    bulk_send_type: state.type,
    template_key: state.template,
    recipient_data_key: state.list,
    filter: disclosed(state.filter, []).map(({ field, operator, value }) => ({
      selected_field: field,
      selected_inequality: operator,
      comparison_value: value,
    })),
    status: state.status,
    paused_because: state.pausedBecause,
    archived: state.archived,
    when_to_run: state.whenToRun,
    most_recent_run_date: state.run?.since ?? null,
    per_hour: state.perHour,
    number_of_documents: numbers.documents,
    number_of_documents_created: numbers.created,
    number_of_documents_completed: numbers.completed,
    number_of_documents_awaiting_signature: numbers.awaiting,
    number_of_documents_failed: numbers.failed,
    undone: state.undone !== null,
    report: state.run?.report ?? null,
    can_be_changed: canBeChanged,
    can_remind: canBeChanged && mayRemind(state, now),
    created_by: state.creator,
    date_created: state.created,
    date_updated: state.updated,
  }
}

export const failedRowsOf = (state: BulkSend): FailedRowRecord[] =>
  [...state.failed.values()]
    .sort((a, b) => a.row - b.row)
    .map((failed) => ({
      row: failed.row,
      because: failed.because,
      code: failed.refusal,
      message: whyOf(failed),
      date_created: failed.at,
    }))

/** What happened to a row, and what to do about it. */
function whyOf({ because, refusal }: Pick<FailedRow, 'because' | 'refusal'>): string {
  switch (because) {
    case 'row-missing':
      return 'The row was erased from the list. There is nobody to send to.'
    case 'gave-up':
      return 'The document could not be created after several attempts. Retry the row.'
    default:
      return sentenceOf(refusal)
  }
}
function sentenceOf(code: string | null): string {
  if (code !== null && Object.hasOwn(PACK_REFUSALS, code)) return inWords(PACK_REFUSALS[code as PackRefusalCode].says)
  if (code !== null && Object.hasOwn(MAPPING_PROBLEMS, code)) return inWords(MAPPING_PROBLEMS[code as MappingProblemCode])
  return 'The document was refused. Send the row from a corrected list in another bulk send.'
}

const PAUSED: Readonly<Record<PauseReason, string>> = {
  asked: 'Paused',
  undone: 'Paused to undo the send',
  'list-changed': 'Paused: the list that was confirmed is gone',
  'template-changed': 'Paused: the template changed after the dry run. Run it again, then activate.',
  'member-left': 'Paused: the member who activated it left the workspace',
  'not-permitted': 'Paused: the member who activated it lost the permission to send',
}

export const logOf = (
  history: readonly RecordedEvent<BulkSendFact>[],
  names: Readonly<Record<string, string>>,
  since: string | undefined,
): BulkSendLogEntry[] =>
  history
    .filter(({ meta }) => since === undefined || meta.time > since)
    .map(({ fact, meta }) => ({
      date_created: meta.time,
      code: fact.type,
      message: wordsOf(fact),
      row: 'row' in fact.data ? fact.data.row : null,
      by: names[meta.actor.principal] ?? '',
    }))

function wordsOf(fact: BulkSendFact): string {
  switch (fact.type) {
    case 'BulkSendCreated':
      return fact.data.from === null ? 'Created' : 'Created as a copy'
    case 'BulkSendDescribed':
      return 'Renamed'
    case 'BulkSendTypeChosen':
      return fact.data.type === 'create' ? 'Set to create documents only' : 'Set to create and send documents'
    case 'BulkSendListChosen':
      return fact.data.list === null ? 'Recipient list removed' : 'Recipient list chosen'
    case 'BulkSendTemplateChosen':
      return fact.data.template === null ? 'Template removed' : 'Template chosen'
    case 'BulkSendFilterChanged':
      return 'Filter changed'
    case 'BulkSendRowLeftOut':
      return 'Left out'
    case 'BulkSendRowTakenIn':
      return 'Taken in again'
    case 'BulkSendMappingChanged':
      return 'Mapping changed'
    case 'BulkSendScheduled':
      return fact.data.at === null ? 'Runs on activation' : 'Start time set'
    case 'BulkSendLimited':
      return fact.data.perHour === null ? 'Hourly limit removed' : `Limited to ${fact.data.perHour} documents an hour`
    case 'BulkSendActivated':
      return `Activated for ${fact.data.rows} ${fact.data.rows === 1 ? 'row' : 'rows'}`
    case 'BulkSendPaused':
      return PAUSED[fact.data.because]
    case 'BulkSendRowFailed':
      return whyOf(fact.data)
    case 'BulkSendRowRetried':
      return 'Row retried'
    case 'BulkSendRemindersRequested':
      return 'Reminders requested'
    case 'BulkSendUndone':
      return 'Undone: all outstanding documents are withdrawn'
    case 'BulkSendTakenOver':
      return 'Taken over: the member in whose name it ran left the team'
    case 'BulkSendDeleted':
      return 'Deleted'
    case 'BulkSendRestored':
      return 'Restored'
    default:
      return fact satisfies never
  }
}
