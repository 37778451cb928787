import type { PackState } from '#domain/pack'
import { type Client, clientOf, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import { account, type Ceremony } from './ceremony.ts'

const FIRST_MS = 10_000
const MOST_MS = 600_000

/** The sender looks now and then, less and less often, for as long as it goes on. `act` answers whether to look again soon. */
export async function lookAfter(
  ceremony: Ceremony,
  network: Network,
  chance: Random,
  act: (state: PackState, sender: Client) => Promise<boolean>,
): Promise<void> {
  const sender = clientOf(network, () => account(ceremony))
  for (let pause = FIRST_MS; !ceremony.over; pause = Math.min(pause * 1.5, MOST_MS)) {
    await network.sleep(pause * (0.5 + chance.fraction()))
    const seen = await sender.look(ceremony.pack)
    if (!seen.ok) return
    if (await act(seen.state, sender)) pause = FIRST_MS
  }
}
