import { z } from 'zod'
import { disclosed, event, isWithheld, sealed, withoutOverrides } from '#domain/kernel'
import { MOST, textRefusal } from './bounds.ts'
import { id } from './events/define.ts'
import { hierarchyFrom, hierarchyToRecord } from './field-hierarchy.ts'
import { ALIGNMENTS, cellsOf, layout, layoutRefusal, lengthRefusal, MOST_CELLS, TEXT_SIZES } from './field-layout.ts'
import { MOST_TEXT } from './field-types/names.ts'
import type { FieldTraits } from './field-types/traits.ts'
import { type AskedOf, type FormOf, isSame, isUnclear, type Unclear } from './properties.ts'
import type { PackRefusalCode } from './refusals.ts'
import { type Refused, refuse } from './refuse.ts'

/** `#rrggbb`. */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/)
/** What of its signatory a field may be filled in with by itself. */
export const AUTO_FILLS = ['name', 'email', 'mobile'] as const
export type AutoFill = (typeof AUTO_FILLS)[number]

const length = z.int().min(1).max(MOST_TEXT)
const MOST_LABEL = 200
const textSize = z.int().min(TEXT_SIZES.least).max(TEXT_SIZES.most)

/** Only a person who fills it in goes on from it; a note next to the document is no step on their way. */
const isStep = (kind: FieldTraits) => kind.assignable && !kind.isExcludedFromSigning

/**
 * One property of a field, all of it: what it is called and how it is written on the wire, in commands and in events, what it takes,
 * its words in the audit trail and where the inspector shows it. Saving, undo, copies, the clipboard, records and the audit trail walk
 * this table, so that none of them can be forgotten.
 */
interface Definition<S extends z.ZodType, E, C, A extends string | null, D, W extends Readonly<Record<string, FormOf>>> {
  /** The value as it is sent in commands and kept on the clipboard. */
  readonly schema: S
  /** What a field without it has. The state of a field never holds it, so that views from before the property digest as they did. */
  readonly none: z.output<S>
  readonly command: C
  readonly event: E
  /** What the value is called in both; null: it has parts, each under its own name, and a command may leave some out. */
  readonly argument: A
  /** The event says the opposite: on is what a field has without it. */
  readonly inverted?: true
  readonly stored: D
  /** Names on the wire, and what stands there. */
  readonly wire: W
  fromRecord(asked: AskedOf<W>, held: z.output<S>): z.output<S> | Unclear
  toRecord(value: z.output<S>): { readonly [N in keyof W]: unknown }
  /** Which types of field take it, and the refusal of the others. Left out: all. */
  readonly only?: { readonly of: (kind: FieldTraits) => boolean; readonly refused: PackRefusalCode }
  clean?(value: z.output<S>): z.output<S>
  refusal?(value: z.output<S>, key: string): Refused | null
  /** Whether what stands in the field cannot stay there. */
  empties?(value: z.output<S>, standing: unknown): boolean
  /** It is read by whom the field is for. */
  readonly isShownToSigner?: true
  /** What happened, in the audit trail. `field` names the field. */
  audit(value: z.output<S>, field: string): string
  readonly inspector: Inspector
}
/**
 * Where the inspector shows it, and how. It makes a `line` to write in or a `switch` by itself, with words from its catalogue, which
 * have the property's name; an `own` input stands in its registry.
 */
type Inspector = {
  readonly group: 'switches' | 'asked' | 'entry' | 'words' | 'looks'
  /** Where fields of this type, for this assignee, show it. Left out: where they take it. */
  readonly isShown?: (kind: FieldTraits, assignee: string | null) => boolean
} & ({ readonly as: 'own' } | { readonly as: 'switch' } | { readonly as: 'line'; readonly most: number; readonly hint?: true })

function property<
  S extends z.ZodType,
  const E extends string,
  const C extends string,
  const A extends string | null,
  D,
  const W extends Readonly<Record<string, FormOf>>,
  const I extends Inspector,
>(definition: Definition<S, E, C, A, D, W> & { readonly inspector: I }) {
  return definition
}

const PLACES = { left: 'to the left', centre: 'in the centre', right: 'to the right' } as const

/** In the order in which they are recorded when a field is placed. */
export const fieldProperties = {
  /** What people are asked for. */
  label: property({
    schema: z.string(),
    none: '',
    command: 'LabelField',
    event: 'FieldLabelled',
    argument: 'label',
    stored: event(1, { field: id, label: sealed(z.string()) }),
    wire: { label: 'text' },
    fromRecord: ({ label }) => label ?? '',
    toRecord: (label) => ({ label: label || null }),
    // It stands on one line, next to other words that it must not turn round.
    clean: (label) => withoutOverrides(label.replace(/\s+/g, ' ')).trim(),
    refusal: (label) => textRefusal(label, MOST_LABEL),
    isShownToSigner: true,
    audit: (label, field) => (label === '' ? `removed the label of ${field}` : `labelled ${field}`),
    inspector: { group: 'asked', as: 'line', most: MOST_LABEL, hint: true, isShown: (kind) => kind.assignable },
  }),
  layout: property({
    schema: layout.nullable(),
    none: null,
    command: 'LayOutField',
    event: 'FieldLaidOut',
    argument: 'layout',
    // null: by its size, as a field stands that was never laid out.
    stored: event(1, { field: id, layout: layout.nullable() }),
    wire: { text_layout: ['single-line', 'multi-line', 'comb'], comb_cells: 'number' },
    fromRecord({ text_layout, comb_cells }, held) {
      const as = text_layout === undefined ? (held?.as ?? null) : text_layout
      if (as !== 'comb') {
        return text_layout === undefined && comb_cells ? { unclear: 'Only a text_layout of comb has comb_cells.' } : as && { as }
      }
      const cells = comb_cells ?? cellsOf(held)
      return cells === null ? { unclear: 'A comb needs comb_cells: how many characters it takes.' } : { as, cells }
    },
    toRecord: (value) => ({ text_layout: value?.as ?? null, comb_cells: cellsOf(value) }),
    only: { of: (kind) => kind.hasLayout, refused: 'has-no-layout' },
    refusal(value, key) {
      if (value?.as !== 'comb') return null
      return layout.safeParse(value).success ? null : refuse('layout-invalid', { at: [key], slots: { most: MOST_CELLS } })
    },
    empties: (value, standing) => typeof standing === 'string' && layoutRefusal(value, standing) !== null,
    audit: (_value, field) => `changed how text stands in ${field}`,
    inspector: { group: 'entry', as: 'own' },
  }),
  /** The most characters that its text takes. */
  maxLength: property({
    schema: z.number().nullable(),
    none: null,
    command: 'SetFieldMaxLength',
    event: 'FieldMaxLengthChanged',
    argument: 'most',
    // null: as many as there is room for.
    stored: event(1, { field: id, most: length.nullable() }),
    wire: { max_length: 'number' },
    fromRecord: ({ max_length }) => max_length ?? null,
    toRecord: (max_length) => ({ max_length }),
    only: { of: (kind) => kind.hasLayout, refused: 'has-no-max-length' },
    refusal: (most, key) =>
      most === null || length.safeParse(most).success ? null : refuse('max-length-invalid', { at: [key], slots: { most: MOST_TEXT } }),
    empties: (most, standing) => typeof standing === 'string' && lengthRefusal(most, standing) !== null,
    audit: (most, field) =>
      most === null
        ? `no longer limited the characters of ${field}`
        : `limited ${field} to ${most} ${most === 1 ? 'character' : 'characters'}`,
    inspector: { group: 'entry', as: 'own' },
  }),
  /** The size of its text, in points, where there is room for it. */
  textSize: property({
    schema: z.number().nullable(),
    none: null,
    command: 'SetFieldTextSize',
    event: 'FieldTextSizeChanged',
    argument: 'points',
    // null: the usual size.
    stored: event(1, { field: id, points: textSize.nullable() }),
    wire: { text_size: 'number' },
    fromRecord: ({ text_size }) => text_size ?? null,
    toRecord: (text_size) => ({ text_size }),
    only: { of: (kind) => kind.hasLayout, refused: 'has-no-layout' },
    refusal: (points, key) =>
      points === null || textSize.safeParse(points).success ? null : refuse('text-size-invalid', { at: [key], slots: TEXT_SIZES }),
    audit: (points, field) => (points === null ? `let ${field} have the usual text size` : `set the text of ${field} in ${points} points`),
    inspector: { group: 'looks', as: 'own' },
  }),
  align: property({
    schema: z.enum(ALIGNMENTS).nullable(),
    none: null,
    command: 'AlignFieldText',
    event: 'FieldTextAligned',
    argument: 'to',
    // null: where its script begins.
    stored: event(1, { field: id, to: z.enum(ALIGNMENTS).nullable() }),
    wire: { text_alignment: ALIGNMENTS },
    fromRecord: ({ text_alignment }) => text_alignment ?? null,
    toRecord: (text_alignment) => ({ text_alignment }),
    only: { of: (kind) => kind.hasLayout, refused: 'has-no-layout' },
    audit: (to, field) =>
      to === null ? `let the text of ${field} stand where its script begins` : `aligned the text of ${field} ${PLACES[to]}`,
    inspector: { group: 'looks', as: 'own' },
  }),
  background: property({
    schema: z.string().nullable(),
    none: null,
    command: 'SetFieldBackground',
    event: 'FieldBackgroundChanged',
    argument: 'colour',
    // null: none, or the type's own.
    stored: event(1, { field: id, colour: colour.nullable() }),
    wire: { background_colour: 'token' },
    fromRecord: ({ background_colour }) => background_colour?.toLowerCase() || null,
    toRecord: (background_colour) => ({ background_colour }),
    refusal: (value, key) => (value === null || colour.safeParse(value).success ? null : refuse('colour-invalid', { at: [key] })),
    audit: (_value, field) => `changed the colour of ${field}`,
    inspector: { group: 'looks', as: 'own' },
  }),
  buttonText: property({
    schema: z.string(),
    none: '',
    command: 'SetFieldButtonText',
    event: 'FieldButtonTextChanged',
    argument: 'text',
    // '': the type's own words.
    stored: event(1, { field: id, text: sealed(z.string()) }),
    wire: { approve_decline_button_text: 'text' },
    fromRecord: ({ approve_decline_button_text: text }) => text ?? '',
    toRecord: (text) => ({ approve_decline_button_text: text || null }),
    only: { of: (kind) => kind.hasButton, refused: 'has-no-button' },
    clean: (text) => text.trim(),
    refusal: (text) => textRefusal(text, MOST.buttonText),
    isShownToSigner: true,
    audit: (_text, field) => `changed the button text of ${field}`,
    inspector: { group: 'words', as: 'line', most: MOST.buttonText },
  }),
  /** Whom it has set up, by their role, and whether the person who does it confirms to have checked who that is. */
  setUp: property({
    schema: z.object({ role: z.string(), identification: z.boolean() }),
    none: { role: '', identification: false },
    command: 'SetDelegatedSetup',
    event: 'FieldSetUpChanged',
    argument: null,
    stored: event(1, { field: id, role: sealed(z.string()), identification: z.boolean() }),
    wire: { signer_role_to_setup: 'text', identification_used_during_setup: 'flag' },
    fromRecord: ({ signer_role_to_setup: role, identification_used_during_setup: identification }, held) => ({
      role: role === undefined ? held.role : (role ?? ''),
      identification: identification ?? held.identification,
    }),
    toRecord: ({ role, identification }) => ({ signer_role_to_setup: role || null, identification_used_during_setup: identification }),
    only: { of: (kind) => kind.setsUpSigner, refused: 'sets-up-nobody' },
    clean({ role, identification }) {
      const named = role.trim()
      return { role: named, identification: identification && named !== '' }
    },
    refusal: ({ role }) => textRefusal(role, MOST.role),
    empties: () => true,
    isShownToSigner: true,
    audit: ({ role }, field) =>
      role === '' ? `let nobody be set up in ${field}` : `let the signatory in the role “${role}” be set up in ${field}`,
    inspector: { group: 'entry', as: 'own' },
  }),
  /** What its signer confirms before they go on from it. */
  continueQuestion: property({
    schema: z.string(),
    none: '',
    command: 'SetContinueQuestion',
    event: 'FieldContinueQuestionChanged',
    argument: 'question',
    stored: event(1, { field: id, question: sealed(z.string()) }),
    wire: { continue_if_signer_question: 'text' },
    fromRecord: ({ continue_if_signer_question: question }) => question ?? '',
    toRecord: (question) => ({ continue_if_signer_question: question || null }),
    only: { of: isStep, refused: 'has-no-signer-to-ask' },
    clean: (question) => question.trim(),
    refusal: (question) => textRefusal(question, MOST.continueQuestion),
    isShownToSigner: true,
    audit: (_question, field) => `changed what is asked before going on from ${field}`,
    inspector: {
      group: 'words',
      as: 'line',
      most: MOST.continueQuestion,
      hint: true,
      isShown: (kind, assignee) => isStep(kind) && assignee !== 'self',
    },
  }),
  /** The headings it stands under, from the outermost. */
  hierarchy: property({
    schema: z.array(z.string()).readonly(),
    none: [],
    command: 'SetFieldHierarchy',
    event: 'FieldHierarchyChanged',
    argument: 'path',
    stored: event(1, { field: id, path: sealed(z.array(z.string())) }),
    wire: { field_group: 'text' },
    fromRecord: ({ field_group }) => hierarchyFrom(field_group ?? ''),
    toRecord: (path) => ({ field_group: hierarchyToRecord(path) }),
    refusal(path) {
      if (path.length > MOST.hierarchy) return refuse('too-many', { slots: { most: MOST.hierarchy } })
      return path.reduce<Refused | null>((refused, part) => refused ?? textRefusal(part, MOST.group), null)
    },
    isShownToSigner: true,
    audit: (_path, field) => `moved ${field} in the hierarchy of fields`,
    inspector: { group: 'words', as: 'own' },
  }),
  /** What of its signatory it is filled in with once they have agreed to sign. */
  autoFill: property({
    schema: z.enum(AUTO_FILLS).nullable(),
    none: null,
    command: 'SetFieldAutoFill',
    event: 'FieldAutoFillChanged',
    argument: 'from',
    stored: event(1, { field: id, from: z.enum(AUTO_FILLS).nullable() }),
    wire: { auto_fill: ['name', 'email', 'mobile_number'] },
    fromRecord: ({ auto_fill }) => (auto_fill === 'mobile_number' ? 'mobile' : (auto_fill ?? null)),
    toRecord: (from) => ({ auto_fill: from === 'mobile' ? 'mobile_number' : from }),
    only: { of: (kind) => kind.hasAutoFill, refused: 'has-no-auto-fill' },
    audit: (from, field) =>
      from === null
        ? `no longer fills in ${field} automatically`
        : `fills in ${field} with the signatory’s ${from === 'mobile' ? 'mobile number' : from}`,
    inspector: { group: 'entry', as: 'own' },
  }),
  /** Of this document alone: what is made from it has no such field. */
  temporary: property({
    schema: z.boolean(),
    none: false,
    command: 'SetFieldTemporary',
    event: 'FieldTemporaryChanged',
    argument: 'on',
    stored: event(1, { field: id, on: z.boolean() }),
    wire: { is_temporary_field: 'flag' },
    fromRecord: ({ is_temporary_field }) => is_temporary_field ?? false,
    toRecord: (is_temporary_field) => ({ is_temporary_field }),
    audit: (on, field) => (on ? `kept ${field} out of copies of the document` : `let copies of the document have ${field}`),
    inspector: { group: 'switches', as: 'switch' },
  }),
  /** Filled in and kept, but on no page of the final file. */
  hiddenInFinal: property({
    schema: z.boolean(),
    none: false,
    command: 'ShowFieldInFinal',
    event: 'FieldShownInFinalChanged',
    argument: 'on',
    inverted: true,
    stored: event(1, { field: id, on: z.boolean() }),
    wire: { is_visible_in_final_document: 'flag' },
    fromRecord: ({ is_visible_in_final_document }) => is_visible_in_final_document === false,
    toRecord: (hidden) => ({ is_visible_in_final_document: !hidden }),
    audit: (hidden, field) => (hidden ? `left ${field} out of the final file` : `put ${field} into the final file again`),
    inspector: { group: 'switches', as: 'switch', isShown: (kind) => !kind.isExcludedFromSigning },
  }),
} as const

type Table = typeof fieldProperties
export type FieldPropertyName = keyof Table
type DataOf<K extends FieldPropertyName> = Omit<z.output<Table[K]['stored']['schema']>, 'field'>
type Arguments<K extends FieldPropertyName> = Table[K]['argument'] extends infer A
  ? A extends string
    ? { [N in A]: Table[K] extends { inverted: true } ? boolean : PropertyValue<K> }
    : Partial<PropertyValue<K>>
  : never
export type PropertyValue<K extends FieldPropertyName> = z.output<Table[K]['schema']>
type Held<K extends FieldPropertyName> = Exclude<
  Table[K]['argument'] extends keyof DataOf<K> ? DataOf<K>[Table[K]['argument']] : DataOf<K>,
  null | false
>

/** What a field has not got is absent. */
export type FieldExtras = { readonly [K in FieldPropertyName]?: Held<K> }
/** With which a field may be placed. What is left out it does not have. */
export type FieldExtraValues = { readonly [K in FieldPropertyName]?: PropertyValue<K> }
export type FieldPropertyCommand = {
  [K in FieldPropertyName]: { do: Table[K]['command']; field: string } & Arguments<K>
}[FieldPropertyName]
export type FieldPropertyEvents = { [K in FieldPropertyName as Table[K]['event']]: Table[K]['stored'] }
export type FieldPropertyEvent = keyof FieldPropertyEvents
type WireName = { [K in FieldPropertyName]: keyof Table[K]['wire'] }[FieldPropertyName]
/** What a record may say of them, by the names on the wire. */
export type FieldPropertyForms = {
  [N in WireName]: { [K in FieldPropertyName]: N extends keyof Table[K]['wire'] ? Table[K]['wire'][N] : never }[FieldPropertyName]
}

/** Those that the inspector shows in one way. */
export type ShownAs<As extends Inspector['as'], More = unknown> = {
  [K in FieldPropertyName]: Table[K]['inspector'] extends { readonly as: As } & More ? K : never
}[FieldPropertyName]

/** A property as those see it who walk the table: what holds for all of them. */
export interface FieldProperty
  extends Omit<
    Definition<z.ZodType, FieldPropertyEvent, FieldPropertyCommand['do'], string | null, unknown, Forms>,
    'fromRecord' | 'toRecord'
  > {
  readonly key: FieldPropertyName
  fromRecord(asked: object, held: unknown): unknown
  toRecord(value: unknown): Readonly<Record<string, unknown>>
}
type Forms = Readonly<Record<string, FormOf>>

/** Every one, in the table's order. */
export const FIELD_PROPERTIES: readonly FieldProperty[] = Object.entries(fieldProperties).map(
  ([key, definition]) => ({ ...definition, key }) as unknown as FieldProperty,
)
const byEvent = new Map<string, FieldProperty>(FIELD_PROPERTIES.map((one) => [one.event, one]))
const byCommand = new Map<string, FieldProperty>(FIELD_PROPERTIES.map((one) => [one.command, one]))

export const fieldPropertyIn = (event: string): FieldProperty | undefined => byEvent.get(event)
export const fieldPropertySetBy = (command: string): FieldProperty | undefined => byCommand.get(command)

/** As a field has it; parts of it may be withheld. */
export function rawPropertyOf({ key, none }: FieldProperty, field: FieldExtras): unknown {
  return field[key] ?? none
}
/** As a field has it, for whom it is said again: what is withheld is as where there is none. */
export function fieldValueIn(property: FieldProperty, field: FieldExtras): unknown {
  return opened(rawPropertyOf(property, field), property.none)
}
/** All that a field has of them: with which another is placed that is like it. */
export function extrasOf(field: FieldExtras): FieldExtraValues {
  return Object.fromEntries(FIELD_PROPERTIES.filter(({ key }) => key in field).map((one) => [one.key, fieldValueIn(one, field)]))
}

export const isUnset = ({ none }: FieldProperty, value: unknown): boolean => isSame(value, none)

/** The value in what a command or an event says. Of parts that are left out: as `held` has them. */
export function valueIn({ argument, inverted, none }: FieldProperty, said: object, held: unknown = none): unknown {
  const all = said as Readonly<Record<string, unknown>>
  if (argument !== null) return inverted ? !all[argument] : all[argument]
  const parts = none as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.keys(parts).map((part) => [part, all[part] ?? (held as typeof parts)[part]]))
}
/** The value as a command or an event says it. */
export function propertyArgument({ argument, inverted }: FieldProperty, value: unknown): object {
  return argument === null ? (value as object) : { [argument]: inverted ? !value : value }
}

export const cleanValue = (property: FieldProperty, value: unknown): unknown => property.clean?.(value) ?? value

/** Why a field of this type cannot have the value; null where it can. */
export function propertyRefusal(property: FieldProperty, kind: FieldTraits, key: string, value: unknown): Refused | null {
  const { only } = property
  if (only && !isUnset(property, value) && !only.of(kind)) return refuse(only.refused, { at: [key] })
  return property.refusal?.(value, key) ?? null
}

/** What records say of the properties of a field. */
export function extrasToRecord(field: FieldExtras): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...FIELD_PROPERTIES.map((one) => one.toRecord(fieldValueIn(one, field))))
}
/** What a record asks for, of the properties that it says anything of. */
export function extrasFromRecord(record: object, field: FieldExtras): readonly (readonly [FieldProperty, unknown])[] | Unclear {
  const asked: (readonly [FieldProperty, unknown])[] = []
  for (const property of FIELD_PROPERTIES) {
    if (!Object.keys(property.wire).some((name) => (record as Readonly<Record<string, unknown>>)[name] !== undefined)) continue
    const value = property.fromRecord(record, fieldValueIn(property, field))
    if (isUnclear(value)) return value
    asked.push([property, cleanValue(property, value)])
  }
  return asked
}

/** What happened, in the audit trail: what is withheld stands there as “…”. */
export function auditWordsOf(property: FieldProperty, data: object, field: string): string {
  const value = valueIn(property, data)
  return property.audit(isWithheld(value) ? '…' : opened(value, property.none, '…'), field)
}

function opened(held: unknown, none: unknown, hidden?: string): unknown {
  if (isWithheld(held)) return none
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return held
  const parts = (none ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(held).map(([part, value]) => [part, disclosed(value, hidden ?? parts[part])]))
}
