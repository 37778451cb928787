import { z } from 'zod'
import { disclosed } from '#domain/kernel'
import {
  customFieldId,
  type Field,
  fieldTypeOf,
  fieldValueToCopy,
  liveCustomFields,
  liveFields,
  liveSignatories,
  MOST_TEXT,
  type PackState,
} from '#domain/pack'

// A little more than a document takes still fits, so that the document's own rules refuse it in their words.
const text = z.string().max(2 * MOST_TEXT)
const key = z.string().min(1).max(200)
const person = z.object({ name: text, email: text, mobile: text })

/**
 * What each document of a bulk send is given. Every text may name columns of the recipient list as `{{column}}`; an empty text leaves what
 * the template says. Keys are those of the template's fields, signers and copy recipients.
 */
export const mappingSchema = z.object({
  subject: text,
  message: text,
  name: text,
  fields: z.record(key, text),
  signers: z.record(key, person),
  copies: z.record(key, person),
  customFields: z.record(key, text),
})
export type Mapping = z.infer<typeof mappingSchema>
export type MappedPerson = z.infer<typeof person>
export type PersonPart = keyof MappedPerson
export const PERSON_PARTS: readonly PersonPart[] = ['name', 'email', 'mobile']

export const EMPTY_MAPPING: Mapping = { subject: '', message: '', name: '', fields: {}, signers: {}, copies: {}, customFields: {} }
const NOBODY: MappedPerson = { name: '', email: '', mobile: '' }

/** One text of a document that a mapping can set. */
export type MappingTarget =
  | { readonly of: 'name' | 'subject' | 'message' }
  | { readonly of: 'field' | 'custom-field'; readonly key: string }
  | { readonly of: 'signer' | 'copy'; readonly key: string; readonly part: PersonPart }

/** The same target has the same id. */
export function targetId(target: MappingTarget): string {
  return [target.of, ...('key' in target ? [target.key] : []), ...('part' in target ? [target.part] : [])].join('/')
}

/** Every text of the template that a mapping can set: the document's own, people's details, then fields in the order of their pages. */
export function targetsOf(template: PackState): readonly MappingTarget[] {
  const details = (of: 'signer' | 'copy', people: readonly { readonly uuid: string }[]) =>
    people.flatMap(({ uuid }) => PERSON_PARTS.map((part): MappingTarget => ({ of, key: uuid, part })))
  return [
    { of: 'name' },
    { of: 'subject' },
    { of: 'message' },
    ...details('signer', liveSignatories(template)),
    ...details('copy', liveCopies(template)),
    ...mappableFields(template).map(({ key }): MappingTarget => ({ of: 'field', key })),
    ...liveCustomFields(template).map(({ key }): MappingTarget => ({ of: 'custom-field', key })),
  ]
}

export function liveCopies(template: PackState): PackState['copyRecipients'] {
  return template.copyRecipients.filter(({ removed }) => !removed)
}

/** Fields that a text can fill in before anybody signs. */
export function mappableFields(template: PackState): readonly Field[] {
  return liveFields(template).filter(isMappable)
}
export function isMappable(field: Field): boolean {
  return fieldTypeOf(field).fromText !== null && !field.autoDate && field.temporary !== true
}

/** What the mapping says at this place. */
export function mappedText(mapping: Mapping, target: MappingTarget): string {
  switch (target.of) {
    case 'field':
      return own(mapping.fields, target.key) ?? ''
    case 'custom-field':
      return own(mapping.customFields, target.key) ?? ''
    case 'signer':
    case 'copy':
      return own(mapping[GROUPS[target.of]], target.key)?.[target.part] ?? ''
    default:
      return mapping[target.of]
  }
}

/** The mapping with another text at this place; an empty one removes it. */
export function withText(mapping: Mapping, target: MappingTarget, written: string): Mapping {
  switch (target.of) {
    case 'field':
      return { ...mapping, fields: withEntry(mapping.fields, target.key, written === '' ? null : written) }
    case 'custom-field':
      return { ...mapping, customFields: withEntry(mapping.customFields, target.key, written === '' ? null : written) }
    case 'signer':
    case 'copy': {
      const group = GROUPS[target.of]
      const person = { ...(own(mapping[group], target.key) ?? NOBODY), [target.part]: written }
      const isEmpty = PERSON_PARTS.every((part) => person[part] === '')
      return { ...mapping, [group]: withEntry(mapping[group], target.key, isEmpty ? null : person) }
    }
    default:
      return { ...mapping, [target.of]: written }
  }
}

/** What the template itself says at this place; a copy of it begins with that. */
export function templateText(template: PackState, target: MappingTarget): string {
  switch (target.of) {
    case 'name':
      return disclosed(template.name, '')
    case 'subject':
    case 'message':
      return disclosed(template.settings[target.of], '')
    case 'field': {
      const field = template.fields[target.key]
      const value = field ? fieldValueToCopy(field) : null
      return typeof value === 'string' ? value : ''
    }
    case 'custom-field':
      return disclosed(template.customFields?.find(({ key }) => key === target.key)?.value ?? '', '')
    default: {
      const people = target.of === 'signer' ? template.signatories : template.copyRecipients
      const person = people.find(({ uuid }) => uuid === target.key)
      return person ? disclosed(person[target.part], '') : ''
    }
  }
}

/** A mapping may name a custom field by the id that people know; within, its key is what counts, which a new name leaves as it is. */
export function keyedByCustomField(mapping: Mapping, template: PackState): Mapping {
  const keys = new Map(liveCustomFields(template).map((one) => [customFieldId(one), one.key]))
  const entries = Object.entries(mapping.customFields)
  if (!entries.some(([id]) => keys.has(id))) return mapping
  return { ...mapping, customFields: Object.fromEntries(entries.map(([id, written]) => [keys.get(id) ?? id, written])) }
}

/**
 * What the mapping gives a text and the template has no longer: it would be lost without a word. One for each field, person and custom field,
 * by the name that it had, where the template remembers one.
 */
export function missingTargets(mapping: Mapping, template: PackState): readonly { readonly at: KeyedTarget; readonly name: string }[] {
  const there = new Set([
    ...liveFields(template).map(({ key }) => key),
    ...liveSignatories(template).map(({ uuid }) => uuid),
    ...liveCopies(template).map(({ uuid }) => uuid),
    ...liveCustomFields(template).map(({ key }) => key),
  ])
  const { fields, customFields, signers, copies } = keyedByCustomField(mapping, template)
  const texts = (of: 'field' | 'custom-field', said: Readonly<Record<string, string>>) =>
    Object.entries(said).flatMap(([key, written]): KeyedTarget[] => (written === '' ? [] : [{ of, key }]))
  const people = (of: 'signer' | 'copy', said: Readonly<Record<string, MappedPerson>>) =>
    Object.entries(said).flatMap(([key, person]): KeyedTarget[] => {
      const part = PERSON_PARTS.find((one) => person[one] !== '')
      return part ? [{ of, key, part }] : []
    })
  return [...people('signer', signers), ...people('copy', copies), ...texts('field', fields), ...texts('custom-field', customFields)]
    .filter(({ key }) => !there.has(key))
    .map((at) => ({ at, name: formerName(at, template) || at.key }))
}
type KeyedTarget = Extract<MappingTarget, { readonly key: string }>

function formerName({ of, key }: KeyedTarget, template: PackState): string {
  switch (of) {
    case 'field':
      return disclosed(own(template.fields, key)?.customId ?? '', '')
    case 'custom-field':
      return disclosed(template.customFields?.find((one) => one.key === key)?.name ?? '', '')
    case 'signer':
      return disclosed(template.signatories.find(({ uuid }) => uuid === key)?.role ?? '', '')
    case 'copy':
      return disclosed(template.copyRecipients.find(({ uuid }) => uuid === key)?.name ?? '', '')
    default:
      return of satisfies never
  }
}

/** The mapping without what it gives there. */
export function withoutTarget(said: Mapping, { of, key }: KeyedTarget, template: PackState): Mapping {
  const mapping = keyedByCustomField(said, template)
  const group = of === 'field' ? 'fields' : of === 'custom-field' ? 'customFields' : GROUPS[of]
  return { ...mapping, [group]: withEntry<unknown>(mapping[group], key, null) }
}

const GROUPS = { signer: 'signers', copy: 'copies' } as const

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function withEntry<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
  const { [key]: _replaced, ...others } = record
  return value === null ? others : { ...others, [key]: value }
}
