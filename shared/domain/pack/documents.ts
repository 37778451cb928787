import type { ChildDocument, PackState } from './state.ts'

export function documentIn(state: Pick<PackState, 'documents'>, key: string): ChildDocument | undefined {
  return state.documents.find((document) => document.key === key)
}
