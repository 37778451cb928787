import { isProblem } from '../../../command-api/edge/problem.ts'
import { movePack } from '../../../command-api/pack/move.ts'
import { attempt, clientOf, type Network, requestOf } from '../client.ts'
import { enterAs } from '../person.ts'
import { account, type Ceremony, colleague } from './ceremony.ts'

/** The sender moves it to their other workspace while people sign: from then on nobody of the former one comes to it. */
export async function move(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, elsewhere, answers, wrong } = ceremony
  if (plan.moves === null) return
  await network.sleep(plan.moves * 1_000)
  const key = network.newId()
  const who = account(ceremony)
  const target = who.memberships.find(({ workspace }) => workspace === elsewhere)!
  for (;;) {
    const moved = await attempt(network, async (server) => {
      const place = await enterAs(server, who, pack)
      const asked = requestOf(server, pack, key, { elsewhere })
      return isProblem(place) ? place : ((await movePack({ packs: server.packs, services: server }, place, target, asked)) ?? 'moved')
    })
    if (moved === 'moved') break
    if (isProblem(moved)) return void wrong.push(`it could not be moved to another workspace: ${moved.code}`)
    await network.sleep(network.chance.of(`${plan.name} moves again`).below(5_000))
  }
  answers.moved = true
  if ((await clientOf(network, () => colleague(ceremony)).look(pack)).ok)
    wrong.push('it was moved to another workspace, and somebody of the former one comes to it')
}
