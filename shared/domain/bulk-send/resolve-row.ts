import type { DateOrder } from '#domain/filters'
import { disclosed, WITHHELD } from '#domain/kernel'
import {
  type ContactConfig,
  customFieldId,
  e164,
  emailIsOptional,
  type Field,
  fieldTypeOf,
  incompleteCustomFields,
  incompleteFields,
  inert,
  isEmail,
  liveCustomFields,
  liveSignatories,
  mobileIsRequired,
  offeredIn,
  type PackCommand,
  type PackState,
  setUpByOthers,
} from '#domain/pack'
import {
  keyedByCustomField,
  liveCopies,
  type MappedPerson,
  type Mapping,
  type MappingTarget,
  mappableFields,
  mappedText,
  missingTargets,
  type PersonPart,
  targetId,
  targetsOf,
  templateText,
} from './mapping.ts'
import { expanded, isLinked, type LinkedText, linkedText } from './placeholders.ts'
import { type MappingProblem, mappingProblem } from './problems.ts'

/** What a mapping is applied to. */
export interface MappedTemplate {
  readonly mapping: Mapping
  readonly template: PackState
  /** Names of the list's columns, in their order. */
  readonly columns: readonly string[]
  /** How its cells write dates that do not begin with their year. */
  readonly dates: DateOrder
  readonly config: ContactConfig
}

/** What one document is given, by the template's keys. */
export interface RowValues {
  readonly name: string
  readonly subject: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly signers: Readonly<Record<string, MappedPerson>>
  readonly copies: Readonly<Record<string, MappedPerson>>
  readonly customFields: Readonly<Record<string, string>>
}
export interface ResolvedRow {
  readonly values: RowValues
  /** Empty: the document can be made. */
  readonly problems: readonly MappingProblem[]
}

/** Reads mapping and template once, and says of each row of the list what its document is given and what is wrong with it. */
export function rowResolver(mapped: MappedTemplate): (cells: readonly string[]) => ResolvedRow {
  const texts = textsOf(mapped)
  const judge = judgeOf(mapped, texts)
  const isFilledLater = liveCustomFields(mapped.template).length > 0
  return (cells) => {
    // The document's own texts are looked through again when signatures are requested: a cell is no placeholder then.
    const quiet = isFilledLater ? cells.map(inert) : cells
    const written = new Map([...texts].map(([id, text]) => [id, expanded(text, FILLED_LATER.has(id) ? quiet : cells)]))
    const values = valuesOf(mapped, (target) => written.get(targetId(target)) ?? '')
    return { values, problems: judge((id) => written.get(id) ?? '', values.fields) }
  }
}
const FILLED_LATER: ReadonlySet<string> = new Set(['name', 'subject', 'message'])

/** Errors that every row has. A text that names columns is judged with its row. */
export function mappingProblems(mapped: MappedTemplate): readonly MappingProblem[] {
  const texts = textsOf(mapped)
  const known = (id: string) => {
    const text = texts.get(id)
    return text === undefined ? '' : isLinked(text) ? null : text.written
  }
  const { fields } = valuesOf(mapped, (target) => known(targetId(target)) ?? '')
  const linked = mappableFields(mapped.template).flatMap(({ key }) => (known(`field/${key}`) === null ? [[key, null] as const] : []))
  return judgeOf(mapped, texts)(known, { ...fields, ...Object.fromEntries(linked) })
}

/** What gives a new copy of the template the values of its row. `keyIn` says which key of the copy stands for one of the template. */
export function commandsOfRow(values: RowValues, template: PackState, keyIn: (key: string) => string): readonly PackCommand[] {
  return targetsOf(template).flatMap((target) => commandsAt(target, values, template, keyIn))
}

/** Those for one target: none where the template says the same. */
export function commandsAt(
  target: MappingTarget,
  values: RowValues,
  template: PackState,
  keyIn: (key: string) => string,
): readonly PackCommand[] {
  const value = valueAt(values, target)
  return value === templateText(template, target) ? [] : commandsFor(target, value, template, keyIn)
}

function commandsFor(target: MappingTarget, value: string, template: PackState, keyIn: (key: string) => string): PackCommand[] {
  switch (target.of) {
    case 'name':
      return [{ do: 'RenamePack', name: value }]
    case 'subject':
      return [{ do: 'SetSubject', subject: value }]
    case 'message':
      return [{ do: 'SetMessage', message: value }]
    case 'field':
      return [{ do: 'FillField', field: keyIn(target.key), by: 'self', value }]
    case 'custom-field':
      return [{ do: 'SetCustomField', customField: keyIn(target.key), value }]
    case 'signer': {
      const signatory = keyIn(target.key)
      if (target.part === 'name') return [{ do: 'NameSignatory', signatory, name: value }]
      if (target.part === 'mobile') return [{ do: 'SetSignatoryMobile', signatory, mobile: value }]
      // Another address is another person than the account holder whom the template names.
      const isLinkedToUser = template.signatories.some(({ uuid, user }) => uuid === target.key && user !== null)
      const unlinked: PackCommand[] = isLinkedToUser ? [{ do: 'LinkSignatoryToUser', signatory, user: null }] : []
      return [{ do: 'SetSignatoryEmail', signatory, email: value }, ...unlinked]
    }
    case 'copy': {
      const recipient = keyIn(target.key)
      if (target.part === 'name') return [{ do: 'NameCopyRecipient', recipient, name: value }]
      if (target.part === 'mobile') return [{ do: 'SetCopyRecipientMobile', recipient, mobile: value }]
      return [{ do: 'SetCopyRecipientEmail', recipient, email: value }]
    }
    default:
      return target satisfies never
  }
}

export function valueAt(values: RowValues, target: MappingTarget): string {
  switch (target.of) {
    case 'field':
      return values.fields[target.key] ?? ''
    case 'custom-field':
      return values.customFields[target.key] ?? ''
    case 'signer':
      return values.signers[target.key]?.[target.part] ?? ''
    case 'copy':
      return values.copies[target.key]?.[target.part] ?? ''
    default:
      return values[target.of]
  }
}

/** What stands at each place: the mapping's text, else the template's own. */
function textsOf({ mapping: said, template, columns }: MappedTemplate): ReadonlyMap<string, LinkedText> {
  const mapping = keyedByCustomField(said, template)
  return new Map(
    targetsOf(template).map((target) => {
      const written = mappedText(mapping, target) || templateText(template, target)
      return [targetId(target), linkedText(written, columns)]
    }),
  )
}

function valuesOf({ template, dates, config }: MappedTemplate, textAt: (target: MappingTarget) => string): RowValues {
  const detail = (of: 'signer' | 'copy', key: string, part: PersonPart) => textAt({ of, key, part }).trim()
  const people = (of: 'signer' | 'copy', listed: readonly { readonly uuid: string }[]) =>
    Object.fromEntries(
      listed.map(({ uuid: key }): [string, MappedPerson] => {
        const mobile = detail(of, key, 'mobile')
        const kept = e164(mobile, config.defaultCountry) ?? mobile
        return [key, { name: detail(of, key, 'name'), email: detail(of, key, 'email'), mobile: kept }]
      }),
    )
  return {
    name: textAt({ of: 'name' }).trim(),
    subject: textAt({ of: 'subject' }).trim(),
    message: textAt({ of: 'message' }),
    fields: Object.fromEntries(
      mappableFields(template).map((field) => [field.key, fieldValue(field, textAt({ of: 'field', key: field.key }), dates)]),
    ),
    signers: people('signer', liveSignatories(template)),
    copies: people('copy', liveCopies(template)),
    customFields: Object.fromEntries(liveCustomFields(template).map(({ key }) => [key, textAt({ of: 'custom-field', key })])),
  }
}

function fieldValue(field: Field, written: string, dates: DateOrder): string {
  return written.trim() === '' ? '' : fieldTypeOf(field).fromText!(written, offeredIn(field), dates)
}

type Judge = (
  /** What stands at the place of this id; null: not known yet. */
  textAt: (id: string) => string | null,
  fields: Readonly<Record<string, string | null>>,
) => readonly MappingProblem[]

function judgeOf(mapped: MappedTemplate, texts: ReadonlyMap<string, LinkedText>): Judge {
  const { template } = mapped
  const custom = new Set(liveCustomFields(template).map(customFieldId))
  const missing = targetsOf(template).flatMap((at) =>
    (texts.get(targetId(at))?.unknown ?? [])
      .filter((column) => !(FILLED_LATER.has(at.of) && custom.has(column)))
      .map((column) => mappingProblem('column-missing', at, { column })),
  )
  const gone = missingTargets(mapped.mapping, template).map(({ at, name }) => mappingProblem('target-missing', at, { name }))
  const later = setUpByOthers(template)
  const signers = liveSignatories(template)
    .filter(({ uuid }) => !later.has(uuid))
    .map(({ uuid, channel }) => ({
      of: 'signer' as const,
      key: uuid,
      emailIsOptional: emailIsOptional(channel, template.settings),
      mobileIsRequired: mobileIsRequired(channel, template.settings, mapped.config),
    }))
  const copies = liveCopies(template).map(({ uuid }) => ({
    of: 'copy' as const,
    key: uuid,
    emailIsOptional: false,
    mobileIsRequired: false,
  }))
  const people = [...signers, ...copies]
  return (textAt, fields) => [
    ...gone,
    ...missing,
    ...people.flatMap((person) => problemsOf(person, mapped.config, textAt, texts)),
    ...fieldsWithout(template, fields),
    ...customFieldsWithout(template, textAt),
  ]
}

interface JudgedPerson {
  readonly of: 'signer' | 'copy'
  readonly key: string
  readonly emailIsOptional: boolean
  readonly mobileIsRequired: boolean
}

function problemsOf(
  person: JudgedPerson,
  config: ContactConfig,
  textAt: Parameters<Judge>[0],
  texts: ReadonlyMap<string, LinkedText>,
): readonly MappingProblem[] {
  const { of, key } = person
  const detail = (part: PersonPart) => {
    const at: MappingTarget = { of, key, part }
    const id = targetId(at)
    return { at, text: textAt(id)?.trim() ?? null, linked: isLinked(texts.get(id)!) }
  }
  const [name, email, mobile] = [detail('name'), detail('email'), detail('mobile')]
  const problems: MappingProblem[] = []
  if (name.text === '') problems.push(mappingProblem(name.linked ? 'name-required' : 'name-undefined', name.at))
  if (email.text === '') {
    if (!person.emailIsOptional) problems.push(mappingProblem(email.linked ? 'linked-email-invalid' : 'email-undefined', email.at))
    else if (!person.mobileIsRequired && mobile.text === '') problems.push(mappingProblem('email-or-mobile-undefined', email.at))
  } else if (email.text !== null && !isEmail(email.text)) {
    problems.push(mappingProblem(email.linked ? 'linked-email-invalid' : 'email-invalid', email.at))
  }
  if (mobile.text === '') {
    if (person.mobileIsRequired) problems.push(mappingProblem('mobile-undefined', mobile.at))
  } else if (mobile.text !== null && e164(mobile.text, config.defaultCountry) === null) {
    problems.push(mappingProblem('mobile-invalid', mobile.at))
  }
  return problems
}

/** Custom fields that have to say something and do not. */
function customFieldsWithout(template: PackState, textAt: Parameters<Judge>[0]): readonly MappingProblem[] {
  const customFields = liveCustomFields(template).map((one) => {
    // What a row will say counts as given.
    return { ...one, value: textAt(targetId({ of: 'custom-field', key: one.key })) ?? WITHHELD }
  })
  return incompleteCustomFields({ ...template, customFields }).map((one) =>
    mappingProblem('field-undefined', { of: 'custom-field', key: one.key }, { id: customFieldId(one) }),
  )
}

/** Fields of the sender that have to hold something and do not. */
function fieldsWithout(template: PackState, values: Readonly<Record<string, string | null>>): readonly MappingProblem[] {
  const fields = Object.fromEntries(
    Object.entries(template.fields).map(([key, field]) => {
      const value = values[key]
      // What a row will say counts as given.
      return [key, value === undefined ? field : { ...field, value: value === null ? WITHHELD : value || null, filledBy: 'self' as const }]
    }),
  )
  return incompleteFields({ ...template, fields }, 'self').map((key) =>
    mappingProblem('field-undefined', { of: 'field', key }, { id: disclosed(template.fields[key]!.customId, '') }),
  )
}
