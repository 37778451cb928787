import { MOST, textRefusal } from '../bounds.ts'
import { type AutoFill, colourSchema, type FieldLayout, MOST_CELLS } from '../events/index.ts'
import { type FieldType, MOST_TEXT } from '../field-types/index.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { Assignee, PackState } from '../state.ts'
import { printRefusal, type TypesetField, type Typesetting } from '../typesetting.ts'
import { liveSignatoryOf } from './find.ts'

export function assigneeRefusal(state: PackState, assignee: Assignee): Refused | null {
  if (assignee === null || assignee === 'self') return null
  const signatory = liveSignatoryOf(state, assignee)
  return 'refused' in signatory ? signatory : null
}

export function optionsRefusal(options: readonly string[], field: TypesetField, typesetting: Typesetting): Refused | null {
  if (options.length > MOST.options) return refuse('too-many', { slots: { most: MOST.options } })
  for (const option of options) {
    const refused = textRefusal(option, MOST.option) ?? printRefusal(field, option, typesetting)
    if (refused) return refused
  }
  return null
}

export function laidOutRefusal(kind: FieldType, key: string, layout: FieldLayout | null): Refused | null {
  if (layout === null) return null
  if (!kind.hasLayout) return refuse('has-no-layout', { at: [key] })
  if (layout.as !== 'comb') return null
  const possible = Number.isSafeInteger(layout.cells) && layout.cells >= 1 && layout.cells <= MOST_CELLS
  return possible ? null : refuse('layout-invalid', { at: [key], slots: { most: MOST_CELLS } })
}

export function maxLengthRefusal(kind: FieldType, key: string, most: number | null): Refused | null {
  if (most === null) return null
  if (!kind.hasLayout) return refuse('has-no-max-length', { at: [key] })
  const possible = Number.isSafeInteger(most) && most >= 1 && most <= MOST_TEXT
  return possible ? null : refuse('max-length-invalid', { at: [key], slots: { most: MOST_TEXT } })
}

export function backgroundRefusal(key: string, colour: string | null): Refused | null {
  return colour === null || colourSchema.safeParse(colour).success ? null : refuse('colour-invalid', { at: [key] })
}

export function buttonTextRefusal(kind: FieldType, key: string, text: string): Refused | null {
  return text !== '' && !kind.hasButton ? refuse('has-no-button', { at: [key] }) : textRefusal(text, MOST.buttonText)
}

export function setUpRefusal(kind: FieldType, key: string, role: string): Refused | null {
  return role !== '' && !kind.setsUpSigner ? refuse('sets-up-nobody', { at: [key] }) : textRefusal(role, MOST.role)
}

/** Only somebody who fills it in goes on from it; what is said beside the document is no step on their way. */
export const isStep = (kind: FieldType) => kind.assignable && !kind.isAside

export function continueQuestionRefusal(kind: FieldType, key: string, question: string): Refused | null {
  return question !== '' && !isStep(kind) ? refuse('has-no-signer-to-ask', { at: [key] }) : textRefusal(question, MOST.continueQuestion)
}

export function hierarchyRefusal(path: readonly string[]): Refused | null {
  if (path.length > MOST.hierarchy) return refuse('too-many', { slots: { most: MOST.hierarchy } })
  return path.reduce<Refused | null>((refused, part) => refused ?? textRefusal(part, MOST.group), null)
}

export function autoFillRefusal(kind: FieldType, key: string, from: AutoFill | null): Refused | null {
  return from !== null && !kind.hasAutoFill ? refuse('has-no-auto-fill', { at: [key] }) : null
}
