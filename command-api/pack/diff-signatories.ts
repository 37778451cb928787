import type { z } from 'zod'
import type { copyRecipientRecord, signatoryRecord, signerGroupRecord } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import { fieldsOf, groupsOf, type PackCommand, type PackState, signatoryToSetUp } from '#domain/pack'

export type SignatoryRecord = z.output<typeof signatoryRecord>
export type CopyRecipientRecord = z.output<typeof copyRecipientRecord>

/**
 * What somebody who saves this record wants to happen. Once signatures were requested, a new address is a correction:
 * the old link dies and a new request goes out under the id that `request` gives.
 */
export function commandsOfSignatory(record: SignatoryRecord, state: PackState, request: () => string): PackCommand[] {
  const signatory = record.uuid
  const held = state.signatories.find(({ uuid }) => uuid === signatory)
  if (record.removed) return held && !held.removed ? [{ do: 'RemoveSignatory', signatory, withFields: record.with_fields ?? false }] : []
  const commands: PackCommand[] = []
  if (!held) commands.push({ do: 'AddSignatory', signatory, ...(record.role === undefined ? {} : { role: record.role }) })
  else if (held.removed) commands.push({ do: 'RestoreSignatory', signatory })
  if (held && given(record.role) && record.role !== held.role) commands.push({ do: 'SetSignatoryRole', signatory, role: record.role })
  commands.push(...reaching(record, state.status === 'setup' ? 'setup' : 'managed', held, request))
  const channel = record.primary_communication_channel
  if (channel && channel !== held?.channel) commands.push({ do: 'SetSignatoryChannel', signatory, channel })
  if (given(record.user_key) && record.user_key !== (held?.user ?? null)) {
    commands.push({ do: 'LinkSignatoryToUser', signatory, user: record.user_key })
  }
  if (given(record.is_optional) && record.is_optional !== (held?.optional ?? false)) {
    commands.push({ do: 'SetSignatoryOptional', signatory, optional: record.is_optional })
  }
  for (const [about, on] of [
    ['signing', record.can_receive_signing_notifications],
    ['viewing', record.can_receive_viewing_notifications],
  ] as const) {
    if (given(on) && on !== (held?.notified[about] ?? true)) commands.push({ do: 'SwitchNotifications', signatory, about, on })
  }
  return commands
}

/** What a signer who saves another's details wants to happen: that every field of theirs that has them set up is done. */
export function commandsOfSettingUp(record: SignatoryRecord, state: PackState, by: string): PackCommand[] {
  const { name, email, mobile_number: mobile, identified = false } = record
  const given = { name: name ?? '', email: email ?? '', mobile: mobile ?? '', identified }
  return fieldsOf(state, by)
    .filter((field) => signatoryToSetUp(state, field)?.uuid === record.uuid)
    .map(({ key: field }) => ({ do: 'SetUpSignatory', field, by, ...given }))
}

function reaching(
  record: SignatoryRecord,
  phase: 'setup' | 'managed',
  held: PackState['signatories'][number] | undefined,
  request: () => string,
): PackCommand[] {
  const signatory = record.uuid
  const name = changed(record.name, held?.name ?? '')
  const email = changed(record.email, held?.email ?? '')
  const mobile = changed(record.mobile_number, held?.mobile ?? '')
  if (phase === 'managed' && (name ?? email ?? mobile) !== undefined) {
    const more = {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(mobile === undefined ? {} : { mobile }),
    }
    return [{ do: 'CorrectAddress', signatory, ...more, request: request() }]
  }
  const commands: PackCommand[] = []
  if (name !== undefined) commands.push({ do: 'NameSignatory', signatory, name })
  if (email !== undefined) commands.push({ do: 'SetSignatoryEmail', signatory, email })
  if (mobile !== undefined) commands.push({ do: 'SetSignatoryMobile', signatory, mobile })
  return commands
}

export function commandsOfSignerGroup(record: z.output<typeof signerGroupRecord>, state: PackState): PackCommand[] {
  const { uuid: group, name, removed } = record
  const held = groupsOf(state).find(({ uuid }) => uuid === group)
  if (removed) return held ? [{ do: 'RemoveSignerGroup', group }] : []
  if (!held) return [{ do: 'AddSignerGroup', group, ...(name === undefined ? {} : { name }) }]
  return name === undefined || name === disclosed(held.name, null) ? [] : [{ do: 'NameSignerGroup', group, name }]
}

/** In or out of a group, once the groups of the same record are there. */
export function commandsOfMembership({ uuid: signatory, signer_group_uuid: group, removed }: SignatoryRecord): PackCommand[] {
  return group === undefined || removed ? [] : [{ do: 'SetSignatoryGroup', signatory, group }]
}

export function commandsOfCopyRecipient(record: CopyRecipientRecord, state: PackState): PackCommand[] {
  const recipient = record.uuid
  const held = state.copyRecipients.find(({ uuid, removed }) => uuid === recipient && !removed)
  if (record.removed) return held ? [{ do: 'RemoveCopyRecipient', recipient }] : []
  const commands: PackCommand[] = held ? [] : [{ do: 'AddCopyRecipient', recipient }]
  const name = changed(record.name, held?.name ?? '')
  const email = changed(record.email, held?.email ?? '')
  const mobile = changed(record.mobile_number, held?.mobile ?? '')
  if (name !== undefined) commands.push({ do: 'NameCopyRecipient', recipient, name })
  if (email !== undefined) commands.push({ do: 'SetCopyRecipientEmail', recipient, email })
  if (mobile !== undefined) commands.push({ do: 'SetCopyRecipientMobile', recipient, mobile })
  return commands
}

/** The text to set; undefined where the record leaves it as it is. null clears. */
function changed(given: string | null | undefined, held: unknown): string | undefined {
  if (given === undefined || (given ?? '') === held) return undefined
  return given ?? ''
}

function given<T>(value: T | undefined): value is T {
  return value !== undefined
}
