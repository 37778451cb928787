import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import { tellWorkspace } from './workspace.ts'

/** People ask for what is held of them to be deleted, at once or later, and an administrator does it until it is acknowledged. */
export async function beErased(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, answers, wrong } = ceremony
  const { chance, sleep } = network
  const administrator = clientOf(network, () => account(ceremony))
  const courts = chance.of(`${plan.name} courts`)
  const asking = plan.erases > 0 ? signatories.slice(-plan.erases) : []
  for (const { uuid } of asking) {
    if (chance.happens(0.5)) await sleep(chance.below(300_000))
    if (plan.holds && courts.happens(0.7)) await underHold(uuid)
    await erase(uuid)
  }

  async function erase(uuid: string): Promise<boolean> {
    const isOver = answers.trashed || answers.rejected
    // A person who signs or has signed stays: that is refused.
    const answer = await administrator.erase(pack, [uuid])
    if (answer.ok && !answers.erased.includes(uuid)) answers.erased.push(uuid)
    const isWaiting = !answer.ok && answer.code === 'person-awaited'
    if (isWaiting && isOver) wrong.push('it had come to nothing, and somebody’s data was said to be needed')
    if (!answer.ok && answer.code === 'legal-hold' && !plan.holds && plan.keeps !== 'held')
      wrong.push('nobody had it kept, and somebody’s data was said to be under a hold')
    return answer.ok
  }
  /** Somebody has the document kept, before it is asked for or in that very moment; and lets go of it again. */
  async function underHold(uuid: string): Promise<void> {
    if (courts.happens(0.5)) {
      if (!(await place())) return
      if (await erase(uuid)) wrong.push('it was under a hold, and somebody’s data could be deleted')
    } else {
      await Promise.all([erase(uuid), sleep(courts.below(150)).then(place)])
    }
    await sleep(courts.below(600_000))
    await tellWorkspace(ceremony, network, { do: 'LiftLegalHold', pack })
  }
  async function place(): Promise<boolean> {
    const placed = await tellWorkspace(ceremony, network, { do: 'PlaceLegalHold', pack, reason: 'Court order' })
    if (placed) answers.holds += 1
    else if (!answers.trashed && !answers.deleted) wrong.push('nobody had deleted it, and it could not be kept')
    return placed
  }
}
