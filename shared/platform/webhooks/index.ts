export {
  type Attempt,
  DELIVERY_CHANNEL,
  type Deliveries,
  type DeliveryRow,
  type DeliveryState,
  postgresDeliveries,
  type Result,
  type Summary,
  TEST_TYPE,
  type Waiting,
  WEBHOOK_CHANNEL,
  webhookMigrations,
} from './deliveries.ts'
export { type Destinations, destinations, ForbiddenDestination, type LookUp } from './destinations.ts'
export { type Answer, type NoAnswer, type Post, type Posted, webhookPost } from './post.ts'
export { GIVE_UP_MS, isDelivered, isGone, KEPT_MS, MOST_ATTEMPTS, nextAttemptIn } from './schedule.ts'
export { type IssuedKey, issueKey, type SigningKey, signedHeaders, webhookPurpose } from './signature.ts'
