import type { z } from 'zod'
import type { FeedEvent } from '#contract/feed'
import type { deliveriesAnswer } from '#contract/webhooks'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import type { Received, WebhookReceiver } from '#tests/webhook-receiver'
import type { Client } from '../../cli/demo/client.ts'
import type { Random } from '../simulation/random.ts'
import { eventually } from '../support/prepared.ts'

export interface Subscription {
  readonly application: string
  /** What the endpoint took, in the order in which it came. */
  readonly taken: readonly Received[]
}

/** Of the events that come for the first time one in so many is refused. */
const REFUSED = 0.1

/** An application that receives every event of the workspace, at an endpoint that refuses some of them once. */
export async function subscribe(account: Client, receiver: WebhookReceiver, chance: Random): Promise<Subscription> {
  const taken: Received[] = []
  receiver.answers((_request, response, one) => {
    const isFirst = receiver.received.filter(({ id }) => id === one.id).length === 1
    const isRefused = isFirst && chance.happens(REFUSED)
    if (!isRefused) taken.push(one)
    response.writeHead(isRefused ? 503 : 204).end()
  })
  const { application } = await account.post<{ application: { key: string } }>('/app/applications/', {
    data: { name: 'Receiver', permissions: ['can_view_api_details'] },
  })
  const { key } = application
  await account.put(`/app/applications/${key}/webhook`, Buffer.from(JSON.stringify({ data: { url: receiver.url } })), 'application/json')
  await account.post(`/app/event_subscriptions/${key}`, { data: { keys: LIFECYCLE_TYPES } })
  return { application: key, taken }
}

/** What the feed holds and never came, and what came first behind a later one of its document. */
export async function undelivered(account: Client, { application, taken }: Subscription, withinMs: number) {
  const at = `/app/applications/${application}/deliveries`
  async function missing() {
    // What failed twice would be tried again after minutes: somebody presses the button.
    const { deliveries } = await account.get<z.infer<typeof deliveriesAnswer>>(`${at}?only_failing=true`)
    for (const { key } of deliveries) await account.post(`${at}/${key}/retry`, {})
    const arrived = new Set(taken.map(({ id }) => id))
    return (await feed(account)).filter(({ id }) => !arrived.has(id))
  }
  const lost = await eventually(missing, (all) => all.length === 0, withinMs).catch(missing)
  const positions = new Map((await feed(account)).map(({ id, position }) => [id, position]))
  const violations = lost.map(({ type, id }) => `${type} ${id} was never delivered`)
  const last = new Map<string, number>()
  const seen = new Set<string>()
  for (const { id, document, type } of taken) {
    if (seen.has(id) || document === undefined) continue
    seen.add(id)
    const position = positions.get(id) ?? 0
    if (position <= (last.get(document) ?? 0)) violations.push(`${type} ${id} came behind a later event of its document`)
    last.set(document, position)
  }
  return { violations, delivered: seen.size }
}

async function feed(account: Client): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  for (;;) {
    const page = await account.bytes(`/app/feed?limit=1000&after=${events.at(-1)?.position ?? 0}`)
    const found = JSON.parse(Buffer.from(page).toString('utf8')) as FeedEvent[]
    events.push(...found)
    if (found.length < 1_000) return events
  }
}
