import { expect, test } from 'vitest'
import { type UserCommand, user as userAggregate } from '#domain/user'
import { personalWorkspaceOf, type WorkspaceCommand, workspace as workspaceAggregate } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { idOf } from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { type Stage, stage } from './stage.ts'

const [team, ada, bob, gone, invited] = ['team', 'ada', 'bob', 'gone', 'invited'].map(idOf) as [string, string, string, string, string]
const HOLDERS = [ada, bob]

/** An installation from before there were personal workspaces: two account holders, one who left for good, and one who never came. */
async function before(): Promise<Stage> {
  const on = stage()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const origin = { actor: { principal: `user:${ada}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
  const done = (outcome: object) => {
    if ('refused' in outcome) throw new Error(String(outcome.refused))
  }
  const users = commandsOf(userAggregate, handler)
  const tell = async (key: string, ...commands: readonly UserCommand[]) =>
    done(await users.perform({ key, who: { as: 'installation' }, commands, origin }))
  const tellTeam = async (...commands: readonly WorkspaceCommand[]) =>
    done(await commandsOf(workspaceAggregate, handler).perform({ key: team, who: { as: 'installation' }, commands, origin }))
  for (const user of [ada, bob, gone, invited])
    await tell(
      user,
      { do: 'RegisterUser', user, firstName: 'Somebody', lastName: 'Here', email: `${user}@example.com` },
      { do: 'JoinWorkspace', workspace: team, member: user },
    )
  await tellTeam({ do: 'CreateWorkspace', workspace: team, name: 'Castell & Sons', personal: false, creator: ada, member: ada })
  await tellTeam({ do: 'AddMember', member: bob, user: bob, administrator: false })
  for (const user of [ada, bob, gone]) await tell(user, { do: 'RecordPassword', because: 'reset' })
  // A second password asks for nothing more.
  await tell(ada, { do: 'RecordPassword', because: 'changed' })
  await tell(gone, { do: 'EraseProfile', joined: 'whatever' })
  return on
}

async function found(on: Stage) {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const of = async (user: string) => {
    const { workspace } = personalWorkspaceOf(user)
    const joined = (await handler.load(`user-${user}`, userAggregate)).state.workspaces.map((one) => one.workspace)
    const { personal, members } = (await handler.load(`workspace-${workspace}`, workspaceAggregate)).state
    const made = (await on.log.read(`workspace-${workspace}`, 0n, 10)).map(({ type }) => type)
    return { joined, personal, members: members.map((one) => one.user), made }
  }
  return Object.fromEntries(await Promise.all([ada, bob, gone, invited].map(async (user) => [user, await of(user)] as const)))
}

test('killed at any step of the upgrade, the next start has given each account holder one personal workspace behind those that they had, and nobody else', async () => {
  const work = (on: Stage) => [...on.jobs.values()].filter(({ queue }) => queue === 'personal-workspaces')
  const deaths = await killedEverywhere({
    begin: before,
    done: (on) => work(on).length === 3 && work(on).every(({ state }) => state === 'done'),
    async check(on, where) {
      const all = await found(on)
      for (const user of HOLDERS)
        expect(all[user], where).toEqual({
          joined: [team, personalWorkspaceOf(user).workspace],
          personal: true,
          members: [user],
          made: ['WorkspaceCreated', 'MemberAdded'],
        })
      expect(all[gone], where).toMatchObject({ joined: [], made: [] })
      expect(all[invited], where).toMatchObject({ joined: [team], made: [] })
      // Nobody is written to about what is their own.
      expect(on.post.delivered.filter(({ mail }) => mail.workspace !== team)).toEqual([])
    },
  })
  for (const where of ['before positions.commit', 'after positions.commit', 'before log.append', 'after log.append'])
    expect(deaths).toContain(where)
})
