import type { z } from 'zod'
import { signaturesAnswer, useKeptSignatureAnswer } from '#contract/signatures'
import { type FieldTypeName, fieldTypes, type PackSettings } from '#domain/pack'
import { http } from '../../http/index.ts'

export type Kept = z.infer<typeof signaturesAnswer>['signatures'][number]
export type Kind = Kept['type']

export const kindOf = (type: FieldTypeName): Kind => (fieldTypes[type].oneClick === 'oneClickInitial' ? 'initial' : 'signature')

/** So many of the matching kind are offered, the newest first (specification file 3, section 9). */
const OFFERED = 4

/** What is offered in a field: of its kind, and made in a way that the sender allows. */
export function offeredIn(signatures: readonly Kept[], kind: Kind, methods: PackSettings['methods']): readonly Kept[] {
  return signatures
    .filter(({ type, method }) => type === kind && methods[method])
    .slice(-OFFERED)
    .reverse()
}

const at = (document: string) => `/app/documents/${encodeURIComponent(document)}`

/** The stored signatures that this signer may use. The server says whether they are theirs. */
export async function keptFor(document: string): Promise<readonly Kept[]> {
  return (await http.get(`${at(document)}/kept_signatures`, signaturesAnswer, { quiet: true })).signatures
}

/** As it goes into a field of this document: a picture gets a key there first. */
export async function usedIn(document: string, { key, data }: Kept): Promise<Kept['data']> {
  if (data.method !== 'uploaded') return data
  return (await http.post(`${at(document)}/use_kept_signature`, useKeptSignatureAnswer, { body: { signature_key: key } })).data
}
