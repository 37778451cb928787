import { disclosed } from '#domain/kernel'
import { LIFECYCLE_TYPES, type LifecycleEntry, redactFor } from '#domain/lifecycle-events'
import { receives, receivesEverywhere, secretsAt, webhooks } from '#domain/webhooks'
import { type CommandHandler, commandsOf, type ReadBarrier } from '#platform/command-handler'
import type { World } from '#platform/ports'
import {
  type Attempt,
  type Deliveries,
  GIVE_UP_MS,
  isDelivered,
  isGone,
  nextAttemptIn,
  type Post,
  type Posted,
  type Result,
  type SigningKey,
  signedHeaders,
  TEST_TYPE,
  type Waiting,
} from '#platform/webhooks'
import { type Subscriber, subscribers } from './subscribers.ts'

/** An entry of a workspace's feed. `entry` is null once it is erased. */
export interface FeedItem {
  readonly position: number
  readonly entry: LifecycleEntry | null
}
/** The feed of a workspace, in order and without gaps. */
export interface Feed {
  after(workspace: string, position: number, limit: number): Promise<readonly FeedItem[]>
  /** The position of its last entry. */
  end(workspace: string): Promise<number>
}

export interface EndpointDeps {
  readonly world: World
  readonly handler: CommandHandler
  readonly deliveries: Deliveries
  readonly feed: Feed
  readonly post: Post
  /** What signs, of what is stored. */
  readonly decrypt: (application: string, secret: string) => string
  readonly userAgent: string
}

/** Documents that are sent to one endpoint at the same time: a receiver that is slow has so many requests open, and others wait for none. */
const LANES = 8
const PAGE = 500
/** Those who look at the deliveries are notified once in so long, however many there are. */
const CHANGES_MS = 250
const ORIGIN = { actor: { principal: 'process:webhooks', capacity: 'process', proof: 'installation' }, correlation: 'webhooks' } as const

export interface Endpoint {
  /** Looks through the feeds, then sends. */
  look(): void
  send(): void
  concerns(workspace: string): boolean
  readonly ended: () => Promise<unknown>
}

/** Runs a task whenever it is asked for, and once more where it was asked for meanwhile. */
function repeatedly(task: () => Promise<void>) {
  let isAsked = false
  let running: Promise<void> | null = null
  async function run() {
    while (isAsked) {
      isAsked = false
      await task()
    }
    running = null
  }
  return {
    ask() {
      isAsked = true
      running ??= run()
    },
    ended: () => running ?? Promise.resolve(),
  }
}

interface Around {
  isOver(): boolean
  onTrouble(error: unknown): void
  onProgress(): void
  onGone(): void
}

/** Everything that is sent to one application. It waits for no other one. */
export function openEndpoint(
  deps: EndpointDeps,
  application: string,
  home: string,
  { isOver, onTrouble, onProgress, onGone }: Around,
): Endpoint {
  const { world, handler, deliveries, feed, post } = deps
  const found = subscribers(handler)
  const busy = new Map<string, Promise<void>>()
  let workspaces: readonly string[] = [home]
  let isPaused = false
  let isFailing: boolean | null = null
  let cancelChange: (() => void) | null = null

  function noteChange(): void {
    cancelChange ??= world.timers.after(CHANGES_MS, announceChange)
  }
  function announceChange(): void {
    cancelChange = null
    void deliveries.announceChange(application).catch(onTrouble)
  }

  async function subscriber(since = handler.moment()): Promise<Subscriber | null> {
    const now = await found.find(application, home, since)
    if (now === null) {
      await deliveries.forget(application)
      onGone()
    }
    isPaused = now === null || !now.webhook.on
    return isPaused ? null : now
  }

  /** Puts in line what is subscribed of one workspace's feed. */
  async function lookThrough(workspace: string): Promise<void> {
    for (;;) {
      const from = await deliveries.cursor(application, workspace)
      if (from === null) {
        await deliveries.register(application, workspace, await feed.end(workspace))
        continue
      }
      const items = isOver() ? [] : await feed.after(workspace, from, PAGE)
      const to = items.at(-1)?.position
      if (to === undefined) {
        const end = await feed.end(workspace)
        // An older copy of the feed was restored: what comes next is new.
        if (end < from && !isOver()) await deliveries.enqueue(application, { workspace, from, to: end }, [])
        return
      }
      // As it is after they happened: a subscription made before them is known by then.
      const now = await subscriber()
      if (now === null) return
      const wanted = items.flatMap(({ position, entry }) => {
        const isWanted =
          entry !== null &&
          (workspace === home ? receives(now.state, application, entry) : receivesEverywhere(now.state, application, entry.type))
        return isWanted ? [{ id: entry.id, position, document: entry.document, type: entry.type }] : []
      })
      // Of those that wait behind it, none is looked at before it stands in line.
      if ((await deliveries.enqueue(application, { workspace, from, to }, wanted)) && wanted.length > 0) {
        noteChange()
        sending.ask()
      }
      if (items.length < PAGE) return
    }
  }

  const looking = repeatedly(async () => {
    try {
      const now = isOver() ? null : await subscriber()
      if (!now) return
      workspaces = await found.workspacesOf(now, LIFECYCLE_TYPES, handler.moment())
      for (const workspace of workspaces) await lookThrough(workspace)
      sending.ask()
    } catch (error) {
      onTrouble(error)
    }
  })

  const sending = repeatedly(async () => {
    try {
      if (isOver() || isPaused || busy.size >= LANES) return
      const lanes = await deliveries.dueLanes(application, [...busy.keys()], LANES - busy.size)
      for (const document of lanes) {
        const run = sendLane(document)
          .then(
            () => sending.ask(),
            (error) => onTrouble(error),
          )
          .finally(() => busy.delete(document))
        busy.set(document, run)
      }
    } catch (error) {
      onTrouble(error)
    }
  })

  /** What waits of one document, in order, until one has to be tried again. */
  async function sendLane(document: string): Promise<void> {
    while (!isOver()) {
      const since = handler.moment()
      const [waiting, now] = await Promise.all([deliveries.head(application, document), subscriber(since)])
      if (waiting === null) return deliveries.closeLane(application, document)
      if (now === null || !(await attempt(now, waiting, since))) return
    }
  }

  /** Whether the next one may follow. */
  async function attempt(now: Subscriber, waiting: Waiting, since: ReadBarrier): Promise<boolean> {
    const body = await bodyOf(now, waiting, since)
    if (body === null) {
      await deliveries.record(application, waiting, null, { state: 'withheld' })
      noteChange()
      return true
    }
    const at = world.clock.now()
    const began = world.steady.now()
    const headers = signedHeaders(keysOf(now, at), waiting.entry, Math.floor(at / 1000), body)
    const posted = await post(
      disclosed(now.webhook.url, ''),
      { 'content-type': 'application/json', 'user-agent': deps.userAgent, ...headers },
      body,
    )
    const done = attemptOf(posted, at, Math.round(world.steady.now() - began))
    const result = resultOf(waiting, posted)
    if (!(await deliveries.record(application, waiting, done, result))) return true
    onProgress()
    noteChange()
    await noteHealth(now, posted)
    return result.state !== 'waiting'
  }

  function resultOf({ tries }: Waiting, posted: Posted): Result {
    if (isDelivered(posted)) return { state: 'delivered' }
    const now = world.clock.now()
    const delay = isGone(posted) ? null : nextAttemptIn(tries + 1, posted, now, world.random.fraction())
    return delay === null ? { state: 'failed' } : { state: 'waiting', due: now + delay }
  }

  async function noteHealth(now: Subscriber, posted: Posted): Promise<void> {
    const failed = !isDelivered(posted)
    if (!failed && isFailing === false) return
    const since = await deliveries.failingSince(application, failed)
    isFailing = failed
    const lasts = since !== null && world.clock.now() - since >= GIVE_UP_MS
    if (!isGone(posted) && !(failed && lasts)) return
    isPaused = true
    const because = isGone(posted) ? 'gone' : 'failing'
    const outcome = await commandsOf(webhooks, handler).perform({
      key: home,
      who: { as: 'process' },
      commands: [{ do: 'GiveUpWebhook', application, because, owner: now.owner }],
      origin: { ...ORIGIN, causation: world.ids.next() },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }

  const keysOf = ({ webhook }: Subscriber, now: number): readonly SigningKey[] =>
    secretsAt(webhook, now).map(({ scheme, secret }) => ({ scheme, secret: deps.decrypt(application, disclosed(secret, '')) }))

  /** What is sent, as the subscriber may see it at this moment; null: they may not, or it was erased. */
  async function bodyOf(now: Subscriber, { entry, type, workspace, position }: Waiting, since: ReadBarrier): Promise<string | null> {
    if (type === TEST_TYPE) return JSON.stringify({ type, timestamp: new Date(world.clock.now()).toISOString(), workspace, data: {} })
    const [permissions, [item]] = await Promise.all([
      found.permissionsIn(now, workspace, since),
      position === null ? [] : feed.after(workspace, position - 1, 1),
    ])
    if (permissions === null || !item?.entry || item.entry.id !== entry) return null
    const { version, time: timestamp, data } = redactFor({ permissions }, item.entry)
    return JSON.stringify({ type, timestamp, version, workspace, position, data })
  }

  return {
    look: () => looking.ask(),
    send: () => sending.ask(),
    concerns: (workspace) => workspaces.includes(workspace),
    ended: async () => {
      await looking.ended()
      await sending.ended()
      await Promise.all(busy.values())
      cancelChange?.()
    },
  }
}

function attemptOf(posted: Posted, at: number, ms: number): Attempt {
  const time = new Date(at).toISOString()
  if ('failed' in posted) return { at: time, ms, status: null, failed: posted.failed, text: null, retryAfter: null }
  return { at: time, ms, status: posted.status, failed: null, text: posted.text, retryAfter: posted.retryAfter }
}
