import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HEADERS } from '#contract/envelope'
import { LIFECYCLE_TYPES, type LifecycleType } from '#domain/lifecycle-events'
import { atLeast, atMost, type Figure, figure, percentile } from './figures.ts'
import { wallClock } from './live/crowd.ts'
import { firstAccount, person, type Sender } from './person.ts'
import { rateOf } from './rounds.ts'
import { type BenchServer, startServer } from './server.ts'

const ENDPOINTS = 10
const EVENTS_A_SECOND = 100
const SECONDS = 12
/** Before what is measured: connections open, and the program is warm. */
const WARM = 200
const BACKLOG = 20_000

export type ReceiversAsk =
  /** Opens endpoints. The first takes requests and never answers. */
  | { readonly do: 'open'; readonly count: number }
  /** When each document's event came to any of them, once there are so many requests. */
  | { readonly do: 'received'; readonly count: number }
  | { readonly do: 'forget' }
export interface Received {
  readonly urls: readonly string[]
  readonly times: ReadonlyMap<string, number>
  readonly count: number
  /** Requests of a document that came behind a later one of it. */
  readonly outOfOrder: number
}

/** Endpoints in a process of their own: what measures must not take turns with them. */
function startReceivers() {
  const child = fork(fileURLToPath(new URL('./webhook-receivers.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  return {
    async ask(order: ReceiversAsk): Promise<Received> {
      const answered = once(child, 'message')
      child.send(order)
      return (await answered)[0] as Received
    },
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** From an event to its webhook, and how fast a backlog is drained. */
export async function webhooks(): Promise<readonly Figure[]> {
  const server = await startServer({ settings: { PARAPH_WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  const receivers = startReceivers()
  try {
    const sender = await firstAccount(server.url)
    const { urls } = await receivers.ask({ do: 'open', count: ENDPOINTS })
    const figures = await latency(server, sender, receivers, urls)
    await receivers.ask({ do: 'forget' })
    figures.push(await backlog(server, sender, receivers, urls[1]!))
    sender.close()
    return figures
  } finally {
    await receivers.stop()
    await server.stop()
  }
}
type Receivers = ReturnType<typeof startReceivers>

/** Ten workspaces with an endpoint each, one of them dead: what happens to documents, evenly among them. */
async function latency(server: BenchServer, sender: Sender, receivers: Receivers, urls: readonly string[]): Promise<Figure[]> {
  const each = Math.ceil((EVENTS_A_SECOND * SECONDS + WARM) / urls.length)
  const places = await inTurn(urls, async (url, at) => {
    const { data } = await call<{ data: { account: { key: string } } }>(sender, 'POST', '/app/accounts/', { name: `Workspace ${at}` })
    const { key } = data.account
    const of = { [HEADERS.workspace]: key }
    await subscribed(sender, of, url, ['document.trashed'])
    await server.ask({ do: 'fill', workspace: key, user: sender.user, count: each })
    return { of, documents: await documentsOf(sender, of, each), isDead: at === 0 }
  })
  const began = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  const answered: number[] = []
  const begun = performance.now()
  const total = each * places.length
  for (let at = 0; at < total; at++) {
    const early = begun + (at * 1_000) / EVENTS_A_SECOND - performance.now()
    if (early > 0) await new Promise((done) => setTimeout(done, early))
    const { of, documents, isDead } = places[at % places.length]!
    const document = documents[Math.floor(at / places.length)]!
    const from = wallClock()
    if (!isDead && at >= WARM) began.set(document, from)
    const done = call(sender, 'GET', `/app/documents/${document}/delete_document`, undefined, of)
    calls.push(done.then(() => answered.push(wallClock() - from)))
  }
  await Promise.all(calls)
  const { times } = await receivers.ask({ do: 'received', count: (total / places.length) * (places.length - 1) })
  const took = [...began].map(([document, from]) => times.get(document)! - from)
  const figureOf = (name: string, share: number, limit: number) =>
    figure({
      name,
      value: percentile(took, share),
      unit: 'ms',
      goal: atMost(limit),
      yardstick: { what: 'the call itself', value: percentile(answered, share), unit: 'ms' },
      samples: took.length,
    })
  return [figureOf('webhooks.p50', 0.5, 50), figureOf('webhooks.p95', 0.95, 250)]
}

/** An endpoint is switched on again behind which so many events wait. */
async function backlog(server: BenchServer, sender: Sender, receivers: Receivers, url: string): Promise<Figure> {
  const { workspace, user } = sender
  const of = { [HEADERS.workspace]: workspace }
  const application = await subscribed(sender, of, url, LIFECYCLE_TYPES)
  const at = `/app/applications/${application}/webhook`
  await call(sender, 'PUT', at, { is_on: false }, of)
  const { webhook } = await call<{ webhook: { position: number } }>(sender, 'GET', at, undefined, of)
  const behind = async () =>
    (await call<{ webhook: { last_position: number } }>(sender, 'GET', at, undefined, of)).webhook.last_position - webhook.position
  for (let from = 0; (await behind()) < BACKLOG; from += 2_000) {
    await server.ask({ do: 'fill', workspace, user, count: 2_000, from })
  }
  const count = await behind()
  const begun = performance.now()
  await call(sender, 'PUT', at, { is_on: true }, of)
  const { outOfOrder } = await receivers.ask({ do: 'received', count })
  const took = performance.now() - begun
  if (outOfOrder > 0) throw new Error(`${outOfOrder} events came behind a later one of their document`)
  const bare = person(url)
  const body = JSON.stringify({ position: 0, data: { document: { key: '' } } })
  const { rate } = await rateOf(8, 2_000, () => bare.ask('POST', '/', body))
  bare.close()
  const yardstick = { what: 'requests with nothing behind them', value: rate, unit: '/s' as const }
  return figure({ name: 'webhooks.backlog', value: (count / took) * 1_000, unit: '/s', goal: atLeast(300), yardstick, samples: count })
}

async function subscribed(sender: Sender, of: Record<string, string>, url: string, keys: readonly LifecycleType[]): Promise<string> {
  const data = { name: 'Receiver', permissions: ['can_view_api_details'] }
  const { application } = await call<{ application: { key: string } }>(sender, 'POST', '/app/applications/', data, of)
  await call(sender, 'PUT', `/app/applications/${application.key}/webhook`, { url }, of)
  await call(sender, 'POST', `/app/event_subscriptions/${application.key}`, { keys }, of)
  return application.key
}

async function documentsOf(sender: Sender, of: Record<string, string>, count: number): Promise<readonly string[]> {
  const { status, bytes } = await sender.ask('GET', `/app/feed?after=0&limit=1000&types=document.created`, undefined, of)
  if (status !== 200) throw new Error(`the feed was answered with ${status}`)
  const documents = (JSON.parse(bytes.toString()) as { type: string; subject: string }[]).flatMap(({ type, subject }) =>
    type === 'document.created' ? [subject] : [],
  )
  if (documents.length < count) throw new Error(`the feed has ${documents.length} documents`)
  return documents
}

async function call<T>(sender: Sender, method: string, path: string, data?: object, of: Record<string, string> = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', [HEADERS.idempotencyKey]: crypto.randomUUID(), ...of }
  const { status, bytes } = await sender.ask(method, path, data && JSON.stringify({ data }), headers)
  if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${bytes.toString().slice(0, 300)}`)
  return JSON.parse(bytes.toString()) as T
}

async function inTurn<A, B>(all: readonly A[], task: (one: A, at: number) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (const [at, one] of all.entries()) done.push(await task(one, at))
  return done
}
