import { derivedUuid } from '#domain/kernel'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import type { Plan } from './plan.ts'

/** To whom else the sender means the final copy to go: to somebody; to somebody whom they strike out again; to whom it goes already. */
export const COPIES = ['gets one', 'is struck out', 'has a signer’s address'] as const
export type Copy = (typeof COPIES)[number]

export interface CopyRecipient {
  readonly uuid: string
  readonly email: string
  readonly copy: Copy
}

export const copyRecipientsOf = ({ name, copies }: Plan, pack: string): readonly CopyRecipient[] =>
  copies.map((copy, at) => ({
    uuid: derivedUuid(`${pack} copy ${at}`),
    // Addresses are the same however they are written.
    email: copy === 'has a signer’s address' ? `${name}-Signer-0@Example.org` : `${name}-copy-${at}@example.org`,
    copy,
  }))

/** While it is prepared, the sender names who else gets the final copy, and thinks better of some. */
export async function nameCopyRecipients(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, copyRecipients } = ceremony
  if (copyRecipients.length === 0) return
  const sender = clientOf(network, () => account(ceremony))
  for (const [at, { uuid: recipient, email }] of copyRecipients.entries())
    await sender.ask(pack, [
      { do: 'AddCopyRecipient', recipient },
      { do: 'NameCopyRecipient', recipient, name: `Reader ${at} of ${plan.name}` },
      { do: 'SetCopyRecipientEmail', recipient, email },
    ])
  for (const { uuid: recipient, copy } of copyRecipients)
    if (copy === 'is struck out') await sender.ask(pack, [{ do: 'RemoveCopyRecipient', recipient }])
}
