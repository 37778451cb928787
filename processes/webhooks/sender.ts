import type { Owners } from '#platform/ownership'
import type { World } from '#platform/ports'
import { type Endpoint, type EndpointDeps, openEndpoint } from './endpoint.ts'

export interface WebhookSenderDeps extends EndpointDeps {
  readonly owners: Owners
  /** Calls back when feeds grew, or deliveries were put in line elsewhere; null: perhaps any. */
  readonly onNews: (
    listener: (news: { readonly workspace: string } | { readonly application: string } | null) => void,
  ) => () => Promise<void>
}
export interface WebhookSender {
  status(): { readonly name: string; readonly ok: boolean; readonly words: string }
  stop(): Promise<void>
}

/** News may be missed. */
const LOOK_MS = 5_000
const DUE_MS = 1_000
const SWEEP_MS = 3_600_000

/** Sends lifecycle events to endpoints, in one process of all: in order for each document, at least once. */
export function startWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const { world, owners } = deps
  const stopping = Promise.withResolvers<void>()
  let isMine = false
  let trouble: string | null = null
  const onTrouble = (error: unknown) => {
    trouble = error instanceof Error ? error.name : typeof error
    world.log.warn({ part: 'webhooks', error }, 'deliveries could not go on and are tried again')
  }
  async function run(): Promise<void> {
    for (let stopped = false; !stopped; ) {
      const ownership = await owners.acquireLeadership('webhooks', stopping.promise)
      if (ownership === null) return
      isMine = true
      const sending = sendAll(deps, onTrouble, () => {
        trouble = null
      })
      stopped = await Promise.race([ownership.lost.then(() => false), stopping.promise.then(() => true)])
      await sending.stop()
      isMine = false
      await ownership.release()
    }
  }
  const running = run()
  return {
    status: () => ({
      name: 'webhooks',
      ok: !isMine || trouble === null,
      words: isMine
        ? trouble === null
          ? 'delivering'
          : `cannot deliver now (${trouble}); it tries again`
        : 'standby: another process delivers',
    }),
    async stop() {
      stopping.resolve()
      await running
    },
  }
}

function sendAll(deps: WebhookSenderDeps, onTrouble: (error: unknown) => void, onProgress: () => void) {
  const { world, deliveries } = deps
  const endpoints = new Map<string, Endpoint>()
  let over = false
  const isOver = () => over

  async function refresh(): Promise<void> {
    for (const { application, workspace } of await deliveries.registered()) {
      if (over || endpoints.has(application)) continue
      const endpoint = openEndpoint(deps, application, workspace, {
        isOver,
        onTrouble,
        onProgress,
        onGone: () => endpoints.delete(application),
      })
      endpoints.set(application, endpoint)
      endpoint.look()
    }
  }
  const stopHearing = deps.onNews((news) => {
    if (over) return
    if (news === null || 'application' in news) void refresh().catch(onTrouble)
    for (const [application, endpoint] of endpoints) {
      if (news === null || ('application' in news ? news.application === application : endpoint.concerns(news.workspace))) endpoint.look()
    }
  })
  const timers = [
    every(world, DUE_MS, isOver, async () => {
      for (const application of await deliveries.due()) endpoints.get(application)?.send()
    }),
    every(world, LOOK_MS, isOver, async () => {
      await refresh()
      for (const endpoint of endpoints.values()) endpoint.look()
    }),
    every(world, SWEEP_MS, isOver, deliveries.sweep),
  ].map((start) => start(onTrouble))
  void refresh().catch(onTrouble)

  return {
    async stop() {
      over = true
      for (const cancel of timers) cancel()
      await stopHearing()
      await Promise.all([...endpoints.values()].map(({ ended }) => ended()))
    },
  }
}

/** Again and again, each time so long after the one before has ended. */
const every =
  ({ timers }: World, ms: number, isOver: () => boolean, task: () => Promise<void>) =>
  (onTrouble: (error: unknown) => void) => {
    let cancel: () => void = () => undefined
    const next = () => {
      if (isOver()) return
      cancel = timers.after(ms, () => void task().catch(onTrouble).then(next))
    }
    next()
    return () => cancel()
  }
