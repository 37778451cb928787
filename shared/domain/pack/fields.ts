import { disclosed, grouped, isWithheld, WITHHELD } from '#domain/kernel'
import { isOnRejected } from './documents.ts'
import { fieldTypeOf } from './field-types/index.ts'
import type { Assignee, Field, PackState } from './state.ts'

/** Fields that are there, in the order in which they were placed. */
export function liveFields(state: PackState): readonly Field[] {
  const live: Field[] = []
  for (const key of state.fieldOrder) {
    const field = state.fields[key]
    if (field && !field.removed) live.push(field)
  }
  return live
}

/** Fields that take part: on the page, in the steps, in what is signed and in the final file. */
export function enabledFields(state: PackState): readonly Field[] {
  return liveFields(state).filter((field) => takesPart(state, field))
}

function takesPart(state: PackState, field: Field): boolean {
  return !field.disabled && !isOnRejected(state, field)
}

/** Of an assignee's fields those that take part. */
export function takingPart(state: PackState, assignee: Assignee): readonly Field[] {
  return fieldsOf(state, assignee).filter((field) => takesPart(state, field))
}

/** What is in it, also where a rule has put it aside. */
export function heldIn(field: Field): Pick<Field, 'value' | 'filledBy' | 'filledFrom'> {
  return field.disabled ?? field
}

/** The field with what is in it withheld. */
export function withheldIn(field: Field): Field {
  return field.disabled ? { ...field, disabled: { ...field.disabled, value: WITHHELD } } : { ...field, value: WITHHELD }
}

export function fieldsOf(state: PackState, assignee: Assignee): readonly Field[] {
  return liveFields(state).filter((field) => field.assignee === assignee)
}

/** A value that is withheld was given by somebody: it counts. */
export function isFilled(field: Pick<Field, 'value'>): boolean {
  return field.value !== null && field.value !== ''
}

/** What is seen in a field: what somebody put there, or what stands there by itself. */
export function shownIn(field: Pick<Field, 'type' | 'value'>): Field['value'] {
  return field.value ?? fieldTypeOf(field).standing
}

/** The choices on offer. Some fields may still hold a choice that was removed; it is not offered. */
export function offeredIn(field: Pick<Field, 'type' | 'options'>): readonly string[] {
  return fieldTypeOf(field).hasOptions ? disclosed(field.options, []) : []
}

/** What an assignee has to do, and how much of it is done; a group of tick boxes is one thing. Works on redacted views. */
export function fieldsDue(state: PackState, assignee: Assignee): { readonly done: number; readonly due: number } {
  const duties = dutiesOf(state, assignee)
  return { done: duties.filter(isDone).length, due: duties.length }
}

/** Keys of the fields that keep an assignee from finishing. */
export function incompleteFields(state: PackState, assignee: Assignee): readonly string[] {
  return dutiesOf(state, assignee)
    .filter((duty) => !isDone(duty))
    .flatMap((duty) => duty.map((field) => field.key))
}

/** A duty is one required field, or a group with a required member. */
function dutiesOf(state: PackState, assignee: Assignee): readonly (readonly Field[])[] {
  // A date that sets itself is nobody's duty.
  const fields = takingPart(state, assignee).filter((field) => !field.autoDate)
  const duties = grouped(fields, (field) => (fieldTypeOf(field).hasGroup && field.group !== null ? `group ${field.group}` : field.key))
  return [...duties.values()].filter((duty) => duty.some((field) => field.required && fieldTypeOf(field).canBeRequired))
}

function isDone(duty: readonly Field[]): boolean {
  return duty.some((field) => field.value !== null && (isWithheld(field.value) || fieldTypeOf(field).completes(field.value)))
}

// The custom ids of all, removed ones too: a field that comes back keeps its own.
export function newCustomId(state: PackState, prefix: string): string {
  const start = `${prefix}_`
  const most = state.fieldOrder.length
  // By number, not by name: thousands of names made only to be looked up took longer than all else about placing a field.
  const taken = new Uint8Array(most + 2)
  for (const key of state.fieldOrder) {
    const customId = disclosed(state.fields[key]?.customId ?? '', '')
    const n = customId.startsWith(start) ? Number(customId.slice(start.length)) : 0
    if (n >= 1 && n <= most && customId === start + n) taken[n] = 1
  }
  return compatible(start + taken.indexOf(0, 1))
}

/** Nobody chose it: the field got it as it was placed, and in the same moment another one may have. */
export function hasGeneratedId({ type, customId }: Pick<Field, 'type' | 'customId'>): boolean {
  const start = `${fieldTypeOf({ type }).customIdPrefix}_`
  const id = disclosed(customId, '')
  return id.startsWith(start) && /^\d+$/.test(id.slice(start.length))
}

// Characters that conditions and formulas give another meaning.
const INCOMPATIBLE = /[<>+\-/*%!=]/g

export function isCompatible(customId: string): boolean {
  return customId.search(INCOMPATIBLE) < 0
}

/** The characters that a custom id may not have, each once. */
export function incompatibleIn(customId: string): readonly string[] {
  return [...new Set(customId.match(INCOMPATIBLE) ?? [])]
}

export function compatible(customId: string): string {
  return customId.replace(INCOMPATIBLE, '')
}
