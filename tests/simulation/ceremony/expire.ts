import { hasExpired } from '#domain/pack'
import type { Network } from '../client.ts'
import { EPOCH } from '../host.ts'
import type { Ceremony } from './ceremony.ts'
import { lookAfter } from './look-after.ts'

const DAY = 86_400_000
/** Long enough for everybody to sign. */
const EXTENDED_DAYS = 25

/** The sender gives the request a last day, and a later one once it has expired: only then does the last signer come. */
export async function letExpire(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack } = ceremony
  const { expires } = plan
  if (expires === null) return
  const inDays = (days: number) => new Date(EPOCH + network.house.scheduler.now() + days * DAY).toISOString().slice(0, 10)
  await lookAfter(ceremony, network, network.chance.of(`${plan.name} lets it expire`), async (state, sender) => {
    if (state.status !== 'awaiting_signatures') return false
    const isSet = ceremony.runsOut !== null
    if (isSet && !hasExpired(state)) return false
    const day = inDays(isSet ? EXTENDED_DAYS : expires)
    const done = await sender.ask(pack, [{ do: 'SetExpiry', day, remindDays: isSet || expires === 0 ? null : 1 }])
    if (done.ok && !isSet) ceremony.runsOut = Date.parse(day) + DAY - EPOCH
    return done.ok
  })
}
