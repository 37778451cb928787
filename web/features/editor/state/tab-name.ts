import { disclosed } from '#domain/kernel'
import type { ChildDocument, PackState } from '#domain/pack'
import { wordsOf } from '../../../messages/index.ts'
import { TAB_NAME } from './limits.ts'

/** A tab's name is cut off after fifteen characters, between characters as people count them. */
export function tabName(name: string): string {
  const letters = [...name]
  return letters.length > TAB_NAME ? `${letters.slice(0, TAB_NAME).join('').trimEnd()}…` : name
}

/** A document's name. A single one and its pack share one name, the pack's. */
export function documentName(view: PackState, document: ChildDocument): string {
  return disclosed(view.documents.length === 1 ? view.name : document.name, '').trim() || wordsOf('editor')('untitled')
}
