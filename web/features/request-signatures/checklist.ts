import { disclosed } from '#domain/kernel'
import {
  type CheckConfig,
  checksBeforeRequest,
  type FailedCheck,
  type Field,
  liveFields,
  liveSignatories,
  offeredIn,
  type PackRefusalCode,
  type PackState,
} from '#domain/pack'

/** What has to be right before anything goes out: one line a matter, with the checks it stands for. */
const MATTERS = {
  ok_name: ['name-missing'],
  ok_signers: ['no-signatories', 'names-missing'],
  ok_fields: ['no-fields', 'fields-unassigned'],
  ok_contacts: ['emails-invalid', 'mobiles-required', 'mobiles-invalid', 'contact-list-missing', 'contacts-not-listed'],
  ok_choices: ['choices-missing'],
  ok_own: ['sender-fields-incomplete', 'custom-field-incomplete', 'custom-fields-hidden'],
  ok_texts: ['texts-unprintable'],
  ok_ids: ['groups-missing', 'custom-ids-invalid', 'set-ups-invalid'],
  ok_converted: ['not-converted'],
} as const satisfies Record<string, readonly PackRefusalCode[]>
export type CheckTopic = keyof typeof MATTERS
/** Said only when they fail: nobody expects them to. */
const UNSPOKEN: readonly CheckTopic[] = ['ok_texts', 'ok_ids', 'ok_converted']

export interface Checklist {
  readonly failed: readonly FailedCheck[]
  readonly fine: readonly CheckTopic[]
}

export function checklistOf(view: PackState, config: CheckConfig): Checklist {
  const failed = checksBeforeRequest(view, config)
  const codes = new Set<string>(failed.map(({ code }) => code))
  const fine = (Object.keys(MATTERS) as CheckTopic[]).filter(
    (matter) => !UNSPOKEN.includes(matter) && !MATTERS[matter].some((code) => codes.has(code)),
  )
  return { failed, fine }
}

/** What the sender entered to stand on pages, and what they let signers choose from. */
export function textsOfSender(view: PackState): string {
  return liveFields(view)
    .flatMap((field) => [...offeredIn(field), field.filledBy === 'self' ? enteredIn(field) : ''])
    .join('\n')
}

function enteredIn({ value }: Field): string {
  const entered = disclosed(value ?? '', '')
  return typeof entered === 'string' ? entered : entered.method === 'typed' ? entered.text : ''
}

/** Where a failed check is put right. */
export type FixLocation =
  | { readonly kind: 'field'; readonly keys: readonly string[] }
  | { readonly kind: 'signer'; readonly keys: readonly string[]; readonly detail: Detail }
  /** A copy recipient. */
  | { readonly kind: 'document'; readonly keys: readonly string[] }
  | { readonly kind: 'name' }
  /** Whose contacts may be named. */
  | { readonly kind: 'contacts' }
  | { readonly kind: 'custom_field'; readonly key: string }
  | { readonly kind: 'appendix'; readonly key: string }
/** Errors in a person's details. */
export type Detail = 'name' | 'email' | 'mobile'

export function fixLocationOf(view: PackState, { code, at }: FailedCheck): FixLocation | null {
  if (code === 'name-missing') return { kind: 'name' }
  if (code === 'contact-list-missing') return { kind: 'contacts' }
  if ((code === 'custom-field-incomplete' || code === 'custom-fields-hidden') && at[0]) return { kind: 'custom_field', key: at[0] }
  if (code === 'appendices-missing' && at[0]) return { kind: 'appendix', key: at[0] }
  if (code === 'not-converted' || code === 'no-fields') return null
  const keys = at.filter((key) => view.fields[key])
  if (keys.length > 0) return { kind: 'field', keys }
  const known = liveSignatories(view).some(({ uuid }) => at.includes(uuid))
  if (!known && code !== 'no-signatories') return { kind: 'document', keys: at }
  const detail = code.startsWith('mobiles') ? 'mobile' : code === 'emails-invalid' || code === 'contacts-not-listed' ? 'email' : 'name'
  return { kind: 'signer', keys: at, detail }
}

/** Whom or what a failed check is about, as far as it helps to find it. */
export function subjectOfCheck(
  view: PackState,
  { at }: FailedCheck,
): { readonly fields: number; readonly page: number } | { readonly names: string } | null {
  const fields = at.flatMap((key) => view.fields[key] ?? [])
  if (fields[0]) return { fields: fields.length, page: fields[0].page + 1 }
  const people = [...view.signatories, ...view.copyRecipients].filter(({ uuid }) => at.includes(uuid))
  const names = people.map(
    (one) => disclosed(one.name, '').trim() || disclosed(one.email, '').trim() || ('role' in one ? disclosed(one.role, '') : ''),
  )
  return names.length > 0 ? { names: names.filter(Boolean).join(', ') } : null
}
