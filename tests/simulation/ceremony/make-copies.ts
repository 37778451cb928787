import { clientOf, knownOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'

/** How long after the pages are there somebody has it copied: while it is prepared, while others sign, or after that. */
const WITHIN_MS = 240_000

/** It lies in the trash, or is deleted for good. */
const REFUSED: ReadonlySet<string> = new Set(['in-trash', 'not-found'])

/** The sender has copies made, whatever happens to it meanwhile. */
export async function makeCopies(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, copied, wrong } = ceremony
  const chance = network.chance.of(`${plan.name} copies made`)
  const sender = clientOf(network, () => account(ceremony))
  const makeOne = async (kind: (typeof plan.copied)[number]) => {
    await network.sleep(chance.below(WITHIN_MS))
    copied.asked += 1
    const from = knownOf(network, pack)
    const made = await sender.copy(pack, kind)
    if (!made.ok && !REFUSED.has(made.code)) wrong.push(`no copy could be made of it: ${made.code}`)
    if (made.ok) copied.answered.push({ pack: made.pack, kind, from, at: network.house.scheduler.now() })
  }
  await Promise.all(plan.copied.map(makeOne))
}
