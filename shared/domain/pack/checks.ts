import { disclosed, isBlank } from '#domain/kernel'
import { liveAppendices } from './appendices.ts'
import { listProblem, unlistedPeople } from './contact-lists.ts'
import { type ContactConfig, contactOf, emailIsOptional, emailProblem, isEmail, mobileIsMandatory, mobileProblem } from './contacts.ts'
import { incompleteCustomFields } from './custom-fields.ts'
import { fieldTypeOf } from './field-types/index.ts'
import { incompleteFields, isCompatible, liveFields, offeredIn } from './fields.ts'
import { hiddenInTexts } from './placeholders.ts'
import type { PackRefusalCode } from './refusals.ts'
import { type RuleProblem, ruleProblems, targetsOf } from './rules/problems.ts'
import { setUpByOthers, signatoryToSetUp } from './setting-up.ts'
import { liveSignatories, signatoryOf } from './signatories.ts'
import type { CopyRecipient, Field, PackState, Signatory } from './state.ts'
import { holdsNothing, printRefusal, type Typesetting } from './typesetting.ts'

export interface FailedCheck {
  readonly code: PackRefusalCode
  /** Keys of the fields, signatories, copy recipients or documents to blame. */
  readonly at: readonly string[]
  readonly slots?: Readonly<Record<string, string>>
}
/** What the checks need to know besides the pack itself. */
export interface CheckConfig extends ContactConfig {
  readonly typesetting: Typesetting
}
type Check = (state: PackState, config: CheckConfig) => readonly string[] | null

/**
 * Every check that fails before signatures are requested, in the order of the specification (section 5): the editor
 * marks them all, the API names the first. Of the fourteen, the one on custom controls comes with those.
 */
export function checksBeforeRequest(state: PackState, config: CheckConfig): readonly FailedCheck[] {
  return IN_ORDER.flatMap(([code, check]): readonly FailedCheck[] => {
    const at = check(state, config)
    if (at === null) return []
    // Each by its name, as the specification has it.
    if (code === 'custom-field-incomplete') return at.map((key) => ({ code, at: [key], slots: { name: customFieldName(state, key) } }))
    return [{ code, at }]
  })
}

const IN_ORDER: readonly (readonly [PackRefusalCode, Check])[] = [
  ['no-signatories', (state) => (liveSignatories(state).length === 0 ? [] : null)],
  ['name-missing', (state) => (isBlank(disclosed(state.name, '?')) ? [] : null)],
  ['no-fields', (state) => (liveFields(state).length === 0 ? [] : null)],
  ['fields-unassigned', (state) => fieldsWhere(state, (field) => fieldTypeOf(field).assignable && !hasAssignee(state, field))],
  [
    'choices-missing',
    (state) => fieldsWhere(state, (field) => fieldTypeOf(field).hasOptions && disclosed(field.options, [' ?']).length === 0),
  ],
  ['sender-fields-incomplete', (state) => some(incompleteFields(state, 'self'))],
  ['custom-field-incomplete', (state) => some(incompleteCustomFields(state).map(({ key }) => key))],
  ['emails-invalid', emailsInvalid],
  ['names-missing', namesMissing],
  ['mobiles-required', mobilesMissing],
  ['mobiles-invalid', mobilesInvalid],
  ['groups-missing', (state) => fieldsWhere(state, (field) => fieldTypeOf(field).hasGroup && field.exclusive && field.group === null)],
  [
    'custom-ids-invalid',
    (state) => (state.settings.fieldsLocked ? null : fieldsWhere(state, (field) => !isCompatible(disclosed(field.customId, '')))),
  ],
  ['contact-list-missing', ({ settings }, config) => (listProblem(settings, config) ? [] : null)],
  ['contacts-not-listed', (state, config) => (listProblem(state.settings, config) ? null : some(unlistedPeople(state, config)))],
  // Beyond the specification: nobody could finish where there is nobody to set up, and a page that is not there yet cannot be signed.
  ['set-ups-invalid', (state) => fieldsWhere(state, (field) => fieldTypeOf(field).setsUpSigner && !signatoryToSetUp(state, field))],
  ['custom-fields-hidden', (state) => some(hiddenInTexts(state).map(({ key }) => key))],
  ['rules-invalid', (state) => blamedRules(state, (problem) => problem !== 'rules-wait')],
  ['rules-wait', (state) => blamedRules(state, (problem) => problem === 'rules-wait')],
  ['texts-unprintable', (state, { typesetting }) => fieldsWhere(state, (field) => isUnprintable(field, typesetting))],
  ['not-converted', (state) => some(state.documents.filter(({ conversion }) => conversion.state !== 'converted').map(({ key }) => key))],
  [
    'appendices-missing',
    (state) => some(liveAppendices(state).flatMap(({ key, required, file }) => (required && file === null ? [key] : []))),
  ],
]

// Where an earlier signer sets up this one, existing details are judged, and nothing is missing yet.

function namesMissing(state: PackState): readonly string[] | null {
  const later = setUpByOthers(state)
  return some(signersWhere(state, (signer) => isBlank(contactOf(signer).name) && !later.has(signer.uuid)))
}

function emailsInvalid(state: PackState): readonly string[] | null {
  const later = setUpByOthers(state)
  const signers = signersWhere(state, (signer) => {
    const { email, channel } = contactOf(signer)
    // A missing address of those who may do without is the next checks' business.
    if (email.trim() === '' && (emailIsOptional(channel, state.settings) || later.has(signer.uuid))) return false
    return emailProblem(contactOf(signer), state.settings) !== null
  })
  const copies = copiesWhere(state, (recipient) => contactOf(recipient).email.trim() !== '' && !isEmail(contactOf(recipient).email.trim()))
  return some([...signers, ...copies])
}

function mobilesMissing(state: PackState, config: ContactConfig): readonly string[] | null {
  const later = setUpByOthers(state)
  const signers = signersWhere(state, (signer) => {
    const contact = contactOf(signer)
    if (contact.mobile.trim() === '' && later.has(signer.uuid)) return false
    if (mobileIsMandatory(state.settings, config)) return mobileProblem(contact, state.settings, config) !== null
    const reachable = contact.email.trim() !== '' || contact.mobile.trim() !== ''
    const mayLackEmail = emailIsOptional(contact.channel, state.settings)
    return mayLackEmail && (!reachable || mobileProblem(contact, state.settings, config) === 'mobile-required')
  })
  return some(signers)
}

function mobilesInvalid(state: PackState, config: ContactConfig): readonly string[] | null {
  const invalid = (person: Signatory | CopyRecipient) => mobileProblem(contactOf(person), state.settings, config) === 'mobile-invalid'
  return some([...signersWhere(state, invalid), ...copiesWhere(state, invalid)])
}

/** What the sender entered may have met a larger field, or no such rule, and choices only the sender can change. */
function isUnprintable(field: Field, typesetting: Typesetting): boolean {
  const { isPrinted, isSignature } = fieldTypeOf(field)
  if (!isPrinted) return false
  const entered = field.filledBy === 'self' ? disclosed(field.value ?? '', '') : ''
  const texts = [...(entered === '' ? [] : [entered]), ...offeredIn(field)]
  return (!isSignature && holdsNothing(field, typesetting)) || texts.some((text) => printRefusal(field, text, typesetting) !== null)
}

/** The fields whose conditions have such a problem. */
function blamedRules(state: PackState, isSuch: (problem: RuleProblem) => boolean): readonly string[] | null {
  const blamed = ruleProblems(state).filter(({ problem }) => isSuch(problem))
  return some([...new Set(blamed.flatMap(({ rule }) => targetsOf(state, rule.target).map(({ key }) => key)))])
}

function customFieldName({ customFields = [] }: PackState, key: string): string {
  return disclosed(customFields.find((one) => one.key === key)?.name ?? '', '')
}

function hasAssignee(state: PackState, field: Field): boolean {
  return field.assignee === 'self' || (field.assignee !== null && signatoryOf(state, field.assignee)?.removed === false)
}

function fieldsWhere(state: PackState, fails: (field: Field) => boolean): readonly string[] | null {
  return some(liveFields(state).flatMap((field) => (fails(field) ? [field.key] : [])))
}

function signersWhere(state: PackState, fails: (signer: Signatory) => boolean): readonly string[] {
  return liveSignatories(state).flatMap((signer) => (fails(signer) ? [signer.uuid] : []))
}

function copiesWhere(state: PackState, fails: (recipient: CopyRecipient) => boolean): readonly string[] {
  return state.copyRecipients.flatMap((recipient) => (!recipient.removed && fails(recipient) ? [recipient.uuid] : []))
}

function some(at: readonly string[]): readonly string[] | null {
  return at.length > 0 ? at : null
}
