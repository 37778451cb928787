import type { AccountRefused, Asked, MemberRow, Members } from '../../../command-api/accounts/index.ts'
import { patience } from '../../../command-api/edge/patience.ts'
import { storage } from '../browser.ts'
import { attempt, clientOf, type Network } from '../client.ts'
import type { Member } from '../person.ts'
import { openTab, type Tab } from '../tab.ts'
import type { Ceremony } from './ceremony.ts'

/** How often they look in, and how long it is until they do again, at most. */
const TIMES = 30
const PAUSE_MS = 15_000

/**
 * Somebody is added to the team, made an ordinary member, and may leave it and be added again. They look in all the while: what they may
 * do is as it was acknowledged last, whichever server they reach.
 */
export async function belong(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, workspace, creator, wrong } = ceremony
  if (plan.belongs === null) return
  const { sleep, newId } = network
  // Drawn apart, so that nobody else does otherwise.
  const chance = network.chance.of(`${plan.name} belongs`)
  const email = `${plan.name}-toni@example.org`
  let standing: 'administrator' | 'member' | 'nobody' | 'changing' = 'changing'
  let changes = 0

  const { key, user } = await add(true)
  const who: Member = { as: 'member', user }
  const client = clientOf(network, () => who)
  const looking = lookIn()
  await sleep(chance.below(TIMES * PAUSE_MS))
  await change('member', (all, asked) => all.setAdministrator(workspace, key, false, { user: creator }, asked))
  if (plan.belongs !== 'loses a right') {
    await sleep(chance.below(120_000))
    const page = await open()
    // Whoever is back may never have noticed.
    if (plan.belongs === 'leaves') ceremony.left = page
    await change('nobody', (all, asked) => all.remove(workspace, key, { user: creator }, asked))
    if (plan.belongs === 'comes back') {
      await sleep(chance.below(3_000))
      await add(false)
    }
  }
  await looking

  /** Whoever is there already was added by the call that got no answer. */
  async function add(isAdmin: boolean): Promise<Pick<MemberRow, 'key' | 'user'>> {
    const person = { firstName: 'Toni', lastName: `of ${plan.name}`, email, isAdmin }
    await change(isAdmin ? 'administrator' : 'member', (all, asked) => all.add(workspace, person, { user: creator }, asked))
    const rows = await answered((all) => all.list(workspace))
    return rows.find((one) => one.email === email)!
  }

  async function change(to: typeof standing, work: (all: Members, asked: Asked) => Promise<MemberRow | AccountRefused | null>) {
    standing = 'changing'
    changes += 1
    await answered(async (all, asked) => {
      const done = await work(all, asked)
      if (done && 'refused' in done && done.refused === 'too-many-rivals') throw new Error(done.refused)
      return done
    })
    standing = to
  }

  /** Now this server is asked and now that one, until one answers. */
  async function answered<T>(work: (all: Members, asked: Asked) => Promise<T>): Promise<T> {
    const id = newId()
    for (;;) {
      const done = await attempt(network, async ({ members, machine }) => {
        const answer = await work(members, { correlation: id, causation: id, isWaitedFor: patience(machine.world) })
        return { answer }
      })
      if (done) return done.answer
      await sleep(chance.below(3_000))
    }
  }

  async function open(): Promise<Tab | null> {
    const seen = await client.look(pack)
    return seen.ok ? openTab(network, storage(chance.of('browser')), { caller: who, seen: seen.seen }) : null
  }

  async function lookIn(): Promise<void> {
    const hands = chance.of('looks in')
    // Where it may be deleted for good, nobody comes to it then.
    const mayGo = plan.course === 'deletes' || plan.course === 'trashes'
    for (let left = TIMES; left > 0; left--) {
      await sleep(hands.below(PAUSE_MS))
      const [stood, before] = [standing, changes]
      if (stood === 'changing') continue
      const tries = hands.below(3)
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
      const on = hands.happens(0.5)
      return (await answered((all, asked) => all.switchSenderPresence(workspace, on, { user }, asked))) === null
    }
  }
}

const WHAT = ['look at its document', 'throw it away', 'change its settings'] as const
