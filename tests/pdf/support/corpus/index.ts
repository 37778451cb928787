import { BOXES } from './boxes.ts'
import { CONTENT } from './content.ts'
import { ENCRYPTED } from './encrypted.ts'
import type { Entry } from './entry.ts'
import { FORMS } from './forms.ts'
import { HOSTILE } from './hostile.ts'
import { STRUCTURE } from './structure.ts'

export type { Entry } from './entry.ts'

/** Every file of the corpus, by what is odd about it. */
export const CORPUS: Readonly<Record<string, readonly Entry[]>> = {
  boxes: BOXES,
  structure: STRUCTURE,
  protection: ENCRYPTED,
  forms: FORMS,
  content: CONTENT,
  hostility: HOSTILE,
}
