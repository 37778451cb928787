export { MOST_SUBSCRIPTIONS, MOST_WEBHOOK_URL, type NewSecret, ROTATION_MS, type WebhooksActor, type WebhooksCommand } from './decide.ts'
export { EVENTS as WEBHOOKS_EVENTS, SIGNATURE_SCHEMES, SUBSCRIBED_KINDS, type WebhooksFact } from './events.ts'
export { WEBHOOKS_REFUSALS, type WebhooksRefusalCode } from './refusals.ts'
export {
  receives,
  receivesEverywhere,
  type SignatureScheme,
  type SigningSecret,
  type SubscribedKind,
  type Subscription,
  secretsAt,
  type Webhook,
  type WebhooksState,
} from './state.ts'
export { streamOfWebhooks, webhooks, workspaceOfWebhooks } from './webhooks.ts'
