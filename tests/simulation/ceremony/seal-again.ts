import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import type { Until } from './course.ts'

/** An administrator has sealed again what is sealed, as under a new certificate, and now and then does not wait for it before the next time. */
export async function sealAgain(ceremony: Ceremony, network: Network, until: Until): Promise<void> {
  const { plan, pack, documents } = ceremony
  if (plan.sealsAgain === 0) return
  const chance = network.chance.of(`${plan.name} seals again`)
  const administrator = clientOf(network, () => account(ceremony))
  const seen = await administrator.look(pack)
  if (!seen.ok || seen.state.status !== 'complete') return
  for (let left = plan.sealsAgain; left > 0; left--) {
    await Promise.all(documents.map((document) => administrator.ask(pack, [{ do: 'RenewSeal', document }])))
    if (left > 1 && chance.happens(0.5)) await network.sleep(chance.below(2_000))
    else
      await until('the new seals', (state) =>
        state.documents.every(
          ({ sealing, rejected }) => rejected !== undefined || (sealing.state === 'sealed' && sealing.renewal === null),
        ),
      )
  }
}
