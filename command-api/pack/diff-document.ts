import type { z } from 'zod'
import type { documentRecord } from '#contract/documents'
import { type PackCommand, type PackSettings, type PackState, rawSettingOf, SETTINGS, settingCommand } from '#domain/pack'
import { commandsOfCopyRecipient, commandsOfMembership, commandsOfSignatory, commandsOfSignerGroup } from './diff-signatories.ts'

export type DocumentRecord = z.output<typeof documentRecord>

/** What somebody who saves this record wants to happen, in an order in which it can: the change of status comes last. */
export function commandsOfDocument(record: DocumentRecord, state: PackState, child: string | null, newId: () => string): PackCommand[] {
  return [
    ...naming(record, state, child),
    ...settings(record, state.settings),
    ...expiry(record, state),
    ...(record.signatories ?? []).flatMap((signatory) => commandsOfSignatory(signatory, state, newId)),
    ...(record.cc_recipients ?? []).flatMap((recipient) => commandsOfCopyRecipient(recipient, state)),
    ...(record.signer_groups ?? []).flatMap((group) => commandsOfSignerGroup(group, state)),
    ...(record.signatories ?? []).flatMap(commandsOfMembership),
    ...(record.signing_order ? [{ do: 'SetSigningOrder', steps: record.signing_order } as const] : []),
    ...statusChange(record, state, newId),
  ]
}

function naming({ document_name: name }: DocumentRecord, state: PackState, child: string | null): PackCommand[] {
  if (name === undefined) return []
  const of = state.documents.find(({ key }) => key === child)
  // A single document is a pack with one child: both have its name.
  if (of && state.documents.length > 1) return of.name === name ? [] : [{ do: 'RenameDocument', document: of.key, name }]
  return state.name === name ? [] : [{ do: 'RenamePack', name }]
}

function settings(record: DocumentRecord, held: PackSettings): PackCommand[] {
  const commands: PackCommand[] = []
  const flag = (given: boolean | undefined, now: boolean) => (given === undefined || given === now ? undefined : given)
  for (const setting of SETTINGS) {
    const given = record[setting.wire]
    if (given === undefined) continue
    const value = given ?? ''
    if (value !== rawSettingOf(setting, held)) commands.push(settingCommand(setting, value))
  }
  const methods = METHODS.flatMap(([name, method]) => {
    const on = flag(record[name], held.methods[method])
    return on === undefined ? [] : [[method, on] as const]
  })
  if (methods.length > 0) commands.push({ do: 'SetSigningMethods', ...Object.fromEntries(methods) })
  const locked = flag(record.data_fields_locked, held.fieldsLocked)
  if (locked !== undefined) commands.push({ do: locked ? 'LockFields' : 'UnlockFields' })
  return commands
}

function expiry({ expires_on, expiry_reminder_days }: DocumentRecord, { expiry: held }: PackState): PackCommand[] {
  if (expires_on === undefined && expiry_reminder_days === undefined) return []
  const before = { day: held?.day ?? null, remindDays: held?.remindDays ?? null }
  const day = expires_on === undefined ? before.day : expires_on
  const remindDays = expiry_reminder_days === undefined ? before.remindDays : expiry_reminder_days
  // A record that is sent back as it was read changes nothing, whatever the document has become and in whichever time zone.
  const isAsBefore = day === before.day && (day === null || remindDays === before.remindDays)
  return isAsBefore ? [] : [{ do: 'SetExpiry', day, remindDays }]
}

const METHODS = [
  ['can_use_drawn_signature', 'drawn'],
  ['can_use_typed_signature', 'typed'],
  ['can_use_uploaded_signature', 'uploaded'],
] as const

function statusChange({ status, signatories }: DocumentRecord, state: PackState, newId: () => string): PackCommand[] {
  if (status === undefined || status === state.status) return []
  if (status === 'setup') return [{ do: 'RevertToSetup' }]
  if (status === 'complete') return [{ do: 'MarkAsComplete' }]
  const uuids = new Set([...state.signatories.map(({ uuid }) => uuid), ...(signatories ?? []).map(({ uuid }) => uuid)])
  return [{ do: 'RequestSignatures', requests: requestIds(uuids, newId) }]
}

export function requestIds(signatories: Iterable<string>, newId: () => string): Record<string, string> {
  return Object.fromEntries([...signatories].map((signatory) => [signatory, newId()]))
}
