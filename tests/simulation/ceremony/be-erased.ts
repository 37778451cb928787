import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

/** People ask for what is held of them to be deleted, at once or later, and an administrator does it until it is acknowledged. */
export async function beErased(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, told } = ceremony
  const { chance, sleep } = network
  const administrator = clientOf(network, () => account(ceremony))
  const asking = plan.erases > 0 ? signatories.slice(-plan.erases) : []
  for (const { uuid } of asking) {
    if (chance.happens(0.5)) await sleep(chance.below(300_000))
    // Whoever signs or has signed stays: that is refused.
    const answer = await administrator.ask(pack, [{ do: 'ErasePeople', people: [uuid] }])
    if (answer.ok) told.erased.push(uuid)
  }
}
