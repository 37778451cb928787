import { disclosed } from '#domain/kernel'
import { boxesWith, enabledFields, type Field, fieldTypeOf, type PackState, type Signatory } from '#domain/pack'
import { inOrderOfPages } from '../fields/index.ts'

/** The fields a signer has to deal with, in reading order: document, page, then from top to bottom. */
export function stepsOf(view: PackState, signatory: string): readonly Field[] {
  // Messages about the document are nothing to deal with.
  const own = enabledFields(view).filter((field) => field.assignee === signatory && !fieldTypeOf(field).isExcludedFromSigning)
  return inOrderOfPages(view, own)
}

export function signerOf(view: PackState, signatory: string): Signatory | undefined {
  return view.signatories.find((each) => each.uuid === signatory)
}

/** What the signer is to confirm before going on from a field; '' where there is nothing. */
export const questionOf = (field: Field): string => disclosed(field.continueQuestion ?? '', '')

/** The next field that still needs the signer after `from`, wrapping round; null where none does. */
export function nextOpen(steps: readonly Field[], from: number, isOpen: (field: Field) => boolean): number | null {
  for (let ahead = 1; ahead <= steps.length; ahead++) {
    const at = (from + ahead) % steps.length
    if (isOpen(steps[at]!)) return at
  }
  return null
}

/** The boxes of the same group, or the field alone, in reading order: one duty. */
export const groupOf = (view: PackState, field: Field): readonly Field[] => inOrderOfPages(view, boxesWith(view, field))
