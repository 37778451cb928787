import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import type { PackState } from '../state.ts'

type Because = Extract<PackFact, { type: 'SigningLinksVoided' }>['data']['because']

/** Ends every living link of the pack, or of one signatory. */
export function voidLinks(state: PackState, because: Because, of?: string): readonly PackFact[] {
  return state.signatories
    .filter((signatory) => signatory.links.length > 0 && (of === undefined || signatory.uuid === of))
    .map((signatory) => fact('SigningLinksVoided', { signatory: signatory.uuid, because }))
}
