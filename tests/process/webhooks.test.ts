import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApplicationsFact, applications, streamOfApplications } from '#domain/applications'
import { type Fact, uuidv7 } from '#domain/kernel'
import { LIFECYCLE_EVENTS, type LifecycleEntry } from '#domain/lifecycle-events'
import { streamOfUser, type UserFact, user } from '#domain/user'
import { streamOfWebhooks, type WebhooksFact, webhooks } from '#domain/webhooks'
import { streamOfWorkspace, type WorkspaceFact, workspace } from '#domain/workspace'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { type Owners, soleOwner } from '#platform/ownership'
import { systemWorld } from '#platform/ports'
import { migrate } from '#platform/postgres'
import { memorySubjectKeys } from '#platform/subject-keys'
import { type Deliveries, type Posted, postgresDeliveries, webhookMigrations } from '#platform/webhooks'
import { type FeedItem, startWebhookSender, type WebhookSender } from '#processes/webhooks'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

const id = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
const DAY = 86_400_000
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, webhookMigrations)
})
afterAll(() => database.drop())

interface Sent {
  readonly to: string
  readonly id: string
  readonly document: string
  readonly n: number
  readonly by: string
}
let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage()
})
afterEach(async () => {
  await stage.close()
  await database.pool.query('DELETE FROM webhook_endpoint')
})

/** What outlives a sender: streams, a feed, the deliveries, and receivers that answer as a test says. */
async function openStage() {
  const quiet = testWorld({ start: '2026-03-02T09:00:00.000Z' })
  const world = { ...systemWorld(quiet.log), clock: quiet.clock }
  const log = memoryEventLog(world)
  const keys = memorySubjectKeys(world)
  const handler = commandHandler({ log, keys, world })
  const [home, owner] = [id(), id()]
  /** By workspace. */
  const feeds = new Map<string, FeedItem[]>()
  const feedOf = (of: string) => feeds.get(of) ?? feeds.set(of, []).get(of)!
  let happened = 0
  const sent: Sent[] = []
  const changed = new Set<() => void>()
  const senders: WebhookSender[] = []
  const listeners = new Set<(news: null) => void>()
  /** Nothing that a test holds outlives it. */
  const ended = Promise.withResolvers<void>()
  let answer: (sent: Sent) => Posted | Promise<Posted> = () => ({ status: 204, text: '', retryAfter: null })

  const append = async (stream: string, aggregate: Parameters<CommandHandler['handle']>[0]['aggregate'], facts: readonly Fact[]) => {
    const actor = { principal: `user:${owner}`, capacity: 'team' } as const
    const outcome = await handler.handle({
      stream,
      aggregate,
      decide: () => facts,
      origin: { actor, correlation: 'test', causation: id() },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
  const ofTeam = (...facts: WorkspaceFact[]) => ofWorkspace(home, ...facts)
  const ofWorkspace = (of: string, ...facts: WorkspaceFact[]) => append(streamOfWorkspace(of), workspace as never, facts)
  const ofApplications = (...facts: ApplicationsFact[]) => append(streamOfApplications(home), applications as never, facts)
  const ofWebhooks = (...facts: WebhooksFact[]) => append(streamOfWebhooks(home), webhooks as never, facts)
  const member = id()
  await ofTeam(
    { type: 'WorkspaceCreated', data: { workspace: home, creator: owner, personal: false, name: 'Joinery' } },
    { type: 'MemberAdded', data: { member, user: owner, administrator: true } },
  )

  const deliveriesOf = (over: Partial<Deliveries> = {}): Deliveries => ({
    ...postgresDeliveries({ pool: database.pool, clock: world.clock }),
    ...over,
  })
  const deliveries = deliveriesOf()
  const stage = {
    world,
    quiet,
    handler,
    home,
    owner,
    member,
    sent,
    deliveries,
    ended: ended.promise,
    ofTeam,
    ofWorkspace,
    ofApplications,
    ofWebhooks,
    answers(next: typeof answer) {
      answer = next
    },
    /** An application with an endpoint at this address that receives everything from now on. */
    async endpoint(url: string): Promise<string> {
      const application = id()
      await ofApplications({ type: 'ApplicationCreated', data: { application, owner, name: url, secret: 'x' } })
      await deliveries.register(application, home, feedOf(home).length)
      await ofWebhooks(
        { type: 'WebhookSet', data: { application, url } },
        { type: 'WebhookSecretIssued', data: { application, scheme: 'v1', secret: 'whsec_c2VjcmV0', label: 'cmV0', formerUntil: null } },
        { type: 'EventsSubscribed', data: { entity: application, kind: 'application', types: ['signer.opened'], organisation: [] } },
      )
      return application
    },
    /** A further workspace of the owner's. */
    async joined(administrator: boolean): Promise<{ readonly of: string; readonly member: string }> {
      const [of, member] = [id(), id()]
      await ofWorkspace(
        of,
        { type: 'WorkspaceCreated', data: { workspace: of, creator: id(), personal: false, name: 'Elsewhere' } },
        { type: 'MemberAdded', data: { member, user: owner, administrator } },
      )
      await append(streamOfUser(owner), user as never, [{ type: 'WorkspaceJoined', data: { workspace: of, member } }] satisfies UserFact[])
      return { of, member }
    },
    /** Something happens to these documents, one after the other. `n` counts all there is. */
    happen: (...documents: string[]) => stage.happenIn(home, ...documents),
    happenIn(of: string, ...documents: string[]): readonly string[] {
      const feed = feedOf(of)
      return documents.map((document) => {
        const position = feed.length + 1
        const type = 'signer.opened'
        const { example, version } = LIFECYCLE_EVENTS[type]
        const data = { ...example, signer: { ...example.signer, name: String(++happened) } }
        const entry = { id: id(), type, version, time: new Date().toISOString(), workspace: of, document, template: null, data }
        feed.push({ position, entry: entry as unknown as LifecycleEntry })
        for (const tell of listeners) tell(null)
        return entry.id
      })
    },
    erase(entry: string) {
      const feed = feedOf(home)
      const at = feed.findIndex((one) => one.entry?.id === entry)
      feed[at] = { ...feed[at]!, entry: null }
    },
    start(by = 'first', over: Partial<Deliveries> = {}, owners: Owners = soleOwner): WebhookSender {
      const sender = startWebhookSender({
        world,
        handler,
        owners,
        deliveries: deliveriesOf(over),
        feed: {
          after: async (of, position, limit) => feedOf(of).slice(position, position + limit),
          end: async (of) => feedOf(of).length,
        },
        post: Object.assign(
          async (to: string, headers: Readonly<Record<string, string>>, body: string) => {
            const { data } = JSON.parse(body) as { data: { document?: { key: string }; signer?: { name: string } } }
            const entry = [...feeds.values()].flat().find((item) => item.entry?.id === headers['webhook-id'])?.entry
            const one = { to, id: headers['webhook-id']!, document: entry?.document ?? '', n: Number(data.signer?.name), by }
            sent.push(one)
            for (const tell of [...changed]) tell()
            return await Promise.race([answer(one), ended.promise.then((): Posted => ({ failed: 'unreachable' }))])
          },
          { close: () => undefined },
        ),
        decrypt: (_application, secret) => secret,
        onNews(listener) {
          const one = () => listener(null)
          listeners.add(one)
          return async () => void listeners.delete(one)
        },
        userAgent: 'test',
      })
      senders.push(sender)
      return sender
    },
    /** Resolves once this holds of the requests. */
    async until(isSo: () => boolean) {
      while (!isSo()) {
        const next = Promise.withResolvers<void>()
        changed.add(next.resolve)
        await next.promise
        changed.delete(next.resolve)
      }
    },
    /** Time passes, and what waits for it is looked at. */
    pass(ms: number) {
      quiet.advance(ms)
      for (const tell of listeners) tell(null)
    },
    async settled(application: string) {
      for (;;) {
        const rows = await deliveries.list(application, { before: null, onlyFailing: false, limit: 10_000 })
        if (rows.length > 0 && rows.every(({ state }) => state !== 'waiting')) return rows
        await new Promise<void>((done) => setImmediate(done))
      }
    },
    async close() {
      ended.resolve()
      await Promise.all(senders.map((sender) => sender.stop()))
      await log.close()
    },
  }
  return stage
}
const numbers = (sent: readonly Sent[], document: string) => sent.filter((one) => one.document === document).map(({ n }) => n)

test('events of one document are sent in order, and of different documents without waiting for each other', async () => {
  const [a, b] = [id(), id()]
  const application = await stage.endpoint('https://one.example/')
  const held = Promise.withResolvers<Posted>()
  stage.answers((one) => (one.document === a && one.n === 1 ? held.promise : { status: 200, text: '', retryAfter: null }))
  stage.start()
  stage.happen(a, a, b, b, a)
  await stage.until(() => numbers(stage.sent, b).length === 2 && numbers(stage.sent, a).length > 0)
  expect([numbers(stage.sent, a), numbers(stage.sent, b)]).toEqual([[1], [3, 4]])
  held.resolve({ status: 200, text: '', retryAfter: null })
  await stage.settled(application)
  expect(numbers(stage.sent, a)).toEqual([1, 2, 5])
})

test('an event that happens right after it was subscribed is sent, whatever was known of the endpoint a moment before', async () => {
  const [a, b] = [id(), id()]
  const application = await stage.endpoint('https://one.example/')
  const choose = (...types: string[]) =>
    stage.ofWebhooks({ type: 'EventsSubscribed', data: { entity: application, kind: 'application', types, organisation: [] } })
  await choose()
  let isBetween = true
  stage.start('first', {
    // The sender knows of no subscription, and has not looked at the feed.
    async cursor(...of) {
      if (isBetween) {
        isBetween = false
        await choose('signer.opened')
        stage.happen(a)
      }
      return stage.deliveries.cursor(...of)
    },
  })
  await expect.poll(() => stage.deliveries.cursor(application, stage.home)).toBe(1)
  stage.happen(b)
  await stage.until(() => stage.sent.some(({ document }) => document === b))
  await stage.settled(application)
  expect([numbers(stage.sent, a), numbers(stage.sent, b)]).toEqual([[1], [2]])
})

test('a sender that is killed between a delivery and its record sends the event again under the same id, and what follows after it', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  const isLost = Promise.withResolvers<void>()
  // Delivered, and dead before anything of it is written.
  const killed = stage.start('killed', {
    async record() {
      isLost.resolve()
      await stage.ended
      return false
    },
  })
  const ids = stage.happen(a, a, a)
  await isLost.promise
  void killed
  expect(stage.sent.map((one) => one.id)).toEqual([ids[0]])
  stage.start('second')
  const rows = await stage.settled(application)
  expect(stage.sent.map(({ id, by }) => `${by} ${ids.indexOf(id)}`)).toEqual(['killed 0', 'second 0', 'second 1', 'second 2'])
  expect(rows.every(({ state }) => state === 'delivered')).toBe(true)
})

test('two senders that both believe it is theirs lose nothing, and record each delivery once', async () => {
  const documents = Array.from({ length: 5 }, id)
  const application = await stage.endpoint('https://one.example/')
  stage.start('first')
  stage.start('second')
  const ids = stage.happen(...documents, ...documents, ...documents)
  const rows = await stage.settled(application)
  expect(rows.length).toBe(15)
  expect(new Set(stage.sent.map((one) => one.id))).toEqual(new Set(ids))
  for (const document of documents) {
    const firsts = numbers(stage.sent, document).filter((n, at, all) => all.indexOf(n) === at)
    expect(firsts).toEqual([...firsts].sort((x, y) => x - y))
  }
  expect(rows.every(({ attempts }) => attempts.length === 1)).toBe(true)
})

test('a failed attempt is repeated after its time, the events behind it wait, and others do not', async () => {
  const [a, b] = [id(), id()]
  const application = await stage.endpoint('https://one.example/')
  let isDown = true
  stage.answers((one) => ({ status: isDown && one.document === a ? 503 : 200, text: 'back soon', retryAfter: null }))
  stage.start()
  const [first] = stage.happen(a, a, b)
  await stage.until(() => stage.sent.length === 2)
  await expect.poll(async () => (await stage.deliveries.list(application, { before: null, onlyFailing: true, limit: 9 })).length).toBe(1)
  const [failing] = await stage.deliveries.list(application, { before: null, onlyFailing: true, limit: 9 })
  expect(failing).toMatchObject({ entry: first, state: 'waiting', tries: 1, attempts: [{ status: 503, text: 'back soon', failed: null }] })
  expect(Date.parse(failing!.due!) - stage.world.clock.now()).toBeGreaterThanOrEqual(5_000)
  isDown = false
  stage.pass(6_000)
  const rows = await stage.settled(application)
  expect(numbers(stage.sent, a)).toEqual([1, 1, 2])
  expect(rows.find(({ entry }) => entry === first)?.attempts.map(({ status }) => status)).toEqual([503, 200])
})

test('an event is given up after ten attempts, and the next one of its document follows', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  stage.answers((one) => (one.n === 1 ? { failed: 'timed-out' } : { status: 200, text: '', retryAfter: null }))
  stage.start()
  stage.happen(a, a)
  for (let tries = 1; tries < 10; tries++) {
    await expect
      .poll(async () => (await stage.deliveries.list(application, { before: null, onlyFailing: true, limit: 9 }))[0]?.tries)
      .toBe(tries)
    stage.pass(DAY + 4 * 3_600_000)
    // Far from five days of failures only: the clock of the test runs ahead.
    await stage.deliveries.failingSince(application, false)
  }
  const rows = await stage.settled(application)
  expect(rows.map(({ state, tries }) => [state, tries]).sort()).toEqual([
    ['delivered', 1],
    ['failed', 10],
  ])
  expect(numbers(stage.sent, a)).toEqual([...Array(10).fill(1), 2])
})

test('10,000 events that wait for a dead endpoint delay no other, and hold no more than eight requests open', async () => {
  const dead = await stage.endpoint('https://dead.example/')
  let open = 0
  stage.answers((one) => {
    if (one.to !== 'https://dead.example/') return { status: 200, text: '', retryAfter: null }
    open++
    return new Promise<Posted>(() => undefined)
  })
  stage.happen(...Array.from({ length: 10_000 }, id))
  await stage.endpoint('https://living.example/')
  stage.start()
  await stage.until(() => open === 8)
  const late = id()
  stage.happen(late)
  await stage.until(() => stage.sent.some(({ to, document }) => to === 'https://living.example/' && document === late))
  expect(open).toBe(8)
  await expect.poll(async () => (await stage.deliveries.summary(dead)).waiting).toBe(10_001)
})

test('an answer of 410 switches the endpoint off at once, and what waits is sent when it is on again', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  stage.answers(() => ({ status: 410, text: 'gone', retryAfter: null }))
  stage.start()
  stage.happen(a, a)
  const state = async () => (await stage.handler.load(streamOfWebhooks(stage.home), webhooks)).state.webhooks.get(application)
  await expect.poll(async () => (await state())?.offBecause).toBe('gone')
  expect(stage.sent.length).toBe(1)
  stage.answers(() => ({ status: 200, text: '', retryAfter: null }))
  await stage.ofWebhooks({ type: 'WebhookSwitchedOn', data: { application } })
  await stage.deliveries.resume(application)
  stage.pass(1)
  await stage.settled(application)
  expect(numbers(stage.sent, a)).toEqual([1, 2])
})

test('an endpoint is switched off after five days without a delivery, and not a moment before', async () => {
  const application = await stage.endpoint('https://one.example/')
  stage.answers(() => ({ failed: 'unreachable' }))
  let noted = 0
  stage.start('first', {
    async failingSince(...of) {
      const since = await stage.deliveries.failingSince(...of)
      noted++
      return since
    },
  })
  const isOn = async () => (await stage.handler.load(streamOfWebhooks(stage.home), webhooks)).state.webhooks.get(application)?.on
  for (const day of [0, 1, 2, 3, 4]) {
    stage.happen(id())
    await stage.until(() => stage.sent.length > day)
    await expect.poll(async () => (await stage.deliveries.summary(application)).failing).toBe(day + 1)
    // Only once it is known since when nothing arrives may the clock go on.
    await expect.poll(() => noted).toBeGreaterThan(day)
    expect(await isOn()).toBe(true)
    stage.pass(DAY)
  }
  stage.happen(id())
  await expect.poll(isOn).toBe(false)
})

test('a right that was lost between the event and its delivery withholds the event, and one that is back sends the next', async () => {
  const application = await stage.endpoint('https://one.example/')
  const rights = (granted: 'withdrawn' | 'reset') => {
    const none = { granted: [], withdrawn: [], reset: [] }
    return stage.ofTeam({ type: 'MemberPermissionsChanged', data: { member: stage.member, ...none, [granted]: ['can_view_api_details'] } })
  }
  const held = Promise.withResolvers<Posted>()
  const a = id()
  stage.answers((one) => (one.n === 1 ? held.promise : { status: 200, text: '', retryAfter: null }))
  stage.start()
  const [, second] = stage.happen(a, a)
  await stage.until(() => stage.sent.length === 1)
  await rights('withdrawn')
  held.resolve({ status: 200, text: '', retryAfter: null })
  const rows = await stage.settled(application)
  expect(rows.find(({ entry }) => entry === second)).toMatchObject({ state: 'withheld', attempts: [] })
  expect(numbers(stage.sent, a)).toEqual([1])
  await rights('reset')
  stage.happen(a)
  await stage.until(() => stage.sent.length === 2)
  expect(numbers(stage.sent, a)).toEqual([1, 3])
})

test('nothing more is sent for an application that was deleted, and nothing is kept of it', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  const held = Promise.withResolvers<Posted>()
  stage.answers(() => held.promise)
  stage.start()
  stage.happen(a, a)
  await stage.until(() => stage.sent.length === 1)
  await stage.ofApplications({ type: 'ApplicationDeleted', data: { application } })
  held.resolve({ status: 200, text: '', retryAfter: null })
  await expect.poll(async () => (await stage.deliveries.registered()).length).toBe(0)
  expect(stage.sent.length).toBe(1)
})

test('data erased by the time of its delivery is withheld', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  const held = Promise.withResolvers<Posted>()
  stage.answers((one) => (one.n === 1 ? held.promise : { status: 200, text: '', retryAfter: null }))
  stage.start()
  const [, second] = stage.happen(a, a)
  await stage.until(() => stage.sent.length === 1)
  stage.erase(second!)
  held.resolve({ status: 200, text: '', retryAfter: null })
  const rows = await stage.settled(application)
  expect(rows.find(({ entry }) => entry === second)?.state).toBe('withheld')
  expect(stage.sent.length).toBe(1)
})

test('a clock that ran ahead and was set back delays nothing for longer than a retry may take', async () => {
  const a = id()
  const application = await stage.endpoint('https://one.example/')
  stage.answers(() => ({ status: 500, text: '', retryAfter: null }))
  stage.start()
  stage.happen(a)
  await expect.poll(async () => (await stage.deliveries.summary(application)).retrying).toBe(1)
  // Set by a clock that was a year ahead.
  await database.pool.query(`UPDATE webhook_lane SET due = $1`, [new Date(stage.world.clock.now() + 365 * DAY)])
  stage.answers(() => ({ status: 200, text: '', retryAfter: null }))
  stage.pass(1)
  await stage.settled(application)
  expect(stage.sent.length).toBe(2)
})

describe('an application that is subscribed to all workspaces', () => {
  async function everywhere(): Promise<string> {
    const application = await stage.endpoint('https://one.example/')
    const types = ['signer.opened']
    await stage.ofWebhooks({
      type: 'EventsSubscribed',
      data: { entity: application, kind: 'application', types: [], organisation: types },
    })
    stage.start()
    return application
  }
  const feedIsFollowed = (application: string, of: string) =>
    expect.poll(() => stage.deliveries.cursor(application, of), { interval: 1 }).not.toBe(null)

  test('receives what happens in those that its owner administers, and in no other', async () => {
    const [joined, led] = [await stage.joined(false), await stage.joined(true)]
    const strange = id()
    await stage.ofWorkspace(strange, {
      type: 'WorkspaceCreated',
      data: { workspace: strange, creator: id(), personal: false, name: 'Strange' },
    })
    const application = await everywhere()
    await feedIsFollowed(application, led.of)
    const [a, b, c, d] = [id(), id(), id(), id()]
    stage.happenIn(joined.of, a)
    stage.happenIn(strange, b)
    stage.happenIn(led.of, c, c)
    stage.happen(d)
    const rows = await stage.until(() => stage.sent.length === 3).then(() => stage.settled(application))
    expect(rows.map(({ document, workspace: of }) => [document, of]).sort()).toEqual(
      [
        [c, led.of],
        [c, led.of],
        [d, stage.home],
      ].sort(),
    )
    expect(numbers(stage.sent, c)).toEqual([3, 4])
  })

  test('is not sent what happened where its owner administers nothing any more, or has left, by the time of its delivery', async () => {
    const [demoting, leaving] = [await stage.joined(true), await stage.joined(true)]
    const application = await everywhere()
    for (const { of } of [demoting, leaving]) await feedIsFollowed(application, of)
    const held = Promise.withResolvers<Posted>()
    stage.answers((one) => (one.n <= 2 ? held.promise : { status: 200, text: '', retryAfter: null }))
    const [a, b] = [id(), id()]
    const [first, second] = [stage.happenIn(demoting.of, a), stage.happenIn(leaving.of, b)]
    await stage.until(() => stage.sent.length === 2)
    const [third, fourth] = [stage.happenIn(demoting.of, a), stage.happenIn(leaving.of, b)]
    await expect.poll(async () => (await stage.deliveries.summary(application)).waiting, { interval: 1 }).toBe(4)
    await stage.ofWorkspace(demoting.of, { type: 'MemberMadeOrdinary', data: { member: demoting.member } })
    await stage.ofWorkspace(leaving.of, { type: 'MemberRemoved', data: { member: leaving.member, because: 'left' } })
    held.resolve({ status: 200, text: '', retryAfter: null })
    const rows = await stage.settled(application)
    const states = new Map(rows.map(({ entry, state }) => [entry, state]))
    expect([first, second, third, fourth].map(([entry]) => states.get(entry!))).toEqual(['delivered', 'delivered', 'withheld', 'withheld'])
    // And nothing of what happens there from now on is put in line.
    stage.happenIn(demoting.of, a)
    stage.happenIn(leaving.of, b)
    const last = id()
    await stage.ofWebhooks({
      type: 'EventsSubscribed',
      data: { entity: stage.home, kind: 'workspace', types: ['signer.opened'], organisation: [] },
    })
    stage.happen(last)
    await stage.until(() => stage.sent.some(({ document }) => document === last))
    expect((await stage.settled(application)).length).toBe(5)
    expect(stage.sent.length).toBe(3)
  })
})
