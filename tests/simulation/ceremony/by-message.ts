import type { Network } from '../client.ts'
import type { Ceremony } from './ceremony.ts'
import { lookAfter } from './look-after.ts'

/** Nobody can send messages here: a signer to be asked by one is asked by mail once the sender sees that, each time again. */
export async function askByMailInstead(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories } = ceremony
  if (plan.byMessage === null) return
  const { uuid: signatory } = signatories[plan.byMessage]!
  await lookAfter(ceremony, network, network.chance.of(`${plan.name} asks by mail`), async (state, sender) => {
    if (state.signatories.find(({ uuid }) => uuid === signatory)?.request?.state !== 'failed') return false
    // A signer no longer to be asked is not: that is refused.
    return (await sender.ask(pack, [{ do: 'ResendRequest', signatory, request: network.newId(), channel: 'email' }])).ok
  })
}
