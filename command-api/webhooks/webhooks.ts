import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { mayManageApplication } from '#domain/applications'
import { disclosed } from '#domain/kernel'
import {
  webhooks as aggregate,
  secretsAt,
  WEBHOOKS_REFUSALS,
  type Webhook,
  type WebhooksCommand,
  type WebhooksState,
} from '#domain/webhooks'
import type { CommandOrigin } from '#platform/command-handler'
import { COMMAND_REFUSALS, type CommandHandler, commandsOf, type Idempotency } from '#platform/command-handler'
import type { World } from '#platform/ports'
import type { Boxes } from '#platform/secrets'
import { type Deliveries, type Destinations, type IssuedKey, issueKey, type SigningKey, webhookPurpose } from '#platform/webhooks'
import { feedBounds } from '#projections/feed'
import type { Applications } from '../applications/index.ts'
import { type Problem, problem, refusalAsProblem } from '../edge/problem.ts'

/** Where somebody changes webhooks, with what they may do there. */
export interface WebhookPlace {
  readonly workspace: string
  readonly user: string
  readonly permissions: ReadonlySet<string>
  /** The application itself, where it asks. */
  readonly application: string | null
  readonly origin: CommandOrigin
  readonly idempotency?: Idempotency
  /** What a new secret follows from: asked again, it is the same one. */
  readonly seed: string
}
export interface WebhookView {
  readonly webhook: Webhook
  readonly position: number
  readonly end: number
}
interface Parts {
  readonly pool: pg.Pool
  readonly world: World
  readonly handler: CommandHandler
  readonly applications: Pick<Applications, 'list'>
  readonly deliveries: Deliveries
  readonly destinations: Destinations
  readonly boxes: Boxes
  readonly key: Uint8Array
}
export type Webhooks = ReturnType<typeof createWebhooks>
const REFUSALS = { ...WEBHOOKS_REFUSALS, ...COMMAND_REFUSALS }

/** Endpoints of applications and what they are subscribed to, as people and programs change them. */
export function createWebhooks({ pool, world, handler, applications, deliveries, destinations, boxes, key }: Parts) {
  const streams = commandsOf(aggregate, handler)

  async function managedBy({ workspace, user, permissions, application }: WebhookPlace): Promise<ReadonlySet<string>> {
    const managed = (await applications.list(workspace)).filter(
      (one) => one.key === application || mayManageApplication({ user, permissions }, one),
    )
    return new Set(managed.map((one) => one.key))
  }
  async function perform(place: WebhookPlace, command: WebhooksCommand): Promise<WebhooksState | Problem> {
    const { workspace, permissions, origin, idempotency } = place
    const outcome = await streams.perform({
      key: workspace,
      who: { as: 'team', permissions, manages: await managedBy(place) },
      commands: [command],
      origin,
      ...(idempotency ? { idempotency } : {}),
      async beforeAppend() {
        if (command.do === 'SetWebhook') await deliveries.register(command.application, workspace, await endOf(workspace))
      },
    })
    return 'refused' in outcome ? refusalAsProblem(outcome, REFUSALS) : outcome.state
  }
  const endOf = async (workspace: string) => (await feedBounds(pool, workspace)).last

  function newKey({ seed }: WebhookPlace, application: string, scheme: SigningKey['scheme']): IssuedKey {
    const bytes = createHmac('sha256', key)
      .update(JSON.stringify([application, scheme, seed]))
      .digest()
    return issueKey(scheme, { bytes: () => bytes })
  }
  const sealed = (application: string, { scheme, secret, label }: IssuedKey) => ({
    scheme,
    secret: boxes.seal(webhookPurpose(application), secret),
    label,
  })
  /** Shown where it is the one that was just made: also when the answer was lost and the same is asked again. */
  function shownOf(state: WebhooksState, application: string, issued: IssuedKey): string | undefined {
    const box = disclosed(state.webhooks.get(application)?.secrets[0]?.secret ?? '', '')
    return box !== '' && boxes.open(webhookPurpose(application), box) === issued.secret ? issued.verifiesWith : undefined
  }

  return {
    deliveries,
    load: (workspace: string): Promise<WebhooksState> => streams.load(workspace),
    async view(workspace: string, application: string): Promise<WebhookView | null> {
      const webhook = (await streams.load(workspace)).webhooks.get(application)
      if (!webhook) return null
      const end = await endOf(workspace)
      return { webhook, end, position: Math.min((await deliveries.cursor(application, workspace)) ?? end, end) }
    },
    async set(
      place: WebhookPlace,
      application: string,
      url: string,
      scheme: SigningKey['scheme'],
    ): Promise<{ secret?: string | undefined } | Problem> {
      try {
        if (URL.canParse(url)) destinations.check(new URL(url))
      } catch {
        return problem('webhook-address-forbidden')
      }
      const issued = newKey(place, application, scheme)
      const state = await perform(place, { do: 'SetWebhook', application, url, secret: sealed(application, issued) })
      if ('problem' in state) return state
      await deliveries.announce(application)
      return { secret: shownOf(state, application, issued) }
    },
    async rotate(
      place: WebhookPlace,
      application: string,
      scheme: SigningKey['scheme'],
    ): Promise<{ secret?: string | undefined } | Problem> {
      const issued = newKey(place, application, scheme)
      const state = await perform(place, { do: 'RotateWebhookSecret', application, ...sealed(application, issued) })
      return 'problem' in state ? state : { secret: shownOf(state, application, issued) }
    },
    async change(
      place: WebhookPlace,
      command: Extract<WebhooksCommand, { do: 'SwitchWebhook' | 'RemoveWebhook' }>,
    ): Promise<Problem | null> {
      const state = await perform(place, command)
      if ('problem' in state) return state
      if (state.webhooks.get(command.application)?.on) await deliveries.resume(command.application)
      else await deliveries.announce(command.application)
      return null
    },
    /** Before what is no command of the aggregate: whether this one may look after the application's endpoint. */
    async mayManage(place: WebhookPlace, application: string): Promise<boolean> {
      return (await managedBy(place)).has(application)
    },
    async subscribe(
      place: WebhookPlace,
      command: Extract<WebhooksCommand, { do: 'SubscribeEvents' }>,
      from: number | undefined,
    ): Promise<WebhooksState | Problem> {
      const state = await perform(place, command)
      if ('problem' in state) return state
      const concerned = command.kind === 'application' ? [command.entity] : [...state.webhooks.keys()]
      for (const application of concerned) {
        if (from === undefined) await deliveries.announce(application)
        else await deliveries.replayAfter(application, place.workspace, from)
      }
      return state
    },
    formerUntil: ({ secrets }: Webhook): string | null =>
      secretsAt({ secrets } as Webhook, world.clock.now()).find(({ until }) => until !== null)?.until ?? null,
  }
}
