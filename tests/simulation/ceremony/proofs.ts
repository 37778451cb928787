import type { PackState } from '#domain/pack'
import type { Ceremony } from './ceremony.ts'
import type { Reader } from './supporting.ts'

/** The file that a signer who has finished was asked for, where this reader may have it: the team, they themselves, and the other signers where it says so. */
export function proofsFor({ plan, proof, proofs }: Ceremony, state: PackState, reader: Reader, whose: unknown): Ceremony['proofs'] {
  const { signatories, fields } = state
  if (!proof || !signatories.some(({ uuid, status }) => uuid === proof.by && status === 'complete')) return []
  const isTheirs = reader === 'team' || whose === proof.by || (reader === 'signatories' && plan.proves?.forAll === true)
  const value = fields[proof.field]?.value
  return proofs.filter(({ file }) => isTheirs && JSON.stringify(value).includes(file))
}
