import { derivedUuid } from '#domain/kernel'
import type { PackCommand } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

const SOONER = 300
const LATER = 3_600

/** While people sign, the sender finds that they are reminded too often, or too seldom, or had better not be. */
export async function changeRules(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack } = ceremony
  const chance = network.chance.of(`${plan.name} changes rules`)
  const sender = clientOf(network, () => account(ceremony))
  for (const [at, wanted] of plan.rules.entries()) {
    await network.sleep(chance.below(1_500_000))
    if (ceremony.over) return
    const rule: string = ceremony.reminding ?? derivedUuid(`${pack} rule ${at}`)
    const set: PackCommand = {
      do: 'SetNotificationRule',
      rule,
      event: 'not-signed',
      action: 'remind',
      countdown: wanted === 'sooner' ? SOONER : LATER,
    }
    const done = await sender.ask(pack, [wanted === 'removed' ? { do: 'RemoveNotificationRule', rule } : set])
    if (done.ok) ceremony.reminding = wanted === 'removed' ? null : rule
  }
}
