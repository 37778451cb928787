import type { Audience, Who } from '#domain/pack'
import { PERMISSIONS } from '#domain/workspace'
import { mayReadFile } from '../../../command-api/pack/file-access.ts'
import { type Ceremony, proofsFor } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { words } from '../pdf-model.ts'
import type { Folded, Say } from './folded.ts'

/** What a signer was asked for is there as they gave it, for those whom it is for; and what they took out again is nobody's. */
export async function checkProofs(ceremony: Ceremony, { state }: Folded, { files }: Environment, say: Say): Promise<void> {
  const { plan, proof, proofs, fillsFor, signatories, creator, workspace, answers } = ceremony
  if (!proof) return
  const stands = JSON.stringify(state.fields[proof.field]?.value ?? null)
  const team: Who = { as: 'team', user: creator, workspace, permissions: new Set(PERMISSIONS) }
  const readers: readonly { who: Who; audience: Audience }[] = [
    { who: team, audience: { of: 'team' } },
    ...signatories.map(({ uuid: signatory }) => ({
      who: { as: 'signatory', signatory, link: '', inPerson: false } as const,
      audience: { of: 'signatory', signatory } as const,
    })),
  ]
  if (!answers.erased.includes(proof.by))
    for (const { file, text } of proofs)
      if (stands.includes(file) && words(files.keys.get(file)?.bytes ?? new Uint8Array()) !== text)
        say('a file that a signer was asked for is gone, or is another')
  if (state.trashed !== null || (state.status !== 'complete' && state.status !== 'awaiting_signatures')) return
  for (const { file } of proofs) {
    const row = await files.find(file)
    for (const { who, audience } of row ? readers : []) {
      const reader = who.as === 'team' ? 'team' : 'signatories'
      const signer = audience.of === 'signatory' ? audience.signatory : null
      // Before anybody has finished: they themselves, and those who fill in for them where it is for all.
      const isShown = signer === proof.by || (plan.proves?.forAll && signer !== null && signer === fillsFor?.by)
      const own = isShown === true && stands.includes(file)
      const theirs = own || proofsFor(ceremony, state, reader, signer).some((one) => one.file === file)
      if (mayReadFile({ state, who, audience, finished: true }, row!) !== theirs)
        say(`a file that a signer was asked for ${theirs ? 'is withheld from' : 'may be had by'} somebody of the ${reader}`)
    }
  }
}
