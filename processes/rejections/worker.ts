import { disclosed } from '#domain/kernel'
import { documentIn, ownerOf, type PackState } from '#domain/pack'
import type { Handler } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import { addresseeOf, defineProcess, MAILS, type NeedsFor, type OwnerDeps, type Packs, packsFor, type Queue } from '#processes/engine'
import { documentMail, ownerMail, signerMail } from './mail.ts'
import { OWNER, REJECTIONS, type RejectionData, rejections, signersToNotify } from './process.ts'

export interface RejectionsDeps extends OwnerDeps {
  readonly packs: Packs
  readonly mailer: Pick<Mailer, 'send'>
  /** Without a slash at the end. */
  readonly publicUrl: string
}

export function rejectionsQueues({ packs, mailer, publicUrl, ...owners }: RejectionsDeps): readonly Queue[] {
  const write: Handler = async (data, job) => {
    const { pack, recipient, document } = data as RejectionData
    const state = await packs.load(pack)
    if (document !== undefined) return ofDocument(state, document)
    const rejectedBy = state.signatories.find(({ status }) => status === 'rejected')
    // Reverted or in the trash by now: it is the sender who did that, and nobody waits for a copy any more.
    if (state.status !== 'rejected' || state.trashed !== null || !rejectedBy) return
    const owner = await addresseeOf(owners, state)
    const letter = recipient === OWNER ? toOwner() : toSigner()
    if (!letter) return
    await mailer.send({ key: job.key, owner: pack, workspace: state.workspace, kind: 'rejection', ...letter }, job)

    async function ofDocument(state: PackState, key: string) {
      const child = documentIn(state, key)
      const signer = state.signatories.find(({ uuid }) => uuid === child?.rejected?.by)
      if (!child || !signer || signer.erased || signer.user === ownerOf(state) || state.trashed !== null) return
      const owner = await addresseeOf(owners, state)
      if (!owner) return
      const letter = documentMail(state, child, signer, owner, `${publicUrl}/#documents/${pack}`)
      await mailer.send({ key: job.key, owner: pack, workspace: state.workspace, kind: 'rejection', to: owner.email, ...letter }, job)
    }
    function toOwner() {
      // Who declined themselves knows; who has deleted all that was held of the one who did, too.
      if (!owner || rejectedBy!.user === ownerOf(state) || rejectedBy!.erased) return null
      return { to: owner.email, ...ownerMail(state, rejectedBy!, owner, `${publicUrl}/#documents/${pack}`) }
    }
    function toSigner() {
      const signer = signersToNotify(state).find(({ uuid }) => uuid === recipient)
      const to = disclosed(signer?.email ?? '', '').trim()
      // The sender who signs as well has the other mail.
      if (!signer || to.toLowerCase() === owner?.email.toLowerCase()) return null
      return { to, ...signerMail(state, signer, owner?.name ?? '') }
    }
  }
  return [{ name: REJECTIONS, handler: write, settings: MAILS }]
}

export const rejectionsProcess = defineProcess({
  process: rejections,
  queues: ({ handler, config, ...needs }: NeedsFor<RejectionsDeps, 'publicUrl'>) =>
    rejectionsQueues({ ...needs, ...config, packs: packsFor('rejections', { handler, ...config }) }),
})
