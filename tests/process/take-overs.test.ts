import { expect, test } from 'vitest'
import { type ApplicationsFact, applications, streamOfApplications } from '#domain/applications'
import { BULK_SEND, type BulkSendFact, bulkSend, streamOfBulkSend } from '#domain/bulk-send'
import type { DeclaredAggregate, Fact } from '#domain/kernel'
import { ownerOf, type PackFact, pack, streamOfPack } from '#domain/pack'
import { streamOfWorkspace, type WorkspaceFact, workspace } from '#domain/workspace'
import { commandHandler } from '#platform/command-handler'
import { idOf, workspace as TEAM } from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { type Life, life } from './mortal.ts'
import { type Stage, stage } from './stage.ts'

const [ada, bob, cyd, ofAda, ofBob, ofCyd] = ['ada', 'bob', 'cyd', 'of ada', 'of bob', 'of cyd'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const [draft, template, other, late, program, running] = ['draft', 'template', 'other', 'late', 'program', 'running'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const PINS = { list: 'l', template: 't', mapping: 'm', filter: 'f', day: null }

/** A team of three, in which Bob has begun a draft, a template, an application and a bulk send. */
async function team() {
  const on = stage()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const origin = { actor: { principal: `user:${ada}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
  async function happen<S, F extends Fact>(stream: string, aggregate: DeclaredAggregate<S, F, never, never, never, string>, ...facts: F[]) {
    const outcome = await handler.handle({ stream, aggregate, decide: () => facts, origin } as never)
    if ('refused' in outcome) throw new Error(String(outcome.refused))
  }
  const inTeam = (...facts: WorkspaceFact[]) => happen(streamOfWorkspace(TEAM), workspace as never, ...(facts as never[]))
  const made = (key: string, creator: string, kind: 'document' | 'template' = 'document') =>
    happen(
      streamOfPack(key),
      pack as never,
      {
        type: 'PackCreated',
        data: { workspace: TEAM, creator, kind, name: 'Lease', from: null },
      } satisfies PackFact as never,
    )
  const added = (member: string, user: string) => ({ type: 'MemberAdded', data: { member, user, administrator: user !== bob } }) as const
  await inTeam(
    { type: 'WorkspaceCreated', data: { workspace: TEAM, creator: ada, personal: false, name: 'Castell' } },
    added(ofAda, ada),
    added(ofBob, bob),
    added(ofCyd, cyd),
  )
  await made(draft, bob)
  await made(template, bob, 'template')
  await made(other, ada)
  await happen(
    streamOfApplications(TEAM),
    applications as never,
    {
      type: 'ApplicationCreated',
      data: { application: program, owner: bob, name: 'Planner', secret: 's' },
    } satisfies ApplicationsFact as never,
  )
  const facts: BulkSendFact[] = [
    { type: 'BulkSendCreated', data: { workspace: TEAM, creator: bob, description: 'Renewals', from: null } },
    { type: 'BulkSendActivated', data: { run: 1, user: bob, report: 'r', pins: PINS, rows: 0 } },
  ]
  await on.keyIndex.register([{ key: running, kind: BULK_SEND, pack: TEAM }])
  await happen(streamOfBulkSend(running), bulkSend as never, ...(facts as never[]))

  const load = async <S>(stream: string, aggregate: unknown) => (await handler.load(stream, aggregate as never)).state as unknown as S
  const packs = async () => {
    const there = [draft, template, other, late].map(async (key) => ({
      key,
      state: await load<typeof pack.initial>(streamOfPack(key), pack),
    }))
    return (await Promise.all(there)).filter(({ state }) => state.exists)
  }
  let listed = true
  const packsOfOwner = async (of: string, owner: string, after: string, limit: number) => {
    if (!listed) return null
    const rows = (await packs()).filter(({ key, state }) => state.workspace === of && ownerOf(state) === owner && key > after)
    return rows
      .map(({ key }) => key)
      .sort()
      .slice(0, limit)
  }
  return {
    ...on,
    server: (own: Life = life()) => on.server(own, { packsOfOwner }),
    goes: (member: string, user: string, successor: string) =>
      inTeam(
        { type: 'SuccessorChosen', data: { member, user, successor } },
        { type: 'MemberRemoved', data: { member, because: 'removed' } },
      ),
    lag: (on: boolean) => {
      listed = !on
    },
    made,
    owners: async () => ({
      packs: Object.fromEntries((await packs()).map(({ key, state }) => [key, ownerOf(state)])),
      application: (await load<typeof applications.initial>(streamOfApplications(TEAM), applications)).living.get(program)?.owner,
      bulkSend: (await load<typeof bulkSend.initial>(streamOfBulkSend(running), bulkSend)).run?.user,
    }),
    /** How often each stream says that it was taken over. */
    async takeOvers() {
      const streams = [draft, template, other].map(streamOfPack).concat(streamOfApplications(TEAM), streamOfBulkSend(running))
      const types = await Promise.all(streams.map(async (stream) => (await on.log.read(stream, 0n, 100)).map(({ type }) => type)))
      return types.map((all) => all.filter((type) => type.endsWith('TakenOver')).length)
    },
    isDone: () => {
      const work = [...on.jobs.values()].filter(({ queue }) => queue === 'take-overs')
      return work.length > 0 && work.every(({ state, notBefore }) => state === 'done' || notBefore > on.world.clock.now())
    },
  }
}
type Team = Awaited<ReturnType<typeof team>>
const all = (user: string) => ({ packs: { [draft]: user, [template]: user, [other]: ada }, application: user, bulkSend: user })

test('killed at any step of a take-over, all that a member had begun is their successor’s, each recorded once in its own history', async () => {
  let on!: Team
  const deaths = await killedEverywhere({
    begin: async () => {
      on = await team()
      return on as unknown as Stage
    },
    act: async () => void (await on.goes(ofBob, bob, cyd)),
    done: () => on.isDone(),
    async check(_, where) {
      expect(await on.owners(), where).toEqual(all(cyd))
      expect(await on.takeOvers(), where).toEqual([1, 1, 0, 1, 1])
    },
  })
  for (const where of ['after positions.commit', 'before log.append', 'after log.append', 'before done take-overs'])
    expect(deaths).toContain(where)
})

test('what goes on while the list lags behind, or was on its way when somebody left, is taken over as well', async () => {
  const on = await team()
  on.lag(true)
  const server = await on.server()
  await on.goes(ofBob, bob, cyd)
  await on.rest()
  // Nothing that runs waits for the list.
  expect(await on.owners()).toMatchObject({ packs: { [draft]: bob }, application: cyd, bulkSend: cyd })
  on.lag(false)
  await on.until(on.isDone, 'the take-over')
  expect(await on.owners()).toEqual(all(cyd))
  await on.made(late, bob)
  on.world.advance(120_000)
  await on.until(async () => (await on.owners()).packs[late] === cyd, 'what came late')
  await server.stop()
})

test('who was chosen may leave before it is done: then it is theirs who took over from them, once', async () => {
  const on = await team()
  await on.goes(ofBob, bob, cyd)
  await on.goes(ofCyd, cyd, ada)
  const server = await on.server()
  await on.until(on.isDone, 'both')
  expect(await on.owners()).toEqual(all(ada))
  expect(await on.takeOvers()).toEqual([1, 1, 0, 1, 1])
  await server.stop()
})
