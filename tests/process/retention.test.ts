import { expect, test } from 'vitest'
import { type WorkspaceCommand, workspace } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { type RetentionDeps, startRetention } from '#processes/retention'
import { idOf, packInSetup } from '#tests/pack'
import { letterboxMailer } from './doubles.ts'
import { type Life, life, mortal } from './mortal.ts'
import { CREATOR, PACK, type Stage, stage } from './stage.ts'

const OF = idOf('workspace')
const WORKSPACE = `workspace-${OF}`
const DAY = 86_400_000
const HOUR = 3_600_000

/** A command of the workspace's administrator. */
async function tell(on: Stage, ...commands: readonly WorkspaceCommand[]): Promise<void> {
  await tellIn(WORKSPACE, on, ...commands)
}
async function tellIn(stream: string, on: Stage, ...commands: readonly WorkspaceCommand[]): Promise<void> {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  for (const command of commands) {
    const outcome = await commandsOf(workspace, handler).perform({
      key: workspace.keyOf(stream)!,
      who: { as: 'user', user: idOf('creator') },
      commands: [command],
      origin: { actor: { principal: `user:${idOf('creator')}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
}

const found: WorkspaceCommand = {
  do: 'CreateWorkspace',
  workspace: OF,
  name: 'Castell',
  personal: false,
  creator: idOf('creator'),
  member: idOf('member'),
}

/** A document in the trash of a workspace that keeps it there for thirty days. */
async function trashed(): Promise<Stage> {
  const on = stage()
  await tell(on, found, { do: 'SetRetention', years: null, trashDays: 30 })
  await on.happened(packInSetup('first'))
  await on.command({ do: 'TrashPack' })
  return on
}

function retentionOn(on: Stage, own: Life = life(), over: Partial<RetentionDeps> = {}) {
  return startRetention({
    handler: commandHandler({ log: mortal(on.log, own, 'log', ['append']), keys: on.keys, world: on.world }),
    mailer: letterboxMailer(on.post, own),
    world: on.world,
    workspaces: async () => [OF],
    candidates: async () => [PACK],
    userOf: async () => CREATOR,
    publicUrl: 'https://sign.example.com',
    everyMs: HOUR,
    ...over,
  })
}
const factsOf = async (on: Stage) => (await on.log.read(WORKSPACE, 0n, 100)).map(({ type }) => type)
const count = async (on: Stage, type: string) => (await factsOf(on)).filter((each) => each === type).length
const letters = (on: Stage) => on.post.delivered.map(({ mail }) => mail)

test('[D-294] what has been in the trash for its time is announced a week before, by mail, and deleted for good on that day', async () => {
  const on = await trashed()
  const retention = retentionOn(on)
  on.world.advance(22 * DAY)
  await retention.now()
  expect(letters(on)).toEqual([])

  on.world.advance(1.5 * DAY)
  await retention.now()
  await retention.now()
  expect(letters(on)).toMatchObject([{ to: CREATOR.email, kind: 'retention', owner: PACK, subject: expect.stringContaining('Lease') }])
  const day = /will be deleted on (\d{4}-\d\d-\d\d)/.exec(letters(on)[0]!.subject)![1]!
  expect(letters(on)[0]!.text).toContain(`On ${day} (UTC) it is deleted for good`)
  expect(letters(on)[0]!.text).toContain('https://sign.example.com/#trash')

  on.world.advance(5 * DAY)
  await retention.now()
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(0)
  on.world.advance(3 * DAY)
  await retention.now()
  expect(new Date(on.world.clock.now()).toISOString() > day).toBe(true)
  expect((await on.log.read(WORKSPACE, 0n, 100)).at(-1)).toMatchObject({
    type: 'PackPermanentlyDeleted',
    data: { pack: PACK },
    meta: { actor: { principal: 'process:retention', capacity: 'process' } },
  })
  await retention.now()
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(1)
  expect(letters(on)).toHaveLength(1)
  await retention.stop()
})

test('[D-294] killed at any step, it announces once and deletes once, and never without a week’s notice', async () => {
  const deaths: string[] = []
  for (let step = 1; ; step++) {
    const on = await trashed()
    on.world.advance(400 * DAY)
    const first = life(step)
    const dying = retentionOn(on, first)
    // Two weeks, in which one server works until it dies, and the next takes over a day later.
    const rounds = async (retention: typeof dying, days: number, own: Life) => {
      for (let day = 0; day < days && !own.dead; day++) {
        const done = retention.now()
        await Promise.race([done, on.rest()])
        on.world.advance(DAY)
      }
    }
    await rounds(dying, 9, first)
    if (first.dead) {
      deaths.push(first.lastStep)
      const second = retentionOn(on)
      await rounds(second, 10, life())
      await second.stop()
    } else await dying.stop()

    const where = first.lastStep
    expect(await count(on, 'DeletionAnnounced'), where).toBe(1)
    expect(await count(on, 'PackPermanentlyDeleted'), where).toBe(1)
    const [announced, deleted] = (await on.log.read(WORKSPACE, 0n, 100)).slice(-2)
    expect(Date.parse(String(deleted!.meta.time)) - Date.parse(String(announced!.meta.time)), where).toBeGreaterThanOrEqual(7 * DAY)
    // A mail that was handed over just before the crash goes again with the same Message-ID: it is one mail to who reads it.
    expect(new Set(on.post.delivered.map(({ messageId }) => messageId)).size, where).toBe(1)
    expect(on.post.rows.size, where).toBe(1)
    if (!first.dead) break
  }
  expect(deaths).toEqual(
    expect.arrayContaining([
      'before log.append',
      'after log.append',
      'before the mail is written down',
      'after the mail server took the mail',
    ]),
  )
})

test('[D-294] under a legal hold nothing is announced or deleted, and after it everything is announced again', async () => {
  const on = await trashed()
  const retention = retentionOn(on)
  on.world.advance(25 * DAY)
  await retention.now()
  await tell(on, { do: 'PlaceLegalHold', pack: PACK, reason: 'Court order' })
  on.world.advance(400 * DAY)
  await retention.now()
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(0)
  await tell(on, { do: 'LiftLegalHold', pack: PACK })
  await retention.now()
  expect(await factsOf(on)).not.toContain('PackPermanentlyDeleted')
  expect(letters(on)).toHaveLength(2)
  on.world.advance(8 * DAY)
  await retention.now()
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(1)
  await retention.stop()
})

test('a restored document stays, and a mail server that is down holds up neither the notice in the app nor the next round', async () => {
  const on = await trashed()
  const retention = retentionOn(on)
  on.post.mood = 'away'
  on.world.advance(25 * DAY)
  await retention.now()
  expect(await count(on, 'DeletionAnnounced')).toBe(1)
  expect(letters(on)).toEqual([])
  expect(retention.status().ok).toBe(true)
  on.post.mood = 'takes'
  await retention.now()
  expect(letters(on)).toHaveLength(1)

  await on.command({ do: 'RestorePack' })
  on.world.advance(30 * DAY)
  await retention.now()
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(0)
  await retention.stop()
})

test('what is taken out of the trash while the last mail about it goes out stays', async () => {
  const on = await trashed()
  on.world.advance(25 * DAY)
  const first = retentionOn(on, life(), { userOf: async () => null })
  await first.now()
  await first.stop()
  on.world.advance(8 * DAY)
  const inNoTime = letterboxMailer(on.post, life())
  const mailer: RetentionDeps['mailer'] = {
    async send(mail) {
      await on.command({ do: 'RestorePack' })
      return inNoTime.send(mail)
    },
  }
  const second = retentionOn(on, life(), { mailer })
  await second.now()
  await second.stop()
  expect(letters(on)).toHaveLength(1)
  expect(await count(on, 'PackPermanentlyDeleted')).toBe(0)
})

test('once the creator of a document has left the team, its administrators are notified of its deletion, and they alone', async () => {
  const on = await trashed()
  const [boss, plain] = [idOf('boss'), idOf('plain')]
  await tell(
    on,
    { do: 'AddMember', member: idOf('boss’s'), user: boss, administrator: true },
    { do: 'AddMember', member: idOf('plain’s'), user: plain, administrator: false },
    { do: 'RemoveMember', member: idOf('member') },
  )
  const retention = retentionOn(on, life(), { userOf: async (user) => ({ name: user, email: `${user}@example.com` }) })
  on.world.advance(25 * DAY)
  await retention.now()
  await retention.stop()
  expect(letters(on).map(({ to }) => to)).toEqual([`${boss}@example.com`])
})

test('a workspace without a setting is not looked through, and trouble is reported and passes', async () => {
  const on = await trashed()
  await tell(on, { do: 'SetRetention', years: null, trashDays: null })
  const asked: unknown[] = []
  let broken = true
  const retention = retentionOn(on, life(), {
    workspaces: async () => {
      if (broken) throw new Error('the database is away')
      return [OF]
    },
    candidates: async (question) => {
      asked.push(question)
      return [PACK]
    },
  })
  await retention.now()
  expect(retention.status()).toMatchObject({ ok: false, words: expect.stringContaining('tries again') })
  broken = false
  // By itself, an hour later.
  on.world.advance(HOUR)
  await on.rest()
  expect(retention.status().ok).toBe(true)
  expect(asked).toEqual([])
  await tell(on, { do: 'SetRetention', years: 1, trashDays: null })
  await retention.now()
  const limit = new Date(on.world.clock.now() + 7 * DAY)
  limit.setUTCFullYear(limit.getUTCFullYear() - 1)
  expect(asked).toEqual([{ workspace: OF, endedBefore: limit.toISOString(), trash: false }])
  await retention.stop()
})

test('however often it is asked to look, the next look comes once, and none after its end', async () => {
  const on = await trashed()
  let looks = 0
  const retention = retentionOn(on, life(), {
    workspaces: async () => {
      looks += 1
      return []
    },
  })
  const passes = async () => {
    on.world.advance(HOUR)
    await on.rest()
  }
  await Promise.all([retention.now(), retention.now(), retention.now()])
  expect(looks).toBe(3)
  await passes()
  expect(looks).toBe(4)
  await passes()
  expect(looks).toBe(5)
  await retention.stop()
  await passes()
  expect(looks).toBe(5)
})

test('of a document that the list gives out as another workspace’s nothing is announced there', async () => {
  const on = await trashed()
  const stranger = idOf('another workspace')
  const retention = retentionOn(on, life(), { workspaces: async () => [stranger] })
  const stream = `workspace-${stranger}`
  await tellIn(stream, on, { ...found, workspace: stranger }, { do: 'SetRetention', years: null, trashDays: 30 })
  on.world.advance(40 * DAY)
  await retention.now()
  await retention.stop()
  expect((await on.log.read(stream, 0n, 100)).map(({ type }) => type)).not.toContain('DeletionAnnounced')
})
