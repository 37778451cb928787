import { CHECKED, fieldPropertySetBy, type PackCommand, settingSetBy, UNCHECKED } from '#domain/pack'

/** How soon a change is worth saving: while it is being typed it waits for a pause. */
export type Pace = 'typing' | 'settled'
/** The call that carries a change: one record of one of the kinds. */
export type TargetKind = 'document' | 'signatory' | 'appendix' | 'field' | 'rule' | 'form' | 'custom-field'
export interface Target {
  readonly kind: TargetKind
  readonly key: string
}

/** A change that was shown and is not yet known to be in the confirmed state. */
export interface Pending {
  readonly id: number
  readonly command: PackCommand
  readonly target: Target
  readonly pace: Pace
  /** When it was made last, and when first, by the session's clock; how many earlier ones it stands in for. */
  readonly at: number
  readonly since: number
  readonly merged: number
  /** It took something with it, which nothing else says: it is not left out for what comes after it. */
  readonly took: boolean
  /** It was refused together with others: it goes out alone, to find out which of them was to blame. */
  readonly alone: boolean
  /** A page that is gone made it. */
  readonly left: boolean
  /** It is part of the call on its way. */
  readonly sent: boolean
  /** Revision at which the server has it; null while it has not answered. */
  readonly acknowledged: number | null
}

/** Which record carries the command; null: it has a call of its own and is no matter of saving. */
export function targetOf(command: PackCommand, pack: string): Target | null {
  if ('field' in command && fieldPropertySetBy(command.do)) return { kind: 'field', key: command.field }
  if (settingSetBy(command.do)) return { kind: 'document', key: pack }
  switch (command.do) {
    case 'PlaceField':
    case 'AddNote':
    case 'RepeatField':
    case 'MoveField':
    case 'ResizeField':
    case 'RetypeField':
    case 'AssignField':
    case 'SetFieldRequired':
    case 'SetFieldCustomId':
    case 'DescribeField':
    case 'SetFieldOptions':
    case 'GroupField':
    case 'SetFieldAutoDate':
    case 'RemoveField':
    case 'RestoreField':
    case 'FillField':
    case 'ClearField':
      return { kind: 'field', key: command.field }
    case 'AddSignatory':
    case 'SetSignatoryRole':
    case 'NameSignatory':
    case 'SetSignatoryEmail':
    case 'SetSignatoryMobile':
    case 'SetSignatoryChannel':
    case 'LinkSignatoryToUser':
    case 'SetSignatoryOptional':
    case 'SwitchNotifications':
    case 'RemoveSignatory':
    case 'RestoreSignatory':
      return { kind: 'signatory', key: command.signatory }
    case 'AddAppendix':
    case 'AttachAppendixFile':
    case 'DescribeAppendix':
    case 'SetAppendixCustomId':
    case 'SetAppendixAudience':
    case 'SetAppendixRequired':
    case 'RemoveAppendix':
    case 'RestoreAppendix':
      return { kind: 'appendix', key: command.appendix }
    case 'SetCustomField':
    case 'RemoveCustomField':
    case 'RestoreCustomField':
      return { kind: 'custom-field', key: command.customField }
    case 'SetFieldRule':
    case 'RemoveFieldRule':
      return { kind: 'rule', key: command.rule }
    case 'AddFormEntry':
    case 'RetypeFormEntry':
    case 'LabelFormEntry':
    case 'MoveFormEntry':
    case 'RemoveFormEntry':
    case 'RestoreFormEntry':
      return { kind: 'form', key: pack }
    case 'RenameDocument':
      return { kind: 'document', key: command.document }
    case 'RenamePack':
    case 'SetSigningOrder':
    case 'AddSignerGroup':
    case 'NameSignerGroup':
    case 'RemoveSignerGroup':
    case 'AddCopyRecipient':
    case 'NameCopyRecipient':
    case 'SetCopyRecipientEmail':
    case 'SetCopyRecipientMobile':
    case 'RemoveCopyRecipient':
    case 'SetSigningMethods':
    case 'SetExpiry':
    case 'LockFields':
    case 'UnlockFields':
      return { kind: 'document', key: pack }
    default:
      return null
  }
}

/** Commands that only change where a field stands. */
export function movesOnly(command: PackCommand): boolean {
  return command.do === 'MoveField' || command.do === 'ResizeField'
}

/** What it is about is gone, until somebody brings it back. */
export function takesAway(command: PackCommand): boolean {
  return command.do in BRINGS_BACK
}
const BRINGS_BACK: { readonly [N in PackCommand['do']]?: PackCommand['do'] } = {
  RemoveField: 'RestoreField',
  RemoveSignatory: 'RestoreSignatory',
  RemoveAppendix: 'RestoreAppendix',
  RemoveFormEntry: 'RestoreFormEntry',
  RemoveCustomField: 'RestoreCustomField',
}

/** Commands that set one thing: a later one of the same kind makes an earlier one pointless. */
const SETTING = new Set<PackCommand['do']>([
  'MoveField',
  'ResizeField',
  'SetFieldCustomId',
  'DescribeField',
  'SetFieldOptions',
  'FillField',
  'SetSignatoryRole',
  'NameSignatory',
  'SetSignatoryEmail',
  'SetSignatoryMobile',
  'NameCopyRecipient',
  'SetCopyRecipientEmail',
  'SetCopyRecipientMobile',
  'RenamePack',
  'RenameDocument',
  'SetSubject',
  'SetMessage',
  'SetPostSigningUrl',
  'SetInAppSigningPage',
  'SetContactList',
  'SetSigningOrder',
  'NameSignerGroup',
  'DescribeAppendix',
  'SetAppendixAudience',
  'SetFieldRule',
  'RetypeFormEntry',
  'LabelFormEntry',
  'SetCustomField',
])

/** What decides who shares a group of boxes. */
const GROUPING = new Set<PackCommand['do']>(['GroupField', 'AssignField', 'RetypeField', 'RemoveField', 'RestoreField'])

/** Of ticks that come or go, and of changes to which of them exclude each other, the order matters, for all fields. */
export function sortOf(command: PackCommand): 'tick' | 'group' | null {
  if (command.do === 'FillField') return command.value === CHECKED || command.value === UNCHECKED ? 'tick' : null
  if (command.do === 'ClearField') return 'tick'
  return GROUPING.has(command.do) ? 'group' : null
}

/** The default name of a field depends on the others' names at that moment. */
const NAMING = new Set<PackCommand['do']>(['PlaceField', 'RepeatField', 'AddNote', 'RetypeField', 'SetFieldCustomId'])
export const names = (command: PackCommand) => NAMING.has(command.do)

/**
 * Whether `next` stands in for `last`, the latest change of the same record that is not on its way: changes `between`
 * them is about other records, and comes before what is said now.
 */
export function supersedes(
  next: PackCommand,
  { command: last, took }: Pick<Pending, 'command' | 'took'>,
  between: readonly Pick<Pending, 'command'>[],
): boolean {
  const sorts = between.map(({ command }) => sortOf(command))
  // A form is saved as one: what comes later may be about another of its entries.
  if ('entry' in next && (!('entry' in last) || last.entry !== next.entry)) return false
  // Fields removed with their signatory come back by changes of their own, which may be saved first. Boxes ticked while one was away
  // keep their tick.
  if (BRINGS_BACK[last.do] === next.do) return last.do !== 'RemoveField' || sorts.every((sort) => sort === null)
  if (took || next.do !== last.do || !SETTING.has(next.do)) return false
  // Next to a tick another box came back without its own, or lost it to a group.
  if (sorts.includes('group') && (sortOf(last) ?? sortOf(next)) === 'tick') return false
  // What it was called until now another may have been named by.
  if (names(next) && between.some(({ command }) => names(command))) return false
  // A field resized from the left and then from the right has moved all the same.
  if (Object.keys(last).some((said) => !(said in next))) return false
  if ('group' in next && next.do === 'NameSignerGroup') return 'group' in last && last.group === next.group
  return !('recipient' in next) || ('recipient' in last && last.recipient === next.recipient)
}

/** One call on its way. Its body and its key stay as they are however often, and by any page, it is sent. */
export interface SaveCall {
  readonly id: string
  readonly kind: TargetKind
  readonly keys: readonly string[]
  readonly body: unknown
}
