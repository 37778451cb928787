import { disclosed } from '#domain/kernel'
import type { ChildDocument, PackState } from '#domain/pack'
import { wordsOf } from '../../../messages/index.ts'

/** What a document is called. A single one and its pack bear one name, and that is the pack's. */
export function documentName(view: PackState, document: ChildDocument): string {
  return disclosed(view.documents.length === 1 ? view.name : document.name, '').trim() || wordsOf('editor')('untitled')
}
