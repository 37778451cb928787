import { disclosed, grouped } from '#domain/kernel'
import { type CommandOf, compiledRule, groupsOf, type PackCommand, type PackState, writeCondition } from '#domain/pack'
import type { Pending, TargetKind } from './pending.ts'
import {
  APPENDIX_PROPERTIES,
  type AppendixProperty,
  type AppendixRecord,
  CUSTOM_FIELD_PROPERTIES,
  type CustomFieldProperty,
  type CustomFieldRecord,
  DOCUMENT_PROPERTIES,
  type DocumentProperty,
  type DocumentRecord,
  FIELD_PROPERTIES,
  type FieldProperty,
  type FieldRecord,
  type FieldRuleRecord,
  type FormEntryProperty,
  type FormViewRecord,
  formEntryProperties,
  RECIPIENT_PROPERTIES,
  type RecipientProperty,
  SIGNATORY_PROPERTIES,
  type SignatoryProperty,
  type SignatoryRecord,
} from './properties.ts'
import { touchedBy } from './touched.ts'

/** What a record is made of: the commands, and what they are about. */
export interface Change extends Pick<Pending, 'command' | 'target'> {
  /** Of what the command touches only this; left out: all of it. */
  readonly only?: readonly string[]
}
const carried = ({ command, only }: Change) => only ?? touchedBy(command)

/** What is sent of these changes: one record, or of fields as many as there are. */
export function bodyOf(view: PackState, kind: TargetKind, changes: readonly Change[]): unknown {
  if (kind === 'document') return recordOfDocument(view, changes)
  if (kind === 'signatory') return recordOfSignatory(view, changes)
  if (kind === 'appendix') return recordOfAppendix(view, changes)
  if (kind === 'custom-field') return recordOfCustomField(view, changes)
  if (kind === 'rule') return recordOfRule(view, changes)
  if (kind === 'form') return recordOfForm(view, changes)
  return [...grouped(changes, ({ target }) => target.key).values()].map((ofOne) => recordOfField(view, ofOne))
}

/** The field with only what the changes touched, as it stands now: a property left out stays as it is. */
export function recordOfField(view: PackState, changes: readonly Change[]): FieldRecord {
  const key = changes[0]!.target.key
  const field = view.fields[key]
  if (!field) return { uuid: key, removed: true }
  const record: Record<string, unknown> = { uuid: key }
  for (const name of new Set(changes.flatMap(carried))) record[name] = FIELD_PROPERTIES[name as FieldProperty](field)
  for (const { command } of changes) if (command.do === 'RepeatField') record.repeats = command.of
  return record as FieldRecord
}

export function recordOfSignatory(view: PackState, changes: readonly Change[]): SignatoryRecord {
  const uuid = changes[0]!.target.key
  const signatory = view.signatories.find((s) => s.uuid === uuid)
  if (!signatory) return { uuid, removed: true }
  const record: Record<string, unknown> = { uuid }
  for (const change of changes) {
    const { command } = change
    for (const name of carried(change)) record[name] = SIGNATORY_PROPERTIES[name as SignatoryProperty](signatory)
    if (command.do === 'RemoveSignatory') record.with_fields = command.withFields
  }
  return record as SignatoryRecord
}

export function recordOfAppendix(view: PackState, changes: readonly Change[]): AppendixRecord {
  const key = changes[0]!.target.key
  const appendix = view.appendices.find((one) => one.key === key)
  if (!appendix) return { key, removed: true }
  const record: Record<string, unknown> = { key }
  for (const name of new Set(changes.flatMap(carried))) record[name] = APPENDIX_PROPERTIES[name as AppendixProperty](appendix)
  return record as AppendixRecord
}

export function recordOfCustomField(view: PackState, changes: readonly Change[]): CustomFieldRecord {
  const key = changes[0]!.target.key
  const customField = view.customFields?.find((one) => one.key === key)
  if (!customField) return { key, removed: true }
  const record: Record<string, unknown> = { key }
  for (const name of new Set(changes.flatMap(carried))) record[name] = CUSTOM_FIELD_PROPERTIES[name as CustomFieldProperty](customField)
  return record as CustomFieldRecord
}

/** A condition is one thing: it is sent whole, as it stands now. */
export function recordOfRule(view: PackState, changes: readonly Change[]): FieldRuleRecord {
  const rule = view.rules?.find(({ key }) => key === changes[0]!.target.key)
  const condition = rule && compiledRule(rule)?.condition
  if (!rule || !condition) return { delete: true }
  return {
    field_or_group: 'field' in rule.target ? rule.target.field : rule.target.group,
    infix_logic: writeCondition(condition),
    field_rule_type: 'field_group_enabled',
  }
}

/** The entries that the changes touched, in their order, each with only that: one behind the other, they lead to the order as it stands now. */
export function recordOfForm(view: PackState, changes: readonly Change[]): FormViewRecord {
  const { form = [] } = view
  const touched = grouped(changes, ({ command }) => ('entry' in command ? command.entry : ''))
  const form_view = form.flatMap((entry, at) => {
    const names = new Set((touched.get(entry.key) ?? []).flatMap(carried))
    if (names.size === 0) return []
    const all = formEntryProperties(entry, form[at - 1]?.key ?? null)
    return [{ uuid: entry.key, ...Object.fromEntries([...names].map((name) => [name, all[name as FormEntryProperty]])) }]
  })
  return { entity_key: changes[0]!.target.key, form_view, only_changes: true }
}

/** The pack's or a child's record. A child only has its name. */
export function recordOfDocument(view: PackState, changes: readonly Change[]): DocumentRecord {
  const record: Record<string, unknown> = {}
  const recipients = new Map<string, Record<string, unknown>>()
  const groups = new Map<string, Record<string, unknown>>()
  for (const change of changes) {
    const { command, target } = change
    if (command.do === 'RenameDocument') {
      record.document_name = disclosed(view.documents.find((d) => d.key === target.key)?.name ?? '', '')
    } else if ('recipient' in command) {
      const before = recipients.get(command.recipient) ?? { uuid: command.recipient }
      recipients.set(command.recipient, { ...before, ...ofRecipient(view, command.recipient, carried(change)) })
    } else if (isOfGroup(command)) groups.set(command.group, ofGroup(view, command.group))
    else for (const name of carried(change)) record[name] = DOCUMENT_PROPERTIES[name as DocumentProperty](view)
  }
  if (groups.size > 0) record.signer_groups = [...groups.values()]
  if (recipients.size > 0) record.cc_recipients = [...recipients.values()]
  return record as DocumentRecord
}

type OfGroup = CommandOf<'AddSignerGroup' | 'NameSignerGroup' | 'RemoveSignerGroup'>
const OF_GROUP = new Set<PackCommand['do']>(['AddSignerGroup', 'NameSignerGroup', 'RemoveSignerGroup'])
export const isOfGroup = (command: PackCommand): command is OfGroup => OF_GROUP.has(command.do)

function ofGroup(view: PackState, uuid: string): Record<string, unknown> {
  const group = groupsOf(view).find((one) => one.uuid === uuid)
  return group ? { uuid, name: disclosed(group.name, '') } : { uuid, removed: true }
}

function ofRecipient(view: PackState, uuid: string, names: readonly string[]): Record<string, unknown> {
  const recipient = view.copyRecipients.find((r) => r.uuid === uuid)
  if (!recipient || recipient.removed) return { removed: true }
  return Object.fromEntries(names.map((name) => [name, RECIPIENT_PROPERTIES[name as RecipientProperty](recipient)]))
}
