import { refusalWords } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { CHARACTERS_SECONDS, FIELDS_COPIED_SECONDS, say } from '../../ui/index.ts'
import { fieldLabel } from '../fields/index.ts'
import type { EditorMessages } from './state/editor.ts'

export function editorMessages(): EditorMessages {
  const words = wordsOf('editor')
  const ofFields = [FIELDS_COPIED_SECONDS, { id: 'fields' }] as const
  const here = [undefined, { here: true }] as const
  return {
    saved: () => say.success(words('saved'), ...here),
    notSaved: () => say.warning(words('not_saved')),
    copied: (count) => say.success(words('fields_copied', { n: String(count) }), ...ofFields),
    pasted: (count) => say.success(words('fields_pasted', { n: String(count) }), ...ofFields),
    notFields: () => say.warning(words('fields_none'), FIELDS_COPIED_SECONDS, { id: 'fields', here: true }),
    overlapsSkipped: () => say.warning(words('overlaps_skipped'), ...here),
    repeated: () => say.success(words('repeated'), ...here),
    pagesMissing: () => say.warning(words('pages_missing'), ...here),
    keptApart: (fields) =>
      say.warning(words('kept_apart', { count: fields.length, fields: [...new Set(fields.map(fieldLabel))].join(', ') }), ...here),
    repositioned: () => say.info(words('repositioned'), ...here),
    charactersLeftOut: (characters) =>
      say.warning(words('characters_left_out', { characters: characters.join(' '), count: characters.length }), CHARACTERS_SECONDS, {
        id: 'characters',
        here: true,
      }),
    refused: (refused) => say.danger(refusalWords(refused), ...here),
  }
}
