import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

/** Nobody can send messages here: whoever was to be asked by one is asked by mail once the sender sees that, each time anew. */
export async function askByMailInstead(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories } = ceremony
  if (plan.byMessage === null) return
  const { uuid: signatory } = signatories[plan.byMessage]!
  const chance = network.chance.of(`${plan.name} asks by mail`)
  const sender = clientOf(network, () => account(ceremony))
  for (let pause = 10_000; !ceremony.over; pause = Math.min(pause * 1.5, 600_000)) {
    await network.sleep(pause * (0.5 + chance.fraction()))
    const seen = await sender.look(pack)
    if (!seen.ok) return
    const asked = seen.state.signatories.find(({ uuid }) => uuid === signatory)?.request
    if (asked?.state !== 'failed') continue
    // Whoever is no longer to be asked is not: that is refused.
    if ((await sender.ask(pack, [{ do: 'ResendRequest', signatory, request: network.newId(), channel: 'email' }])).ok) pause = 10_000
  }
}
