import { type DecisionContext, defineAggregate } from '#domain/kernel'
import { decide, permits, type WebhooksActor, type WebhooksCommand } from './decide.ts'
import { EVENTS, type WebhooksFact } from './events.ts'
import { WEBHOOKS_REFUSALS, type WebhooksRefusalCode } from './refusals.ts'
import { evolve, initial, type WebhooksState } from './state.ts'

/** Where a workspace's lifecycle events are sent, and which: few, and looked at together before each delivery. */
export const webhooks = defineAggregate<WebhooksState, WebhooksFact, WebhooksCommand, WebhooksActor, DecisionContext, WebhooksRefusalCode>({
  called: 'the webhooks of a workspace',
  streams: ['webhooks-'],
  keyedBy: 'workspace',
  events: EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: WEBHOOKS_REFUSALS,
})
export const { streamNameOf: streamOfWebhooks, keyOf: workspaceOfWebhooks } = webhooks
