import { disclosed } from '#domain/kernel'
import { isEmail, liveSignatories, type PackState, type Signatory } from '#domain/pack'
import { packProcess } from '#processes/engine'

export const REJECTIONS = 'rejections'
/** Of the mail to who sent the document. */
export const OWNER = 'owner'
export type RejectionData = { readonly pack: string; readonly rejection: string; readonly recipient: string }

/** A rejection is followed by one mail to the sender, and one to each signer who has signed or was asked to. */
export const rejections = packProcess({
  name: REJECTIONS,
  follows: ['PackRejected'],
  react({ id }, pack, state) {
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
