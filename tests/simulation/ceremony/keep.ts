import type { WorkspaceCommand } from '#domain/workspace'
import { clientOf, type Network } from '../client.ts'
import { ROUND_MS } from '../keeping.ts'
import { account, type Ceremony } from './ceremony.ts'
import { tryAgain } from './try-again.ts'
import { tellWorkspace } from './workspace.ts'

const DAY = 86_400_000
/** A day in the trash, a week's notice, and a few rounds until somebody looks. */
const SURELY_GONE_MS = 7 * DAY + 5 * ROUND_MS

/** What lies in the trash goes by itself, unless somebody holds it, or takes it out in the last moment. */
export async function keepTrash(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, workspace, answers } = ceremony
  const { chance, sleep, house } = network
  const sender = clientOf(network, () => account(ceremony))
  const tell = (command: WorkspaceCommand) => tellWorkspace(ceremony, network, command)
  switch (plan.keeps) {
    case 'goes':
      await sleep(SURELY_GONE_MS)
      return
    case 'taken out':
      await untilItsDay()
      if ((await sender.ask(pack, [{ do: 'RestorePack' }])).ok) {
        answers.trashed = false
        answers.takenOut = true
        await sender.ask(pack, [{ do: 'RevertToSetup' }])
        const seen = await sender.look(pack)
        if (seen.ok) tryAgain(sender, pack, seen.state, network.newId)
      }
      await sleep(SURELY_GONE_MS)
      return
    case 'held': {
      await untilItsDay()
      if (!(await tell({ do: 'PlaceLegalHold', pack, reason: 'Court order' }))) return
      await sleep(SURELY_GONE_MS)
      if (chance.happens(0.5) && (await tell({ do: 'LiftLegalHold', pack }))) await sleep(SURELY_GONE_MS)
      return
    }
    default:
      plan.keeps satisfies null
  }

  /** Until the announced day has come and a server looks through the workspace, which may delete it at this very moment. */
  async function untilItsDay(): Promise<void> {
    const mail = () => house.post.delivered.findLast((one) => one.mail.kind === 'retention' && one.mail.owner === pack)
    for (let rounds = 0; rounds < 12 && !mail(); rounds++) await sleep(ROUND_MS / 4)
    await sleep((mail()?.at ?? 0) + 7 * DAY - ROUND_MS / 2 - house.scheduler.now())
    const looked = Promise.withResolvers<void>()
    const onLook = (of: string) => {
      if (of === workspace) looked.resolve()
    }
    house.lookers.add(onLook)
    await Promise.race([looked.promise, sleep(2 * ROUND_MS)])
    house.lookers.delete(onLook)
    await sleep(chance.below(60))
  }
}
