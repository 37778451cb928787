import { ANSWER_MS } from '#contract/envelope'
import { streamOfWorkspace } from '#domain/workspace'
import type { AccountRefused, MemberRow, RequestOrigin } from '../../../command-api/accounts/index.ts'
import { deletionObstacle } from '../../../command-api/person-data/deletion-obstacle.ts'
import { storage } from '../browser.ts'
import { clientOf, type Network } from '../client.ts'
import type { Member } from '../person.ts'
import type { Server } from '../server.ts'
import { openTab, type Tab } from '../tab.ts'
import type { Ceremony } from './ceremony.ts'
import { logIn } from './log-in.ts'
import type { Plan } from './plan.ts'
import { untilAnswered } from './until-answered.ts'

/** How often they look in, and how long it is until they do again, at most. */
const TIMES = 30
const PAUSE_MS = 15_000

/** Where somebody who was added to the team of a ceremony gets their mail. */
export const addressInTeam = ({ name }: Plan) => `${name}-toni@example.org`

/**
 * Somebody is added to the team, made an ordinary member, and may leave it and be added again, also while their profile is deleted. They
 * look in all the while: what they may do is as it was acknowledged last, whichever server they reach.
 */
export async function belong(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, workspace, creator, wrong } = ceremony
  if (plan.belongs === null) return
  const { sleep } = network
  // Drawn apart, so that nobody else does otherwise.
  const chance = network.chance.of(`${plan.name} belongs`)
  const answered = untilAnswered(network, chance)
  const email = addressInTeam(plan)
  const by = { user: creator }
  let standing: 'administrator' | 'member' | 'nobody' | 'changing' = 'changing'
  let changes = 0

  /** Who has the address: another, once the profile of the one before is deleted. */
  let user = ''
  const { key } = await add(true)
  const client = clientOf(network, (): Member => ({ as: 'member', user }))
  const looking = lookIn()
  const door = logIn({ email, times: plan.logsIn }, network, chance.of('logs in'), (what) => void wrong.push(what))
  await sleep(chance.below(TIMES * PAUSE_MS))
  await change('member', ({ members }, asked) => members.setAdministrator(workspace, key, false, by, asked))
  if (plan.belongs !== 'loses a right') {
    await sleep(chance.below(120_000))
    const page = await open()
    // A member who is back may never have noticed.
    if (plan.belongs === 'leaves') ceremony.left = page
    const isConcurrent = chance.happens(0.5) || plan.belongs === 'goes for good'
    const late = await change('nobody', ({ members }, asked) => members.remove(workspace, key, by, asked), isConcurrent && halfWay)
    const going = plan.belongs === 'goes for good' ? erase() : null
    if (plan.belongs === 'comes back' || (going && chance.happens(0.7))) {
      await sleep(chance.below(going ? 100 : 3_000))
      ceremony.inTeam = (await add(false)).user
    }
    await going
    await late?.finished
  }
  await Promise.all([looking, door.done])

  /** A member who is there already was added by the call that got no answer. */
  async function add(isAdmin: boolean): Promise<MemberRow> {
    const person = { firstName: 'Toni', lastName: `of ${plan.name}`, email, isAdmin }
    let row: MemberRow | undefined
    await change(isAdmin ? 'administrator' : 'member', async ({ members }, asked) => {
      const added = await members.add(workspace, person, by, asked)
      if ('refused' in added && added.refused !== 'member-twice') return added
      row = (await members.list(workspace)).find((one) => one.email === email)
      user = row?.user ?? ''
      return null
    })
    if (!row) wrong.push('somebody was acknowledged as added to the team, and is not listed there')
    const nobody = { key: '', workspace, workspaceName: '', isPersonal: false, user, isAdmin, permissions: new Set<never>() }
    return row ?? { ...nobody, fullName: '', email, hasEntered: false, hasPassword: false }
  }

  /** Another administrator removes them at the same time, by a server that stands still before it is done, or between team and person. */
  async function halfWay({ members, machine }: Server, asked: RequestOrigin): Promise<void> {
    // Between team and person: it does much else, and a waiting caller asks another in the end.
    const between = () => {
      const last = network.house.stored.at(-1)
      const isDone = last?.stream === streamOfWorkspace(workspace) && last.event.type === 'MemberRemoved'
      if (isDone) machine.freeze(ANSWER_MS + chance.below(20_000))
      else machine.trap('append', between)
    }
    machine.trap('append', chance.of('half way').happens(0.5) ? between : () => machine.freeze(2_000 + chance.below(15_000)))
    await members.remove(workspace, key, by, asked)
  }

  /** As an administrator may whose team they have left, where no other has them; by a server that has much to do. */
  async function erase(): Promise<void> {
    const of = user
    const busy = chance.of('erases')
    // Before somebody adds them again, or while that is being done.
    if (busy.happens(0.5)) await sleep(busy.below(200))
    door.leaving()
    const kept = await answered(async ({ accounts, members, machine }, asked) => {
      const joined = await accounts.joinedBy(of)
      const isNeeded = await deletionObstacle({ accounts, members, queries: { packsOf: async () => [] } as never }, of, 'other')
      if (busy.happens(0.8))
        await new Promise<void>((goOn) => machine.world.timers.after(busy.below(busy.happens(0.5) ? 300 : 3_000), goOn))
      return isNeeded ?? accounts.eraseProfile(of, joined, by, asked)
    })
    if (kept === null) await door.gone()
  }

  async function change(
    to: typeof standing,
    work: (server: Server, asked: RequestOrigin) => Promise<MemberRow | AccountRefused | null>,
    meanwhile: false | ((server: Server, asked: RequestOrigin) => Promise<void>) = false,
  ): Promise<{ readonly finished: Promise<void> } | null> {
    standing = 'changing'
    changes += 1
    const late = meanwhile ? { finished: answered(meanwhile) } : null
    if (late) await sleep(chance.below(100))
    await answered(async (server, asked) => {
      const done = await work(server, asked)
      if (done && 'refused' in done && done.refused === 'too-many-rivals') throw new Error(done.refused)
      return done
    })
    standing = to
    return late
  }

  async function open(): Promise<Tab | null> {
    const seen = await client.look(pack)
    return seen.ok ? openTab(network, storage(chance.of('browser')), { caller: { as: 'member', user }, seen: seen.seen }) : null
  }

  async function lookIn(): Promise<void> {
    const looks = chance.of('looks in')
    // Where it may be deleted for good, nobody comes to it then.
    const mayGo = plan.course === 'deletes' || plan.course === 'trashes'
    for (let left = TIMES; left > 0; left--) {
      await sleep(looks.below(PAUSE_MS))
      const [stood, before] = [standing, changes]
      if (stood === 'changing') continue
      const tries = looks.below(3)
      const done = tries === 0 ? await look() : tries === 1 ? await trash() : await rule()
      if (changes !== before) continue
      const may = tries === 0 ? stood !== 'nobody' : stood === 'administrator'
      // An administrator's document stays where it is.
      if (done === may || (mayGo && tries === 0 && !done) || done === null) continue
      wrong.push(`somebody was acknowledged as ${stood} of the team, and ${done ? 'could' : 'could not'} ${WHAT[tries]}`)
    }

    async function look(): Promise<boolean> {
      return (await client.look(pack)).ok
    }
    async function trash(): Promise<boolean | null> {
      return standing === 'administrator' ? null : (await client.ask(pack, [{ do: 'TrashPack' }])).ok
    }
    async function rule(): Promise<boolean> {
      const on = looks.happens(0.5)
      return (await answered(({ members }, asked) => members.switchSenderPresence(workspace, on, { user }, asked))) === null
    }
  }
}

const WHAT = ['look at its document', 'throw it away', 'change its settings'] as const
