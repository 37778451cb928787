import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import { lookAfter } from './look-after.ts'

/** How often the sender takes a link to hand it over, and how often they take back one to sign in person. */
const TAKES_LINK = 0.4
const TAKES_BACK = 0.7

/** The sender does not rely on the mail: they use a copied link, or their own device, in addition to the mails. */
export async function handOver(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, handed } = ceremony
  const { house, sleep } = network
  // Drawn apart, so that nobody else does otherwise.
  const chance = network.chance.of(`${plan.name} hands`)
  if (!chance.happens(TAKES_LINK)) return
  const sender = clientOf(network, () => account(ceremony))
  await sleep(chance.below(60_000))
  const { uuid } = chance.pick(signatories)
  const inPerson = chance.happens(0.5)
  const taken = await sender.takeLink(pack, uuid, inPerson)
  if (!taken) return
  const one = { ...taken, signatory: uuid, inPerson, at: house.scheduler.now(), over: false }
  handed.push(one)
  if (!inPerson || !chance.happens(TAKES_BACK)) return
  await sleep(chance.below(20_000))
  if ((await sender.ask(pack, [{ do: 'TakeBackSigningLink', signatory: uuid, link: one.link }])).ok) one.over = true
}

/** A signer who is not written to gets a link from the sender when it is their turn, and another where that one is dead. */
export async function handToTheQuiet(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, handed } = ceremony
  if (plan.quiet === null) return
  const { uuid: signatory } = signatories[plan.quiet]!
  await lookAfter(ceremony, network, network.chance.of(`${plan.name} hands to the quiet`), async (state, sender) => {
    const links = state.signatories.find(({ uuid }) => uuid === signatory)?.links ?? []
    if (handed.some((one) => links.some(({ link }) => link === one.link))) return false
    const taken = await sender.takeLink(pack, signatory, false)
    if (taken) handed.push({ ...taken, signatory, inPerson: false, at: network.house.scheduler.now(), over: false })
    return false
  })
}

/** Links given out before this moment open nothing any more. */
export function endHanded({ handed }: Ceremony, before: number, of?: string): void {
  for (const one of handed) if (one.at < before && (of === undefined || one.signatory === of)) one.over = true
}
