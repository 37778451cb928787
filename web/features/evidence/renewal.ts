import { type PackState, remainingDocuments } from '#domain/pack'

type Failed = Extract<PackState['documents'][number]['sealing'], { state: 'failed' }>

/** A new seal next to the existing files: on its way, failed, or none. */
export function renewalOf({ documents }: Pick<PackState, 'documents'>): { readonly state: 'none' | 'running' } | Failed {
  const renewals = documents.flatMap(({ sealing }) => (sealing.state === 'sealed' && sealing.renewal !== null ? [sealing.renewal] : []))
  const failed = renewals.find((renewal) => renewal.state === 'failed')
  if (failed?.state === 'failed') return failed
  return { state: renewals.length > 0 ? 'running' : 'none' }
}

/** Every document has its final file, and nothing newer is on its way. */
export const mayBeRenewed = (view: Pick<PackState, 'documents' | 'trashed'>): boolean =>
  view.trashed === null &&
  view.documents.length > 0 &&
  remainingDocuments(view).every(({ sealing }) => sealing.state === 'sealed' && sealing.renewal === null)
