import { safeFileName } from '#domain/file-name'
import { canonicalise, disclosed, isStorable, type Json } from '#domain/kernel'
import { textRefusal } from '../bounds.ts'
import { isOnRejected } from '../documents.ts'
import type { FieldValue, PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { layoutRefusal, lengthRefusal } from '../field-layout.ts'
import { CHECKED, fieldTypeOf, MOST_TEXT } from '../field-types/index.ts'
import { heldIn, isFilled, takingPart } from '../fields.ts'
import { type Refused, refuse } from '../refuse.ts'
import { hasSigned, isMultiEdit } from '../signatories.ts'
import { isAttachedFile, isSignatureValue } from '../signature-value.ts'
import type { Field, PackState } from '../state.ts'
import { entryRefusal, printRefusal, type Typesetting } from '../typesetting.ts'
import type { Deciders } from './context.ts'
import { liveFieldOf } from './find.ts'
import { filling } from './several-fields.ts'
import { signerRefusal } from './signer.ts'
import { othersUnticked } from './tick-groups.ts'

export const decideFilling: Deciders<'FillField' | 'ClearField'> = {
  FillField({ field: key, by, value: given }, state, { typesetting }) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    const value = safelyNamed(given)
    const refused = fillerRefusal(state, field, by)
    if (refused) return refused
    // Text wiped away is an empty field, not one filled with nothing.
    if (value === '') return clearing(field)
    const unfit = valueRefusal(state, field, value)
    if (unfit) return unfit
    // Values accepted before the fonts were checked stay as they are.
    const held = heldIn(field)
    if (held.filledBy === by && isSameValue(held.value, value)) return []
    const unprintable = entryRefusal(field, by, value, typesetting)
    if (unprintable) return unprintable
    // What a rule has put aside waits there, and changes nothing else.
    if (field.disabled) return filling([field.key], by, value)
    const unticked = value === CHECKED ? othersUnticked(state, field) : []
    return [...filling([field.key], by, value), ...unticked, ...othersOfOneClick(state, field, by, value, typesetting)]
  },

  ClearField({ field: key, by }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    return fillerRefusal(state, field, by) ?? clearing(field)
  },
}

/** Why this one may not fill in this field now. In setup the sender fills in; afterwards the assigned and the multi-edit signer. */
function fillerRefusal(state: PackState, field: Field, by: string): Refused | null {
  const { isSignature, isExcludedFromSigning: isAside } = fieldTypeOf(field)
  if (by === 'self') {
    // The sender's own notes are written on while others sign: they are no part of it.
    const isNote = isAside && field.assignee === 'self' && state.status === 'awaiting_signatures'
    if (state.status !== 'setup' && !isNote) return refuse('not-in-setup')
    if (isSignature && field.assignee !== 'self') return refuse('not-your-field', { at: [field.key] })
  } else {
    const refused = signerRefusal(state, by)
    if (refused) return refused
    if (isOnRejected(state, field)) return refuse('document-rejected', { at: [field.key] })
    if (field.assignee !== by) {
      const others = field.assignee !== null && field.assignee !== 'self' && !isSignature && !isAside
      if (!others || !isMultiEdit(state, by)) return refuse('not-your-field', { at: [field.key] })
      if (hasSigned(state, field.assignee)) return refuse('signatory-finished', { at: [field.key] })
    }
  }
  return field.autoDate ? refuse('filled-on-signing', { at: [field.key] }) : null
}

/** Why a field cannot have this value, no matter who gives it. */
export function valueRefusal(state: PackState, field: Field, value: FieldValue): Refused | null {
  const kind = fieldTypeOf(field)
  const at = [field.key]
  for (const text of textsIn(value)) {
    const refused = textRefusal(text, MOST_TEXT)
    if (refused) return { ...refused, at }
  }
  const misfit =
    typeof value === 'string' ? (layoutRefusal(field.layout ?? null, value) ?? lengthRefusal(field.maxLength ?? null, value)) : null
  if (misfit) return { ...misfit, at }
  if (!kind.accepts(value, disclosed(field.options, []))) return refuse(kind.misfit, { at })
  // The ways of signing say nothing about a picture that signs nothing.
  const allowed = !kind.isSignature || !isSignatureValue(value) || state.settings.methods[value.method]
  return allowed ? null : refuse('method-not-allowed', { at })
}

/** A name of a file that cannot be stored is left as it is, to be refused. */
function safelyNamed(value: FieldValue): FieldValue {
  return isAttachedFile(value) && isStorable(value.filename) ? { ...value, filename: safeFileName(value.filename) } : value
}

/** What is typed into a field, what is signed with as typed text, how an attached file is called. */
function textsIn(value: FieldValue): readonly string[] {
  return typeof value === 'string' ? [value] : Object.values(value).filter((part) => typeof part === 'string')
}

function clearing(field: Field): readonly PackFact[] {
  return heldIn(field).value === null ? [] : [fact('FieldCleared', { field: field.key, because: 'person' })]
}

/** With one click, all other empty fields of the same type and signer are filled too. */
function othersOfOneClick(state: PackState, field: Field, by: string, value: FieldValue, typesetting: Typesetting): readonly PackFact[] {
  const { oneClick } = fieldTypeOf(field)
  if (oneClick === null || state.settings[oneClick] !== true) return []
  const empty = takingPart(state, field.assignee).filter(
    (other) => other.key !== field.key && other.type === field.type && !isFilled(other) && printRefusal(other, value, typesetting) === null,
  )
  return filling(
    empty.map(({ key }) => key),
    by,
    value,
  )
}

function isSameValue(kept: Field['value'], value: FieldValue): boolean {
  return kept !== null && canonicalise(kept as Json) === canonicalise(value as Json)
}
