import { disclosed, type Private } from '#domain/kernel'
import { liveAppendices } from './appendices.ts'
import type { PackCommand } from './commands.ts'
import { customFieldId, liveCustomFields } from './custom-fields.ts'
import type { FieldValue } from './events/index.ts'
import { extrasOf } from './field-properties.ts'
import { fieldTypeOf } from './field-types/index.ts'
import { heldIn, liveFields, offeredIn } from './fields.ts'
import { liveFormEntries } from './form.ts'
import { asWritten } from './placeholders.ts'
import { withFields, writeCondition } from './rules/condition.ts'
import { compiledRule } from './rules/visibility.ts'
import { SETTINGS, settingCommand, settingValue } from './settings.ts'
import { liveSignatories } from './signatories.ts'
import { hasFile } from './signature-value.ts'
import { groupsOf } from './signer-groups.ts'
import type { Assignee, Field, PackState } from './state.ts'

/** The copy's own key for what has one in the origin. Asked again it is the same: so that a copy can be gone on with. */
export interface CopyKeys {
  of(origin: string): string
  /** Its own file over the same bytes. Where the origin got another file before the copy was made, that is another one here too. */
  fileOf(file: string): string
}
/** What the upload of a document was, where a copy takes it along. */
export type Originals = ReadonlyMap<string, { readonly digest: string; readonly size: number }>
export interface CopyOf {
  readonly pack: string
  readonly state: PackState
}
export interface CopyAs {
  readonly kind: PackState['kind']
  readonly workspace: string
  readonly creator: string
  readonly name: string
}

/**
 * What makes a pack like another one, in setup: its pages, fields, signers, order, copy recipients and settings. Nothing
 * of what happened to the origin comes along: no request, no link, nothing that a signer filled in.
 */
export function commandsOfCopy(
  { pack, state: origin }: CopyOf,
  as: CopyAs,
  keys: CopyKeys,
  originals: Originals = new Map(),
): PackCommand[] {
  const state = asWritten(origin)
  const { kind, workspace, creator, name } = as
  const uuids = new Map(liveSignatories(state).map(({ uuid }) => [uuid, keys.of(uuid)]))
  return [
    { do: 'CreatePack', workspace, creator, kind, name, from: pack },
    ...documentsOf(state, keys, originals),
    // Who signs a template is not known before it is used; what a template names already goes on into its documents.
    ...signatoriesOf(state, keys, uuids, kind === 'document' || state.kind === 'template'),
    ...copyRecipientsOf(state, keys),
    ...fieldsOf(state, keys, uuids),
    ...customFieldsOf(state, keys),
    ...appendicesOf(state, keys),
    ...notificationRulesOf(state, keys),
    ...fieldRulesOf(state, keys),
    ...formOf(state, keys),
    ...settingsOf(state, as),
  ]
}

/**
 * A copy begins from the pages, and knows what else the file held: unanswered form fields are offered
 * here too. The upload as it came stays with its origin, but where earlier signatures make it travel with the sealed file.
 */
function documentsOf(state: PackState, keys: CopyKeys, originals: Originals): PackCommand[] {
  return state.documents.flatMap(({ key, name, filename, conversion, pages, found }): PackCommand[] => {
    if (conversion.state !== 'converted') return []
    const [document, file] = [keys.of(key), keys.fileOf(conversion.file)]
    const { digest, size, repaired } = conversion
    const original = originals.get(key)
    const upload = original ? { file: keys.fileOf(conversion.source), ...original } : { file, digest, size }
    const { formFields, answered, signatures, ...others } = found
    const form = formFields && { ...formFields, file: keys.fileOf(formFields.file) }
    return [
      { do: 'AddDocument', document, name: words(name) },
      { do: 'ReceiveFile', document, ...upload, filename: words(filename) },
      {
        do: 'RecordConversion',
        document,
        source: upload.file,
        ...{ file, digest, size, pages, repaired },
        found: { ...others, formFields: form, signatures: original ? signatures : 0 },
      },
      ...(answered === null ? [] : [{ do: 'AnswerFormFields', document, taken: answered } as const]),
    ]
  })
}

function signatoriesOf(state: PackState, keys: CopyKeys, uuids: ReadonlyMap<string, string>, withContacts: boolean): PackCommand[] {
  const added = liveSignatories(state).flatMap((origin): PackCommand[] => {
    const signatory = uuids.get(origin.uuid)!
    const contacts: PackCommand[] = [
      { do: 'NameSignatory', signatory, name: words(origin.name) },
      { do: 'SetSignatoryEmail', signatory, email: words(origin.email) },
      { do: 'SetSignatoryMobile', signatory, mobile: words(origin.mobile) },
      { do: 'LinkSignatoryToUser', signatory, user: origin.user },
    ]
    return [
      { do: 'AddSignatory', signatory, role: words(origin.role) },
      ...(withContacts ? contacts : []),
      // Only where there is something to choose: a user who may not choose copies all the rest.
      ...(origin.channel === 'email' ? [] : [{ do: 'SetSignatoryChannel', signatory, channel: origin.channel } as const]),
      { do: 'SetSignatoryOptional', signatory, optional: origin.optional },
      { do: 'SwitchNotifications', signatory, about: 'signing', on: origin.notified.signing },
      { do: 'SwitchNotifications', signatory, about: 'viewing', on: origin.notified.viewing },
    ]
  })
  const groups = groupsOf(state).map(({ uuid, name }) => ({ do: 'AddSignerGroup', group: keys.of(uuid), name: words(name) }) as const)
  const inCopy = new Map([...uuids, ...groupsOf(state).map(({ uuid }) => [uuid, keys.of(uuid)] as const)])
  const steps = state.steps.map((step) => step.flatMap((uuid) => inCopy.get(uuid) ?? [])).filter((step) => step.length > 0)
  return [...added, ...groups, { do: 'SetSigningOrder', steps }]
}

function copyRecipientsOf(state: PackState, keys: CopyKeys): PackCommand[] {
  return state.copyRecipients
    .filter(({ removed }) => !removed)
    .flatMap((origin): PackCommand[] => {
      const recipient = keys.of(origin.uuid)
      return [
        { do: 'AddCopyRecipient', recipient },
        { do: 'NameCopyRecipient', recipient, name: words(origin.name) },
        { do: 'SetCopyRecipientEmail', recipient, email: words(origin.email) },
        { do: 'SetCopyRecipientMobile', recipient, mobile: words(origin.mobile) },
      ]
    })
}

function customFieldsOf(state: PackState, keys: CopyKeys): PackCommand[] {
  return liveCustomFields(state).flatMap((origin): PackCommand[] => {
    const { key, name, value, required, visible } = origin
    // One whose name is gone has nothing left that a copy could take.
    if (words(name) === '') return []
    const is = { id: customFieldId(origin), name: words(name), value: words(value), required, visible }
    return [{ do: 'SetCustomField', customField: keys.of(key), ...is, from: key }]
  })
}

function appendicesOf(state: PackState, keys: CopyKeys): PackCommand[] {
  return liveAppendices(state).flatMap(({ key, audience, required, customId, description, file }): PackCommand[] => {
    const appendix = keys.of(key)
    const content = file && disclosed(file.content, null)
    return [
      { do: 'AddAppendix', appendix, audience, required, customId: words(customId), description: words(description) },
      ...(file && content
        ? [{ do: 'AttachAppendixFile', appendix, file: keys.fileOf(file.key), ...content, filename: words(file.filename) } as const]
        : []),
    ]
  })
}

function fieldsOf(state: PackState, keys: CopyKeys, uuids: ReadonlyMap<string, string>): PackCommand[] {
  const assigned = (assignee: Assignee) => (assignee === null || assignee === 'self' ? assignee : (uuids.get(assignee) ?? null))
  const placed = liveFields(state)
    .filter(({ temporary }) => !temporary)
    .map((origin) => ({ origin, field: keys.of(origin.key) }))
  return [
    ...placed.map(({ origin, field }): PackCommand => {
      const { page, x, y, width, height, type, required, group, exclusive, autoDate } = origin
      return {
        do: 'PlaceField',
        field,
        document: keys.of(origin.document),
        ...{ page, x, y, width, height, type, required, group, exclusive, autoDate },
        ...extrasOf(origin),
        assignee: assigned(origin.assignee),
        customId: words(origin.customId),
        description: words(origin.description),
        options: offeredIn(origin),
        overlapping: true,
      }
    }),
    // After all are placed: ticking one field of a group looks at the others.
    ...placed.flatMap(({ origin, field }): PackCommand[] => {
      const value = fieldValueToCopy(origin)
      if (value === null) return []
      const own = hasFile(value) ? { ...value, file: keys.fileOf(value.file) } : value
      return [{ do: 'FillField', field, by: 'self', value: own }]
    }),
  ]
}

/** The values the sender wrote into fields of their own. A signature is given again each time, a date of signing too. */
export function fieldValueToCopy(field: Field): FieldValue | null {
  const { value, filledBy } = heldIn(field)
  const isSenders = field.assignee === 'self' && filledBy === 'self'
  if (!isSenders || field.autoDate || fieldTypeOf(field).isSignature || value === null) return null
  return disclosed(value, null)
}

/** Files in fields that a copy takes along. */
export function picturesToCopy(state: PackState): readonly string[] {
  return liveFields(state).flatMap((field) => {
    const value = fieldValueToCopy(field)
    return value !== null && hasFile(value) ? [value.file] : []
  })
}

/** Without the results of their signing there: each begins again. */
/** A rule whose text is gone decides nothing any more. */
function fieldRulesOf({ rules = [], fields }: PackState, keys: CopyKeys): PackCommand[] {
  const isTaken = (key: string) => fields[key]?.removed === false && !fields[key].temporary
  return rules.flatMap((rule): PackCommand[] => {
    const condition = compiledRule(rule)?.condition
    if (!condition || !rule.fields.every(isTaken)) return []
    if ('field' in rule.target && !isTaken(rule.target.field)) return []
    const target = 'field' in rule.target ? { field: keys.of(rule.target.field) } : rule.target
    return [{ do: 'SetFieldRule', rule: keys.of(rule.key), target, condition: writeCondition(withFields(condition, keys.of)) }]
  })
}

function formOf(state: PackState, keys: CopyKeys): PackCommand[] {
  const taken = liveFormEntries(state).filter(({ asksFor }) => asksFor === null || !state.fields[asksFor]?.temporary)
  return taken.map(({ key, type, asksFor, label }, at) => ({
    do: 'AddFormEntry',
    entry: keys.of(key),
    type,
    asksFor: asksFor === null ? null : keys.of(asksFor),
    label: words(label),
    after: at === 0 ? null : keys.of(taken[at - 1]!.key),
  }))
}

function notificationRulesOf({ notifications }: PackState, keys: CopyKeys): PackCommand[] {
  return notifications.rules.map(({ key, event, action, countdown }) => ({
    do: 'SetNotificationRule',
    rule: keys.of(key),
    event,
    action,
    countdown,
  }))
}

function settingsOf({ settings: held, workspace }: PackState, as: CopyAs): PackCommand[] {
  // A contact list is known in its own workspace alone.
  const settings = as.workspace === workspace ? held : { ...held, contactList: '' }
  return [
    // Only settings that differ from a new document’s: without the right to change one, all the rest are still copied.
    ...SETTINGS.flatMap((setting) => {
      const value = settingValue(setting, settings)
      return value === setting.initial ? [] : [settingCommand(setting, value)]
    }),
    { do: 'SetSigningMethods', ...settings.methods },
    // Last: where fields are locked nothing can be placed.
    { do: settings.fieldsLocked ? 'LockFields' : 'UnlockFields' },
  ]
}

/** A text whose key was destroyed is gone in copies too. */
function words(text: Private<string>): string {
  return disclosed(text, '')
}
