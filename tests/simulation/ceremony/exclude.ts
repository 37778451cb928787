import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

/** The sender excludes somebody who has not signed by then: nobody waits for them any more. */
export async function exclude(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories } = ceremony
  if (plan.excludes === null) return
  const { at, after, viewing } = plan.excludes
  await network.sleep(after * 1_000)
  const sender = clientOf(network, () => account(ceremony))
  for (let tries = 0; tries < 10 && !ceremony.over; tries++) {
    const seen = await sender.look(pack)
    if (!seen.ok || seen.state.status !== 'awaiting_signatures') return
    const requests = Object.fromEntries(signatories.map(({ uuid }) => [uuid, network.newId()]))
    const command = { do: 'ExcludeSignatory', signatory: signatories[at]!.uuid, viewing, requests } as const
    const answer = await sender.ask(pack, [command], seen.revision)
    if (answer.ok || answer.code !== 'revision-changed') return
  }
}
