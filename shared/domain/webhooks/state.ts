import { type EvolveMeta, ownMap, type Private } from '#domain/kernel'
import type { LifecycleEntry, LifecycleType } from '#domain/lifecycle-events'
import type { SIGNATURE_SCHEMES, SUBSCRIBED_KINDS, WebhooksFact } from './events.ts'

export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number]
export type SubscribedKind = (typeof SUBSCRIBED_KINDS)[number]

export interface SigningSecret {
  readonly scheme: SignatureScheme
  /** Encrypted. */
  readonly secret: Private<string>
  readonly label: Private<string>
  /** ISO 8601; null: until it is rotated. */
  readonly until: string | null
}

export interface Webhook {
  readonly application: string
  readonly url: Private<string>
  readonly on: boolean
  /** null while it is on. */
  readonly offBecause: 'person' | 'gone' | 'failing' | null
  /** The one that is valid from now on, and the one before it. */
  readonly secrets: readonly SigningSecret[]
}

export interface Subscription {
  readonly kind: SubscribedKind
  readonly types: readonly string[]
  readonly organisation: readonly string[]
}

export interface WebhooksState {
  /** By application. */
  readonly webhooks: ReadonlyMap<string, Webhook>
  /** By entity: a document, a template, the workspace or an application. */
  readonly subscriptions: ReadonlyMap<string, Subscription>
}

export const initial: WebhooksState = { webhooks: new Map(), subscriptions: new Map() }

export function evolve(state: WebhooksState, fact: WebhooksFact, meta: EvolveMeta): WebhooksState {
  switch (fact.type) {
    case 'WebhookSet': {
      const { application, url } = fact.data
      const was = state.webhooks.get(application) ?? { application, url, on: true, offBecause: null, secrets: [] }
      return { ...state, webhooks: ownMap(state.webhooks, meta).set(application, { ...was, url }) }
    }
    case 'WebhookSecretIssued': {
      const { application, scheme, secret, label, formerUntil } = fact.data
      return changed(state, application, meta, ({ secrets: [former] }) => ({
        secrets: [{ scheme, secret, label, until: null }, ...(former && formerUntil ? [{ ...former, until: formerUntil }] : [])],
      }))
    }
    case 'WebhookSwitchedOn':
      return changed(state, fact.data.application, meta, () => ({ on: true, offBecause: null }))
    case 'WebhookSwitchedOff':
      return changed(state, fact.data.application, meta, () => ({ on: false, offBecause: fact.data.because }))
    case 'WebhookRemoved': {
      const webhooks = ownMap(state.webhooks, meta)
      webhooks.delete(fact.data.application)
      return { ...state, webhooks }
    }
    case 'EventsSubscribed': {
      const { entity, ...subscription } = fact.data
      const subscriptions = ownMap(state.subscriptions, meta)
      if (subscription.types.length + subscription.organisation.length === 0) subscriptions.delete(entity)
      else subscriptions.set(entity, subscription)
      return { ...state, subscriptions }
    }
    default:
      return fact satisfies never
  }
}

function changed(state: WebhooksState, key: string, meta: EvolveMeta, change: (was: Webhook) => Partial<Webhook>): WebhooksState {
  const was = state.webhooks.get(key)
  return was ? { ...state, webhooks: ownMap(state.webhooks, meta).set(key, { ...was, ...change(was) }) } : state
}

/** Whether an application of this workspace receives an entry of the same workspace. */
export function receives(
  state: WebhooksState,
  application: string,
  entry: Pick<LifecycleEntry, 'type' | 'document' | 'template' | 'workspace'>,
): boolean {
  const entities = [application, entry.workspace, entry.document, ...(entry.template === null ? [] : [entry.template])]
  return (
    entities.some((entity) => state.subscriptions.get(entity)?.types.includes(entry.type)) ||
    receivesEverywhere(state, application, entry.type)
  )
}

/** Whether an application receives entries of this type from every workspace that its owner administers. */
export const receivesEverywhere = ({ subscriptions }: WebhooksState, application: string, type: LifecycleType): boolean =>
  subscriptions.get(application)?.organisation.includes(type) ?? false

/** The secrets that sign what is sent at this moment. */
export const secretsAt = ({ secrets }: Webhook, now: number): readonly SigningSecret[] =>
  secrets.filter(({ until }) => until === null || Date.parse(until) > now)
