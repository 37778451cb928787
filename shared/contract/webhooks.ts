import { z } from 'zod'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { SIGNATURE_SCHEMES } from '#domain/webhooks'
import { numeral, shown, stored, text, token, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const count = whole(0, Number.MAX_SAFE_INTEGER)
const position = whole(0, 1_000_000_000_000_000)
const types = z.array(z.enum(LIFECYCLE_TYPES)).max(LIFECYCLE_TYPES.length)
const scheme = z.enum(SIGNATURE_SCHEMES)
const date = z.iso.datetime().max(40)

export const webhook = z.object({
  url: shown,
  is_on: z.boolean(),
  /** `failing`: for five days nothing arrived; `gone`: the receiver answered 410. null while it is on. */
  off_because: z.enum(['person', 'gone', 'failing']).nullable(),
  /** `v1`: HMAC-SHA256 with a shared secret; `v1a`: ed25519. */
  scheme,
  /** The end of the shared secret, or the whole public key. */
  secret_label: shown,
  /** Until then the former secret signs, too; null: it does not. */
  former_secret_until: date.nullable(),
  deliveries: z.object({ delivered_today: count, waiting: count, retrying: count, failing: count }),
  /** How far the feed of the workspace was looked through for it, and where the feed ends. */
  position,
  last_position: position,
})
export type WebhookRow = z.infer<typeof webhook>

/** GET /app/applications/{key}/webhook; null: it has none. `signing_secret` is in the answer that made it only. */
export const webhookAnswer = succeeded({ webhook: webhook.nullable(), signing_secret: shown.optional() })
/** PUT /app/applications/{key}/webhook, data; what is left out stays as it is. */
export const webhookUpdate = z.object({ url: text.optional(), is_on: z.boolean().optional(), scheme: scheme.optional() })
/** POST /app/applications/{key}/webhook/rotate_secret, data */
export const secretRotation = z.object({ scheme: scheme.optional() })
/** POST /app/applications/{key}/webhook/replay, data: everything subscribed behind this position is sent again. */
export const replayRequest = z.object({ position })

export const DELIVERIES_PAGE = 50
const attempt = z.object({
  date,
  milliseconds: count,
  status: z.int().nullable(),
  /** Why there was no answer; null: there was one. */
  failed: z.enum(['timed-out', 'unreachable', 'forbidden']).nullable(),
  /** The first kilobyte of the answer; null where there is none, or it was erased. */
  answer: z.string().max(1024).nullable(),
  retry_after: shown.nullable(),
})
export const delivery = z.object({
  /** Its `webhook-id`. */
  key,
  type: shown,
  document_key: key.nullable(),
  /** Empty where it is not known any more. */
  document_name: stored,
  position: position.nullable(),
  /** `withheld`: the owner of the application may not see it any more, or it was erased. */
  state: z.enum(['waiting', 'delivered', 'failed', 'withheld']),
  /** Since it was last put in line. */
  tries: count,
  most_tries: count,
  attempts: z.array(attempt).max(20),
  date_created: date,
  /** When it is tried next; null where it is over. */
  date_due: date.nullable(),
})
export type DeliveryRecord = z.infer<typeof delivery>
/** GET /app/applications/{key}/deliveries, the newest first; `before` is the last one seen. */
export const deliveriesQuery = z.object({
  before: key.optional(),
  only_failing: z.enum(['true', 'false']).optional(),
  limit: numeral(1, DELIVERIES_PAGE).optional(),
})
export const deliveriesAnswer = succeeded({ deliveries: z.array(delivery).max(DELIVERIES_PAGE), has_more: z.boolean() })
export const deliveryParams = z.object({ key: token, delivery: key })

/** GET /app/event_subscriptions/?entity_key=: every type of event, and whether it is subscribed for this entity. */
export const subscriptionsQuery = z.object({ entity_key: key })
export const eventSubscription = z.object({
  key: z.enum(LIFECYCLE_TYPES),
  description: shown,
  version: whole(1, 1_000),
  /** This application receives it from every workspace that its owner administers. */
  run_organisation_wide: z.boolean(),
  subscribed_via_entity: z.boolean(),
  /** An application of the workspace receives it organisation-wide, whatever is chosen here. */
  subscribed_via_organisation: z.boolean(),
})
export type EventSubscription = z.infer<typeof eventSubscription>
export const subscriptionsAnswer = succeeded({ event_subscriptions: z.array(eventSubscription).max(LIFECYCLE_TYPES.length) })
/** POST /app/event_subscriptions/{entity key}, data */
export const subscriptionChoice = z.object({
  /** All that is subscribed from here on. */
  keys: types,
  /** For applications; left out: as it is. */
  organisation_wide_keys: types.optional(),
  /** What is subscribed behind this position of the feed is sent first; left out: it begins now. */
  position: position.optional(),
})
