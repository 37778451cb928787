import { type Decision, type DecisionContext, disclosed, type Refused } from '#domain/kernel'
import type { WebhooksFact } from './events.ts'
import type { WebhooksRefusalCode } from './refusals.ts'
import type { SignatureScheme, SubscribedKind, Webhook, WebhooksState } from './state.ts'

export interface NewSecret {
  readonly scheme: SignatureScheme
  /** Encrypted. */
  readonly secret: string
  readonly label: string
}
export type WebhooksCommand =
  /** `secret` is for an endpoint that is new: one that is there keeps its own. */
  | { readonly do: 'SetWebhook'; readonly application: string; readonly url: string; readonly secret: NewSecret }
  | ({ readonly do: 'RotateWebhookSecret'; readonly application: string } & NewSecret)
  | { readonly do: 'SwitchWebhook'; readonly application: string; readonly on: boolean }
  /** What the sender found out. */
  | { readonly do: 'GiveUpWebhook'; readonly application: string; readonly because: 'gone' | 'failing'; readonly owner: string | null }
  | { readonly do: 'RemoveWebhook'; readonly application: string }
  | {
      readonly do: 'SubscribeEvents'
      readonly entity: string
      readonly kind: SubscribedKind
      readonly types: readonly string[]
      /** Left out: as it is. */
      readonly organisation?: readonly string[] | undefined
    }

export type WebhooksActor =
  | {
      readonly as: 'team'
      readonly permissions: ReadonlySet<string>
      /** The applications whose endpoint and subscriptions this one may change. */
      readonly manages: ReadonlySet<string>
    }
  | { readonly as: 'process' }
type WebhooksDecision = Decision<WebhooksFact, WebhooksRefusalCode>

/** As long as both secrets sign after a rotation. */
export const ROTATION_MS = 24 * 3_600_000
export const MOST_WEBHOOK_URL = 2_000
/** Of a workspace. */
export const MOST_SUBSCRIPTIONS = 5_000

export function permits(command: WebhooksCommand, _state: WebhooksState, actor: WebhooksActor): Refused<WebhooksRefusalCode> | null {
  if (actor.as === 'process') return command.do === 'GiveUpWebhook' ? null : { refused: 'webhook-not-permitted' }
  if (command.do === 'GiveUpWebhook' || !actor.permissions.has('can_view_api_details')) return { refused: 'webhook-not-permitted' }
  const application = command.do === 'SubscribeEvents' ? (command.kind === 'application' ? command.entity : null) : command.application
  return application === null || actor.manages.has(application) ? null : { refused: 'webhook-of-another' }
}

export function decide(command: WebhooksCommand, state: WebhooksState, { now }: DecisionContext): WebhooksDecision {
  if (command.do === 'SubscribeEvents') return subscribe(command, state)
  const { application } = command
  const there = state.webhooks.get(application)
  if (command.do === 'SetWebhook') return set(command, there)
  // Removed already, by a call whose answer was lost or by somebody else.
  if (!there) return command.do === 'RemoveWebhook' || command.do === 'GiveUpWebhook' ? [] : { refused: 'webhook-missing' }
  switch (command.do) {
    case 'RotateWebhookSecret': {
      const { scheme, secret, label } = command
      const formerUntil = new Date(Date.parse(now) + ROTATION_MS).toISOString()
      return [{ type: 'WebhookSecretIssued', data: { application, scheme, secret, label, formerUntil } }]
    }
    case 'SwitchWebhook':
      if (command.on === there.on) return []
      return command.on
        ? [{ type: 'WebhookSwitchedOn', data: { application } }]
        : [{ type: 'WebhookSwitchedOff', data: { application, because: 'person', owner: null } }]
    case 'GiveUpWebhook': {
      const { because, owner } = command
      return there.on ? [{ type: 'WebhookSwitchedOff', data: { application, because, owner } }] : []
    }
    case 'RemoveWebhook':
      return [{ type: 'WebhookRemoved', data: { application } }]
    default:
      return command satisfies never
  }
}

function set(
  { application, url: given, secret }: Extract<WebhooksCommand, { do: 'SetWebhook' }>,
  there: Webhook | undefined,
): WebhooksDecision {
  const url = addressOf(given)
  if (url === null) return { refused: 'webhook-url-invalid' }
  if (!there) {
    return [
      { type: 'WebhookSet', data: { application, url } },
      { type: 'WebhookSecretIssued', data: { application, ...secret, formerUntil: null } },
    ]
  }
  return url === disclosed(there.url, '') ? [] : [{ type: 'WebhookSet', data: { application, url } }]
}

function subscribe(
  { entity, kind, types, organisation }: Extract<WebhooksCommand, { do: 'SubscribeEvents' }>,
  { subscriptions }: WebhooksState,
): WebhooksDecision {
  const was = subscriptions.get(entity)
  const chosen = { types: sorted(types), organisation: sorted(organisation ?? was?.organisation ?? []) }
  if (chosen.organisation.length > 0 && kind !== 'application') return { refused: 'organisation-by-application' }
  if (isSame(chosen.types, was?.types ?? []) && isSame(chosen.organisation, was?.organisation ?? [])) return []
  if (!was && subscriptions.size >= MOST_SUBSCRIPTIONS) return { refused: 'too-many-subscriptions', slots: { most: MOST_SUBSCRIPTIONS } }
  return [{ type: 'EventsSubscribed', data: { entity, kind, ...chosen } }]
}

const sorted = (types: readonly string[]) => [...new Set(types)].sort()
const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((type) => b.includes(type))

/** The address as it is stored, where a request can be sent to it. Whether the sender may go there is decided when it goes there. */
function addressOf(text: string): string | null {
  const trimmed = text.trim()
  const url = trimmed.length > MOST_WEBHOOK_URL ? null : parsed(trimmed)
  if (url === null) return null
  const isUsable = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isUsable && url.href.length <= MOST_WEBHOOK_URL ? url.href : null
}

function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
