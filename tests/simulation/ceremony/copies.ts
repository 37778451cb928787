import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

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
