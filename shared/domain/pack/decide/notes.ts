import { MOST, textRefusal } from '../bounds.ts'
import { documentIn } from '../documents.ts'
import { fact } from '../fact.ts'
import { fieldTypeOf, fieldTypes, MOST_TEXT } from '../field-types/index.ts'
import { newCustomId } from '../fields.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { PackState } from '../state.ts'
import type { Deciders } from './context.ts'
import { liveSignatoryOf } from './find.ts'
import { placed } from './placing.ts'
import { filling } from './several-fields.ts'
import { signerRefusal } from './signer.ts'

export const decideNotes: Deciders<'AddNote'> = {
  AddNote({ field: key, by, text, document, page, x, y, width, height }, state) {
    if (Object.hasOwn(state.fields, key)) return state.fields[key]?.filledBy === by ? [] : refuse('field-exists', { at: [key] })
    const refused = noteRefusal(state, by)
    if (refused) return refused
    if (notesOf(state, by) >= MOST.notes) return refuse('too-many-notes', { slots: { most: MOST.notes } })
    if (state.fieldOrder.length >= MOST.fields) return refuse('too-many', { slots: { most: MOST.fields } })
    if (documentIn(state, document)?.rejected) return refuse('document-rejected', { at: [document] })
    const box = placed(state, { document, page, x, y, width, height })
    if ('refused' in box) return box
    const unfit = textRefusal(text, MOST_TEXT)
    if (unfit) return { ...unfit, at: [key] }
    if (text.trim() === '') return refuse('value-invalid', { at: [key] })
    const customId = newCustomId(state, fieldTypes.note.customIdPrefix)
    const looks = { customId, description: '', options: [], group: null, exclusive: false, autoDate: false }
    return [
      // It is stuck on the page, on top of anything: it holds no place.
      fact('FieldPlaced', { field: key, document, page, type: 'note', ...box, assignee: by, required: false, ...looks }),
      ...filling([key], by, text),
    ]
  },
}

/** What the sender places while preparing counts among the fields: only signatories come in any number, with any number of tries. */
function notesOf({ fields }: PackState, by: string): number {
  if (by === 'self') return 0
  return Object.values(fields).filter((field) => field.assignee === by && fieldTypeOf(field).isExcludedFromSigning).length
}

/** Why this one may not add a note now: the sender until the document is complete, a signer where it may be annotated. */
function noteRefusal(state: PackState, by: string): Refused | null {
  if (by !== 'self') {
    const signatory = liveSignatoryOf(state, by)
    if ('refused' in signatory) return signatory
    if (!state.settings.annotation) return refuse('not-annotatable')
  }
  if (state.status !== 'setup' && state.status !== 'awaiting_signatures') return refuse('notes-closed')
  if (state.settings.fieldsLocked) return refuse('fields-locked')
  return by === 'self' || state.status === 'setup' ? null : signerRefusal(state, by)
}
