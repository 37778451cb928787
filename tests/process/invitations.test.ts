import { expect, test } from 'vitest'
import { type UserCommand, user as userAggregate } from '#domain/user'
import { memberOf, type WorkspaceCommand, workspace as workspaceAggregate } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import type { LoggedEvent } from '#platform/event-log'
import { invitations, planInvitation } from '#processes/invitations'
import { idOf } from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { type Stage, stage } from './stage.ts'

const [workspace, founder, founding, bob, joining] = ['workspace', 'founder', 'founding', 'bob', 'joining'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
]

/** People's own commands, as the calls around members give them. */
function people(on: Stage) {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const origin = { actor: { principal: `user:${founder}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
  const done = (outcome: object) => {
    if ('refused' in outcome) throw new Error(String(outcome.refused))
  }
  return {
    async user(id: string, ...commands: readonly UserCommand[]) {
      for (const command of commands)
        done(await commandsOf(userAggregate, handler).perform({ key: id, who: { as: 'installation' }, commands: [command], origin }))
    },
    async team(...commands: readonly WorkspaceCommand[]) {
      const who = { as: 'user', user: founder } as const
      for (const command of commands)
        done(await commandsOf(workspaceAggregate, handler).perform({ key: workspace, who, commands: [command], origin }))
    },
    stateOf: async () => ({
      team: (await handler.load(`workspace-${workspace}`, workspaceAggregate)).state,
      bob: (await handler.load(`user-${bob}`, userAggregate)).state,
    }),
  }
}

const add = { do: 'AddMember', member: joining, user: bob, administrator: false } as const

/** A team with its founder, and Bob, who has an account and no password. */
async function prepared(): Promise<Stage> {
  const on = stage()
  const { user, team } = people(on)
  await user(founder, { do: 'RegisterUser', user: founder, firstName: 'Mira', lastName: 'Castell', email: 'mira@example.com' })
  await user(bob, { do: 'RegisterUser', user: bob, firstName: 'Bob', lastName: 'Ross', email: 'bob@example.com' })
  await team({ do: 'CreateWorkspace', workspace, name: 'Castell & Sons', personal: false, creator: founder, member: founding })
  return on
}
const invited = (on: Stage) => [...on.jobs.values()].filter(({ queue }) => queue === 'invitations')

test('killed at any step after a member was added, the next start sends their one invitation, and a second copy is the same mail', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = await prepared()
      await people(on).team(add)
      return on
    },
    done: (on) => invited(on).length > 0 && invited(on).every(({ state }) => state === 'done'),
    async check(on, where, unrecorded) {
      expect(
        on.post.delivered.map(({ mail: { to, kind, owner, workspace: from } }) => ({ to, kind, owner, from })),
        where,
      ).toEqual(
        Array.from({ length: unrecorded.size > 0 ? 2 : 1 }, () => ({
          to: 'bob@example.com',
          kind: 'invitation',
          owner: `user:${bob}`,
          from: workspace,
        })),
      )
      expect(new Set(on.post.delivered.map(({ messageId, mail }) => `${messageId} ${mail.link}`)).size, where).toBe(1)
      // The link of that mail, and no other, lets Bob choose a password.
      expect([...on.links], where).toEqual([[on.post.delivered[0]!.mail.link!.split('#reset/')[1], { owner: bob, purpose: 'invitation' }]])
    },
  })
  for (const where of [
    'before jobs.send',
    'after jobs.send',
    'before positions.commit',
    'after links.keep',
    'after the mail server took the mail',
  ])
    expect(deaths).toContain(where)
})

test('killed at any step after somebody was added who has a password, the next start tells them so, by a link that lets nobody choose one and is no secret', async () => {
  await killedEverywhere({
    async begin() {
      const on = await prepared()
      await people(on).user(bob, { do: 'RecordPassword', because: 'reset' })
      await people(on).team(add)
      return on
    },
    done: (on) => invited(on).length > 0 && invited(on).every(({ state }) => state === 'done'),
    async check(on, where, unrecorded) {
      const mails = on.post.delivered.map(({ mail: { to, subject, link, text } }) => ({
        to,
        subject,
        link,
        opens: /\S+#\S*/.exec(text)?.[0].split('/').at(-1),
      }))
      const notice = { to: 'bob@example.com', subject: 'You have been added to Castell & Sons', link: undefined, opens: '#documents' }
      expect(mails, where).toEqual(Array.from({ length: unrecorded.size > 0 ? 2 : 1 }, () => notice))
      expect(new Set(on.post.delivered.map(({ messageId }) => messageId)).size, where).toBe(1)
      expect([...on.links], where).toEqual([])
    },
  })
})

test('the founder of a team is not invited to it', async () => {
  const on = await prepared()
  const events = await on.log.read(`workspace-${workspace}`, 0n, 10)
  const [added] = events.filter(({ type }) => type === 'MemberAdded')
  expect(invitations.react({ position: '1', event: added! } as LoggedEvent)).toEqual([])
})

test('a member with a password is notified, and nobody who has left again, or whose address was erased', async () => {
  const on = await prepared()
  const { team, user, stateOf } = people(on)
  await team(add)
  const asked = { member: joining, user: bob }
  const { team: state, bob: without } = await stateOf()
  expect(planInvitation(state, without, asked)).toEqual({ do: 'invite', to: 'bob@example.com' })
  expect(planInvitation(state, { ...without, email: '' }, asked)).toEqual({ do: 'nothing' })
  await user(bob, { do: 'RecordPassword', because: 'reset' })
  expect(planInvitation(state, (await stateOf()).bob, asked)).toEqual({ do: 'tell', to: 'bob@example.com' })
  await team({ do: 'RemoveMember', member: joining })
  const left = (await stateOf()).team
  expect(memberOf(left, bob)).toBeNull()
  expect(planInvitation(left, without, asked)).toEqual({ do: 'nothing' })
})
