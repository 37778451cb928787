import type { ChildDocument, Field, PackState } from './state.ts'

export function documentIn(state: Pick<PackState, 'documents'>, key: string): ChildDocument | undefined {
  return state.documents.find((document) => document.key === key)
}

/** Those that no signatory has rejected: they are signed and sealed. */
export function remainingDocuments({ documents }: Pick<PackState, 'documents'>): readonly ChildDocument[] {
  return documents.some(({ rejected }) => rejected) ? documents.filter(({ rejected }) => !rejected) : documents
}

/** Those that signatories are shown: of a pack that was rejected with its last document, all. */
export function documentsShownToSigners(state: Pick<PackState, 'documents'>): readonly ChildDocument[] {
  const remaining = remainingDocuments(state)
  return remaining.length > 0 ? remaining : state.documents
}

/** Its document was rejected: what stands in it counts no more. */
export function isOnRejected(state: Pick<PackState, 'documents'>, { document }: Pick<Field, 'document'>): boolean {
  return documentIn(state, document)?.rejected !== undefined
}

/** Who had signed a document before it was rejected. */
export function signedBeforeRejection({ documents, signatories }: PackState, key: string): readonly string[] {
  const rejected = documentIn({ documents }, key)?.rejected
  return rejected ? signatories.flatMap(({ uuid, completed }) => (completed !== null && completed <= rejected.at ? [uuid] : [])) : []
}
