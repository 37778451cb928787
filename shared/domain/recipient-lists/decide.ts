import type { Column, ColumnType, ValueFormat } from '#domain/filters'
import { type Decision, disclosed, isStorable, type Refused } from '#domain/kernel'
import type { RecipientListsFact } from './events.ts'
import { MOST_CORRECTIONS, MOST_LIST_DESCRIPTION, MOST_LIST_ROWS, MOST_LISTS } from './limits.ts'
import type { RecipientListsRefusalCode } from './refusals.ts'
import { correctionsOf, keyOfRow, lastRowIn, type RecipientList, type RecipientListsState, rowsIn, versionNow } from './state.ts'

export type RecipientListsCommand =
  /** Again under the same key it changes nothing. */
  | { readonly do: 'CreateRecipientList'; readonly list: string; readonly description: string }
  | { readonly do: 'DescribeRecipientList'; readonly list: string; readonly description: string }
  /** Its rows stand in the database already, under the key `import`. Again under the same key it changes nothing. */
  | {
      readonly do: 'ImportRecipientFile'
      readonly list: string
      readonly import: string
      /** After which row its first one is numbered; null: it replaces what is there. */
      readonly appendTo: number | null
      readonly digest: string
      readonly rows: number
      readonly last: number
      readonly columns: readonly Column[]
      readonly format: ValueFormat
    }
  /** Its values stand in the database already, under the key `import`; `instead` is the key under which those stood that it replaces. */
  | {
      readonly do: 'CorrectRecipientRow'
      readonly list: string
      readonly row: number
      readonly import: string
      readonly instead: string
      readonly digest: string
      /** As below. */
      readonly running: readonly string[]
    }
  | { readonly do: 'ChangeColumnTypes'; readonly list: string; readonly types: readonly ColumnType[] }
  /** `running` are the descriptions of bulk sends that make documents of its rows now. */
  | { readonly do: 'ArchiveRecipientList'; readonly list: string; readonly running: readonly string[] }
  | { readonly do: 'RestoreRecipientList'; readonly list: string }
  /** By the installation: what is kept no longer, and rows about somebody who was erased. */
  | { readonly do: 'DeleteRecipientList'; readonly list: string }
  | {
      readonly do: 'EraseRecipientRows'
      readonly list: string
      readonly rows: readonly { readonly import: string; readonly rows: number }[]
    }

/** A member or an application, with what they may do in the workspace now, or the installation itself. */
export type RecipientListsActor = { readonly as: 'team'; readonly permissions: ReadonlySet<string> } | { readonly as: 'installation' }
type RecipientListsDecision = Decision<RecipientListsFact, RecipientListsRefusalCode>

export const mayViewRecipientLists = ({ permissions }: { readonly permissions: ReadonlySet<string> }): boolean =>
  permissions.has('can_view_bulk_sends')
export const mayChangeRecipientLists = (of: { readonly permissions: ReadonlySet<string> }): boolean =>
  mayViewRecipientLists(of) && of.permissions.has('can_do_bulk_actions') && of.permissions.has('can_upload_documents')

export function permits(
  command: RecipientListsCommand,
  _state: RecipientListsState,
  who: RecipientListsActor,
): Refused<RecipientListsRefusalCode> | null {
  const isOwnDeed = command.do === 'DeleteRecipientList' || command.do === 'EraseRecipientRows'
  const may = who.as === 'installation' ? isOwnDeed : !isOwnDeed && mayChangeRecipientLists(who)
  return may ? null : { refused: 'recipient-lists-not-permitted' }
}

export function decide(command: RecipientListsCommand, state: RecipientListsState): RecipientListsDecision {
  const { list } = command
  const there = state.living.get(list)
  if (!there) {
    if (command.do === 'CreateRecipientList' && !state.deleted.has(list)) return create(command, state)
    return command.do === 'DeleteRecipientList' || command.do === 'EraseRecipientRows' ? [] : { refused: 'recipient-list-missing' }
  }
  switch (command.do) {
    case 'CreateRecipientList':
      return []
    case 'ArchiveRecipientList': {
      if (there.archived !== null) return []
      return command.running.length === 0
        ? [{ type: 'RecipientListArchived', data: { list } }]
        : { refused: 'recipient-list-in-use', slots: { name: nameOf(command.running) } }
    }
    case 'RestoreRecipientList':
      return there.archived === null ? [] : [{ type: 'RecipientListRestored', data: { list } }]
    case 'DeleteRecipientList':
      return [{ type: 'RecipientListDeleted', data: { list } }]
    case 'EraseRecipientRows':
      return command.rows.length === 0 ? [] : [{ type: 'RecipientRowsErased', data: { list, rows: [...command.rows] } }]
    default:
      return there.archived === null ? change(command, there) : { refused: 'recipient-list-archived' }
  }
}

function create({ list, description: given }: Extract<RecipientListsCommand, { do: 'CreateRecipientList' }>, state: RecipientListsState) {
  if (state.living.size >= MOST_LISTS) return { refused: 'too-many-recipient-lists', slots: { most: MOST_LISTS } } as const
  const description = descriptionOf(given)
  if (typeof description !== 'string') return description
  return [{ type: 'RecipientListCreated', data: { list, description } }] as const
}

function change(
  command: Extract<
    RecipientListsCommand,
    { do: 'DescribeRecipientList' | 'ImportRecipientFile' | 'ChangeColumnTypes' | 'CorrectRecipientRow' }
  >,
  there: RecipientList,
): RecipientListsDecision {
  const { list } = command
  const now = versionNow(there)
  switch (command.do) {
    case 'DescribeRecipientList': {
      const description = descriptionOf(command.description)
      if (typeof description !== 'string') return description
      return description === disclosed(there.description, '') ? [] : [{ type: 'RecipientListDescribed', data: { list, description } }]
    }
    case 'ChangeColumnTypes': {
      const { types } = command
      if (types.length !== now.columns.length) return { refused: 'recipient-column-types' }
      const isSame = now.columns.every(({ type }, at) => type === types[at])
      return isSame ? [] : [{ type: 'RecipientColumnTypesChanged', data: { list, types: [...types] } }]
    }
    case 'CorrectRecipientRow': {
      const { row, import: key, instead, digest, running } = command
      if (correctionsOf(there).includes(key)) return []
      if (running.length > 0) return { refused: 'recipient-row-in-use', slots: { name: nameOf(running) } }
      if (keyOfRow(now, row) !== instead) return { refused: 'recipient-row-changed' }
      const isFull = now.corrections.length >= MOST_CORRECTIONS && !now.corrections.some((one) => one.row === row)
      if (isFull) return { refused: 'too-many-corrections', slots: { most: MOST_CORRECTIONS } }
      return [{ type: 'RecipientRowCorrected', data: { list, row, import: key, digest } }]
    }
    case 'ImportRecipientFile': {
      const { import: key, appendTo, digest, rows, last, columns, format } = command
      if (there.versions.some(({ imports }) => imports.some((one) => one.key === key))) return []
      const appended = appendTo !== null
      if (appended && !isSameColumns(columns, now.columns)) {
        return { refused: 'recipient-columns-differ', slots: { columns: now.columns.map(({ name }) => name).join(', ') } }
      }
      // Another file was taken in between: its rows have the numbers of these.
      if (appended && appendTo !== lastRowIn(now)) return { refused: 'recipient-list-changed' }
      if (rows + (appended ? rowsIn(now) : 0) > MOST_LIST_ROWS) return { refused: 'recipient-list-full', slots: { most: MOST_LIST_ROWS } }
      // What is appended is written as the rows before it are.
      const as = appended ? now : { columns, format }
      const names = as.columns.map(({ name }) => name)
      const types = as.columns.map(({ type }) => type)
      const data = { list, import: key, appended, digest, rows, last, columns: names, types, ...as.format }
      return [{ type: 'RecipientFileImported', data }]
    }
    default:
      return command satisfies never
  }
}

const nameOf = ([bulkSend]: readonly string[]) => bulkSend || 'Unnamed bulk send'

const isSameColumns = (some: readonly Column[], others: readonly Column[]) =>
  some.length === others.length && some.every(({ name }, at) => name === others[at]!.name)

function descriptionOf(text: string): string | Refused<RecipientListsRefusalCode> {
  const description = text.replace(/\s+/g, ' ').trim().normalize('NFC')
  const isFine = description.length <= MOST_LIST_DESCRIPTION && isStorable(description)
  return isFine ? description : { refused: 'recipient-list-description', slots: { most: MOST_LIST_DESCRIPTION } }
}
