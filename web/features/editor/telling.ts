import { wordsOf } from '../../messages/index.ts'
import { FIELDS_COPIED_SECONDS, say } from '../../ui/index.ts'
import type { Telling } from './state/editor.ts'
import { refusalWords } from './words.ts'

/** What the editor says, as messages of the page. */
export function tellings(): Telling {
  const words = wordsOf('editor')
  const ofFields = [FIELDS_COPIED_SECONDS, { id: 'fields' }] as const
  return {
    saved: () => say.success(words('saved')),
    notSaved: () => say.warning(words('not_saved')),
    copied: (count) => say.success(words('fields_copied', { n: String(count) }), ...ofFields),
    pasted: (count) => say.success(words('fields_pasted', { n: String(count) }), ...ofFields),
    notFields: () => say.warning(words('fields_none'), ...ofFields),
    overlapsSkipped: () => say.warning(words('overlaps_skipped')),
    repositioned: () => say.info(words('repositioned')),
    refused: (refused) => say.danger(refusalWords(refused)),
  }
}
