import { disclosed } from '#domain/kernel'
import { isEmail, liveSignatories, type PackState, remainingDocuments, type Signatory } from '#domain/pack'
import { packProcess } from '#processes/engine'

export const REJECTIONS = 'rejections'
/** Of the mail to who sent the document. */
export const OWNER = 'owner'
export type RejectionData = {
  readonly pack: string
  readonly rejection: string
  readonly recipient: string
  /** Of several the one that was rejected; absent where the whole was. */
  readonly document?: string
}

/**
 * A rejection is followed by one mail to the sender, and one to each signer who has signed or was asked to. Of a single document only the
 * sender is notified: for all others the rest goes on.
 */
export const rejections = packProcess({
  name: REJECTIONS,
  follows: ['PackRejected', 'DocumentRejected'],
  react({ id, fact }, pack, state) {
    if (fact.type === 'DocumentRejected') {
      const data: RejectionData = { pack, rejection: id, recipient: OWNER, document: fact.data.document }
      // With the last one the whole is rejected, which has mails of its own.
      return remainingDocuments(state).length === 0 ? [] : [{ queue: REJECTIONS, key: keyOfRejection(id, OWNER), data }]
    }
    const recipients = [OWNER, ...signersToNotify(state).map(({ uuid }) => uuid)]
    return recipients.map((recipient) => {
      const data: RejectionData = { pack, rejection: id, recipient }
      return { queue: REJECTIONS, key: keyOfRejection(id, recipient), data }
    })
  },
})

export const keyOfRejection = (rejection: string, recipient: string) => `rejection:${rejection}:${recipient}`

/** Signers who wait for a copy, or who hold a request that leads nowhere any more. Those whom the sender writes to about neither are left alone. */
export function signersToNotify(state: PackState): readonly Signatory[] {
  return liveSignatories(state).filter(
    ({ status, asked, notified, email }) =>
      (status === 'complete' ? asked || notified.viewing : status === 'awaiting_signatures' && asked) &&
      isEmail(disclosed(email, '').trim()),
  )
}
