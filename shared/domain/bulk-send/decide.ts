import type { Filter } from '#domain/filters'
import {
  type Decision,
  type DecisionContext,
  derivedUuid,
  digestOfJson,
  disclosed,
  isStorable,
  type Json,
  type Private,
  type Refused,
} from '#domain/kernel'
import { type ActivateBulkSend, activate } from './activate.ts'
import type { BulkSendFact, BulkSendType, PauseReason, RowFailure } from './events.ts'
import { EMPTY_MAPPING, type Mapping } from './mapping.ts'
import type { BulkSendRefusalCode } from './refusals.ts'
import { type BulkSend, isRunning, mayRemind, runsFor } from './state.ts'

export type BulkSendCommand =
  /** `from`: the bulk send whose settings it takes over. */
  | {
      readonly do: 'CreateBulkSend'
      readonly workspace: string
      readonly creator: string
      readonly description: string
      readonly from?: string
    }
  | { readonly do: 'DescribeBulkSend'; readonly description: string }
  | { readonly do: 'ChooseBulkSendType'; readonly type: BulkSendType }
  | { readonly do: 'ChooseBulkSendList'; readonly list: string | null }
  | { readonly do: 'ChooseBulkSendTemplate'; readonly template: string | null }
  | { readonly do: 'ChangeBulkSendFilter'; readonly filter: Filter }
  /** `import` is the file that the row came in; `isMade`: it has a document. */
  | { readonly do: 'LeaveOutBulkSendRow'; readonly row: number; readonly import: string; readonly isMade: boolean }
  | { readonly do: 'TakeInBulkSendRow'; readonly row: number }
  | { readonly do: 'ChangeBulkSendMapping'; readonly template: string; readonly mapping: Mapping }
  | { readonly do: 'ScheduleBulkSend'; readonly at: string | null }
  | { readonly do: 'LimitBulkSend'; readonly perHour: number | null }
  | ActivateBulkSend
  /** `created` is how many documents it has made so far. */
  | { readonly do: 'PauseBulkSend'; readonly created: number }
  | { readonly do: 'StopBulkSend'; readonly because: PauseReason }
  /** After `from` has left the workspace. */
  | { readonly do: 'TakeOverBulkSend'; readonly from: string; readonly to: string }
  | {
      readonly do: 'RecordRowFailed'
      readonly row: number
      readonly because: RowFailure
      readonly refusal: string | null
    }
  | { readonly do: 'RetryBulkSendRow'; readonly row: number; readonly user: string }
  | { readonly do: 'RemindBulkSend'; readonly user: string }
  | { readonly do: 'UndoBulkSend'; readonly user: string }
  /** `created` as above. */
  | { readonly do: 'DeleteBulkSend'; readonly created: number }
  | { readonly do: 'RestoreBulkSend' }

/** A member of a workspace with what they may do there now, or the process that makes the documents. */
export type BulkSendActor =
  | { readonly as: 'team'; readonly workspace: string; readonly permissions: ReadonlySet<string> }
  | { readonly as: 'process' }
type BulkSendDecision = Decision<BulkSendFact, BulkSendRefusalCode>
type Permissions = Pick<Extract<BulkSendActor, { as: 'team' }>, 'permissions'>

export const MOST_DESCRIPTION = 200
export const MOST_LEFT_OUT = 1_000
export const MOST_PER_HOUR = 100_000

export const maySeeBulkSends = ({ permissions }: Permissions): boolean => permissions.has('can_view_bulk_sends')
/** Creating, changing and activating. */
export const mayManageBulkSends = (who: Permissions): boolean =>
  maySeeBulkSends(who) && who.permissions.has('can_do_bulk_actions') && who.permissions.has('can_upload_documents')

/** Undoing reverts documents, which takes the permission for that. */
const mayDo = (command: BulkSendCommand, who: Permissions): boolean =>
  mayManageBulkSends(who) && (command.do !== 'UndoBulkSend' || who.permissions.has('can_revert_document_status'))

const BY_PROCESS: ReadonlySet<BulkSendCommand['do']> = new Set(['StopBulkSend', 'TakeOverBulkSend', 'RecordRowFailed'])

export function permits(command: BulkSendCommand, state: BulkSend, who: BulkSendActor): Refused<BulkSendRefusalCode> | null {
  const isOwn = who.as === 'process' ? BY_PROCESS.has(command.do) : !BY_PROCESS.has(command.do) && mayDo(command, who)
  const workspace = command.do === 'CreateBulkSend' ? command.workspace : state.workspace
  const isThere = who.as === 'process' || who.workspace === workspace
  return isOwn && isThere ? null : { refused: 'bulk-send-not-permitted' }
}

export function decide(command: BulkSendCommand, state: BulkSend, { now }: DecisionContext): BulkSendDecision {
  if (command.do === 'CreateBulkSend') return state.exists ? [] : create(command)
  if (!state.exists) return { refused: 'bulk-send-missing' }
  switch (command.do) {
    case 'DeleteBulkSend':
      if (state.archived) return []
      return isRunning(state, command.created) ? { refused: 'bulk-send-is-active' } : [{ type: 'BulkSendDeleted', data: {} }]
    case 'RestoreBulkSend':
      return state.archived ? [{ type: 'BulkSendRestored', data: {} }] : []
    case 'StopBulkSend':
      return state.status === 'active' ? [{ type: 'BulkSendPaused', data: { because: command.because } }] : []
    case 'TakeOverBulkSend': {
      const { from, to } = command
      return runsFor(state, from) && from !== to ? [{ type: 'BulkSendTakenOver', data: { from, to } }] : []
    }
    case 'RecordRowFailed': {
      const { row, because, refusal } = command
      return state.failed.has(row) ? [] : [{ type: 'BulkSendRowFailed', data: { row, because, refusal } }]
    }
    default:
      return state.archived ? { refused: 'bulk-send-missing' } : decideByTeam(command, state, now)
  }
}

type ByTeam = Exclude<
  BulkSendCommand,
  { do: 'CreateBulkSend' | 'DeleteBulkSend' | 'RestoreBulkSend' | 'StopBulkSend' | 'TakeOverBulkSend' | 'RecordRowFailed' }
>

function decideByTeam(command: ByTeam, state: BulkSend, now: string): BulkSendDecision {
  switch (command.do) {
    case 'DescribeBulkSend': {
      const description = descriptionOf(command.description)
      if (description === null) return { refused: 'bulk-send-description-invalid', slots: { most: MOST_DESCRIPTION } }
      return description === disclosed(state.description, '') ? [] : [{ type: 'BulkSendDescribed', data: { description } }]
    }
    case 'ActivateBulkSend':
      return activate(command, state)
    case 'PauseBulkSend':
      if (state.status === 'paused') return []
      if (state.status !== 'active') return { refused: 'bulk-send-not-active' }
      if (command.created >= (state.run?.rows ?? 0)) return { refused: 'bulk-send-all-created' }
      return [{ type: 'BulkSendPaused', data: { because: 'asked' } }]
    case 'RetryBulkSendRow': {
      const failed = state.failed.get(command.row)
      if (state.undone) return { refused: 'bulk-send-undone' }
      if (!failed || state.run === null) return { refused: 'bulk-send-row-not-failed' }
      return [{ type: 'BulkSendRowRetried', data: { row: failed.row, user: command.user } }]
    }
    case 'LeaveOutBulkSendRow':
    case 'TakeInBulkSendRow':
      return state.status === 'active' ? { refused: 'bulk-send-is-active' } : chooseRow(command, state)
    case 'RemindBulkSend':
      return mayRemind(state, now)
        ? [{ type: 'BulkSendRemindersRequested', data: { user: command.user } }]
        : { refused: 'bulk-send-too-early-to-remind' }
    case 'UndoBulkSend': {
      if (state.undone || state.run === null) return []
      const paused: BulkSendFact[] = state.status === 'active' ? [{ type: 'BulkSendPaused', data: { because: 'undone' } }] : []
      return [...paused, { type: 'BulkSendUndone', data: { user: command.user } }]
    }
    default:
      return state.status === 'setup' || command.do === 'LimitBulkSend' ? configure(command, state) : { refused: 'bulk-send-not-in-setup' }
  }
}

type ChoosingRow = Extract<ByTeam, { do: 'LeaveOutBulkSendRow' | 'TakeInBulkSendRow' }>

function chooseRow(command: ChoosingRow, { leftOut }: BulkSend): BulkSendDecision {
  const { row } = command
  if (command.do === 'TakeInBulkSendRow') return leftOut.has(row) ? [{ type: 'BulkSendRowTakenIn', data: { row } }] : []
  if (leftOut.get(row) === command.import) return []
  if (command.isMade) return { refused: 'bulk-send-row-made' }
  if (leftOut.size >= MOST_LEFT_OUT) return { refused: 'bulk-send-too-many-left-out', slots: { most: MOST_LEFT_OUT } }
  return [{ type: 'BulkSendRowLeftOut', data: { row, import: command.import } }]
}

type Configuring = Exclude<
  ByTeam,
  ChoosingRow | { do: 'DescribeBulkSend' | 'ActivateBulkSend' | 'PauseBulkSend' | 'RetryBulkSendRow' | 'RemindBulkSend' | 'UndoBulkSend' }
>

function configure(command: Configuring, state: BulkSend): BulkSendDecision {
  switch (command.do) {
    case 'ChooseBulkSendType':
      return command.type === state.type ? [] : [{ type: 'BulkSendTypeChosen', data: { type: command.type } }]
    case 'ChooseBulkSendList':
      return command.list === state.list ? [] : [{ type: 'BulkSendListChosen', data: { list: command.list } }]
    case 'ChooseBulkSendTemplate':
      return command.template === state.template ? [] : [{ type: 'BulkSendTemplateChosen', data: { template: command.template } }]
    case 'ChangeBulkSendFilter':
      return isSame(command.filter, state.filter)
        ? []
        : [{ type: 'BulkSendFilterChanged', data: { filter: command.filter.map((rule) => ({ ...rule })) } }]
    case 'ChangeBulkSendMapping': {
      const { template, mapping } = command
      return isSame(mapping, state.mappings.get(template) ?? null) ? [] : [{ type: 'BulkSendMappingChanged', data: { template, mapping } }]
    }
    case 'ScheduleBulkSend':
      if (command.at !== null && Number.isNaN(Date.parse(command.at))) return { refused: 'bulk-send-date-invalid' }
      return command.at === state.whenToRun ? [] : [{ type: 'BulkSendScheduled', data: { at: command.at } }]
    case 'LimitBulkSend': {
      const { perHour } = command
      const isWhole = perHour === null || (Number.isInteger(perHour) && perHour >= 1 && perHour <= MOST_PER_HOUR)
      if (!isWhole) return { refused: 'bulk-send-limit-invalid', slots: { most: MOST_PER_HOUR } }
      return perHour === state.perHour ? [] : [{ type: 'BulkSendLimited', data: { perHour } }]
    }
    default:
      return command satisfies never
  }
}

function create({ workspace, creator, description: given, from }: Extract<BulkSendCommand, { do: 'CreateBulkSend' }>): BulkSendDecision {
  const description = descriptionOf(given)
  if (description === null) return { refused: 'bulk-send-description-invalid', slots: { most: MOST_DESCRIPTION } }
  return [{ type: 'BulkSendCreated', data: { workspace, creator, description, from: from ?? null } }]
}

/** The document of a row: the same bulk send and the same row name the same one, however often it is asked for. */
export const documentOfRow = (bulkSend: string, row: number): string => derivedUuid(JSON.stringify(['bulk send', bulkSend, row]))

/** What sets up a copy of it: all settings, and nothing that it did. */
export function commandsOfClone(state: BulkSend): readonly BulkSendCommand[] {
  const { type, list, template, filter, mappings, perHour } = state
  return [
    { do: 'ChooseBulkSendType', type },
    { do: 'ChooseBulkSendList', list },
    { do: 'ChooseBulkSendTemplate', template },
    { do: 'ChangeBulkSendFilter', filter: disclosed(filter, []) },
    ...[...mappings].map(([of, mapping]) => ({
      do: 'ChangeBulkSendMapping' as const,
      template: of,
      mapping: disclosed(mapping, EMPTY_MAPPING),
    })),
    { do: 'LimitBulkSend', perHour },
  ]
}

function descriptionOf(text: string): string | null {
  const description = text.trim().normalize('NFC')
  return description.length <= MOST_DESCRIPTION && isStorable(description) ? description : null
}

const isSame = (a: unknown, b: Private<unknown> | null) => digestOfJson(a as Json) === digestOfJson(disclosed(b, null) as Json)
