import { type ApplicationsFact, applications, streamOfApplications } from '#domain/applications'
import type { Fact } from '#domain/kernel'
import { LIFECYCLE_EVENTS, type LifecycleEntry } from '#domain/lifecycle-events'
import { streamOfWebhooks, type WebhooksFact, webhooks } from '#domain/webhooks'
import { streamOfWorkspace, type WorkspaceFact, workspace } from '#domain/workspace'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import type { Owners } from '#platform/ownership'
import { memorySubjectKeys } from '#platform/subject-keys'
import type { Deliveries, Post, Posted } from '#platform/webhooks'
import { startWebhookSender } from '#processes/webhooks'
import { deliveryTable } from './delivery-table.ts'
import { createHost, EPOCH, type Host } from './host.ts'
import { line } from './network.ts'
import { type Random, randomFrom } from './random.ts'
import { createScheduler } from './scheduler.ts'
import { type Ask, database } from './tables.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TYPE = 'signer.opened'
const DOCUMENTS = 5
const EVENTS = 30
const MACHINES = 2
const FAULTS = 8
/** All that happens happens in this time. */
const STORY = 10 * MINUTE
/** A delivery is tried again after hours where several attempts failed. */
const END = 14 * HOUR
/** A receiver refuses the same event no more often. */
const MOST_REFUSALS = 2

interface Arrival {
  readonly url: string
  readonly id: string
}
const URLS = ['https://steady.example/', 'https://moody.example/']

/**
 * Two processes that send webhooks, over bad lines, with wrong clocks, while they are killed, stand still and lose what they own, to
 * a receiver that is well and to one that often is not. Answers what is wrong: an event that never came, or one that came first behind a later
 * one of its document.
 */
export async function playDeliveries(seed: string): Promise<readonly string[]> {
  const chance = randomFrom(`${seed}/deliveries`)
  const scheduler = createScheduler(chance.of('scheduler'))
  const house = createHost('house', scheduler, chance.of('house'))
  const log = memoryEventLog(house.world)
  const keys = memorySubjectKeys(house.world)
  const newId = house.world.ids.next
  const [home, owner] = [newId(), newId()]
  const feed: LifecycleEntry[] = []
  const arrivals: Arrival[] = []
  const refusals = new Map<string, number>()
  const weather = { badness: 0 }
  const bells = new Set<() => void>()
  const moods = chance.of('receivers')
  const table = deliveryTable(() => EPOCH + scheduler.now())
  const rows = database(scheduler, new Set())

  await settle(commandHandler({ log, keys, world: house.world }), home, owner, newId, async (application) => {
    await table.register(application, home, 0)
  })

  async function receive(url: string, headers: Readonly<Record<string, string>>): Promise<Posted> {
    const id = headers['webhook-id']!
    const refused = refusals.get(`${url} ${id}`) ?? 0
    if (url === URLS[1] && refused < MOST_REFUSALS && moods.happens(0.3)) {
      refusals.set(`${url} ${id}`, refused + 1)
      return { status: 503, text: '', retryAfter: null }
    }
    arrivals.push({ url, id })
    return { status: 204, text: '', retryAfter: null }
  }

  function start(machine: Host): void {
    const lines = chance.of(`lines ${machine.name}`)
    const lineTo = <P extends object>(port: P, methods: readonly (keyof P & string)[]): P =>
      line(port, methods, {
        machine,
        scheduler,
        chance: lines,
        badness: () => weather.badness,
        away: () => false,
        broken: (method) => new Error(`no answer from ${method}`),
      })
    const far = lineTo({ ask: async (task: () => unknown) => task() }, ['ask'])
    // What came twice is done once: the database sees one connection.
    const ask: Ask = <A>(task: () => A) => {
      let done: { readonly answer: A } | null = null
      return far.ask(() => {
        done ??= { answer: task() }
        machine.isDoing('statement')
        return done.answer
      }) as Promise<A>
    }
    const deliveries = Object.fromEntries(
      Object.entries(table).map(([name, task]) => [
        name,
        (...given: unknown[]) => ask(() => (task as (...all: unknown[]) => unknown)(...given)),
      ]),
    ) as unknown as Deliveries
    const receiver = lineTo({ receive }, ['receive'])
    const post: Post = Object.assign(
      (url: string, headers: Readonly<Record<string, string>>) =>
        receiver.receive(url, headers).catch((): Posted => ({ failed: 'unreachable' })),
      { close: () => undefined },
    )
    rows.storeOn(machine, ask)
    startWebhookSender({
      world: {
        ...machine.world,
        timers: { after: (ms, task) => machine.after(ms === 1_000 ? untilDue() : ms === 5_000 ? MINUTE : ms, task) },
      },
      handler: commandHandler({
        log: { ...log, ...lineTo(log, ['append', 'read', 'readAll', 'head', 'grownSince']) },
        keys,
        world: machine.world,
      }),
      owners: askingOn(machine, rows.ownersOn(machine, ask)),
      deliveries,
      feed: {
        after: (_, position, limit) =>
          ask(() => feed.slice(position, position + limit).map((entry, at) => ({ position: position + at + 1, entry }))),
        end: () => ask(() => feed.length),
      },
      post,
      decrypt: (_, secret) => secret,
      onNews(listener) {
        const bell = () => void machine.after(lines.below(500), () => listener(null))
        bells.add(bell)
        return async () => void bells.delete(bell)
      },
      userAgent: 'simulation',
    })
  }
  /** A lost question is asked again, as on a real database: waiting for a name never fails. */
  const askingOn = (machine: Host, owners: Owners): Owners => ({
    ...owners,
    async acquireLeadership(name, stopping) {
      for (;;) {
        try {
          return await owners.acquireLeadership(name, stopping)
        } catch {
          await new Promise<void>((resolve) => void machine.after(1_000, resolve))
        }
      }
    },
  })
  /** Who looks every second and finds nothing learns nothing by it. */
  const untilDue = () => Math.min(MINUTE, Math.max(1_000, table.nextDue() - EPOCH - scheduler.now()))

  const slots = Array.from({ length: MACHINES }, (_, at) => ({ at, lives: 0, machine: house }))
  const begin = (slot: (typeof slots)[number]) => {
    slot.machine = createHost(`sender-${slot.at}.${slot.lives}`, scheduler, chance.of(`sender ${slot.at} ${slot.lives}`))
    slot.lives += 1
    start(slot.machine)
  }
  for (const slot of slots) begin(slot)
  const documents = Array.from({ length: DOCUMENTS }, newId)
  const story = chance.of('story')
  for (let at = 0; at < EVENTS; at++) {
    scheduler.after(story.below(STORY), () => {
      feed.push(entryOf(newId(), home, story.pick(documents), feed.length))
      // News may be missed.
      for (const bell of bells) if (story.happens(0.8)) bell()
    })
  }
  for (let at = 0; at < FAULTS; at++) {
    const slot = story.pick(slots)
    const lasts = 1_000 + story.below(MINUTE)
    scheduler.after(story.below(STORY), befalling(story, slot, lasts, begin))
  }
  await scheduler.run(END)
  return violationsIn(feed, arrivals)

  function befalling(of: Random, slot: (typeof slots)[number], lasts: number, again: (slot: (typeof slots)[number]) => void): () => void {
    const kill = () => {
      const { machine } = slot
      if (!machine.alive) return
      machine.kill()
      scheduler.after(lasts, () => again(slot))
    }
    const off = of.below(20 * MINUTE) - 10 * MINUTE
    return of.pick([
      kill,
      () => slot.machine.trap('statement', kill),
      () => slot.machine.freeze(lasts),
      () => rows.cutOff(slot.machine),
      () => slot.machine.setClock(off),
      () => {
        weather.badness = 0.3
        scheduler.after(lasts, () => {
          weather.badness = 0
        })
      },
    ])
  }
}

function entryOf(id: string, home: string, document: string, at: number): LifecycleEntry {
  const { example, version } = LIFECYCLE_EVENTS[TYPE]
  const time = new Date(EPOCH + at).toISOString()
  return { id, type: TYPE, version, time, workspace: home, document, template: null, data: example } as unknown as LifecycleEntry
}

function violationsIn(feed: readonly LifecycleEntry[], arrivals: readonly Arrival[]): readonly string[] {
  const wrong: string[] = []
  for (const url of URLS) {
    const came = new Map<string, number>()
    for (const [at, { id }] of arrivals.filter((one) => one.url === url).entries()) if (!came.has(id)) came.set(id, at)
    const last = new Map<string, number>()
    for (const [at, { id, document }] of feed.entries()) {
      const first = came.get(id)
      if (first === undefined) wrong.push(`deliveries: event ${at + 1} never came to ${url}`)
      else if (first < (last.get(document) ?? -1))
        wrong.push(`deliveries: event ${at + 1} came to ${url} behind a later one of its document`)
      else last.set(document, first)
    }
  }
  return wrong
}

/** A workspace with its owner, and an application with an endpoint for each receiver. */
async function settle(
  handler: CommandHandler,
  home: string,
  owner: string,
  newId: () => string,
  register: (application: string) => Promise<void>,
): Promise<void> {
  type Aggregate = Parameters<CommandHandler['handle']>[0]['aggregate']
  const append = async (stream: string, aggregate: Aggregate, facts: readonly Fact[]) => {
    const actor = { principal: `user:${owner}`, capacity: 'team' } as const
    const outcome = await handler.handle({
      stream,
      aggregate,
      decide: () => facts,
      origin: { actor, correlation: home, causation: newId() },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
  await append(streamOfWorkspace(home), workspace as never, [
    { type: 'WorkspaceCreated', data: { workspace: home, creator: owner, personal: false, name: 'Castell' } },
    { type: 'MemberAdded', data: { member: newId(), user: owner, administrator: true } },
  ] satisfies WorkspaceFact[])
  for (const url of URLS) {
    const application = newId()
    await append(streamOfApplications(home), applications as never, [
      { type: 'ApplicationCreated', data: { application, owner, name: url, secret: 'hash' } },
    ] satisfies ApplicationsFact[])
    await register(application)
    await append(streamOfWebhooks(home), webhooks as never, [
      { type: 'WebhookSet', data: { application, url } },
      { type: 'WebhookSecretIssued', data: { application, scheme: 'v1', secret: 'whsec_c2VjcmV0', label: 'cmV0', formerUntil: null } },
      { type: 'EventsSubscribed', data: { entity: application, kind: 'application', types: [TYPE], organisation: [] } },
    ] satisfies WebhooksFact[])
  }
}
