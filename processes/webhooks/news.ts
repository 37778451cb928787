import type pg from 'pg'
import type { World } from '#platform/ports'
import { listen } from '#platform/postgres'
import { WEBHOOK_CHANNEL } from '#platform/webhooks'
import { FEED_CHANNEL } from '#projections/feed'
import type { WebhookSenderDeps } from './sender.ts'

/** What PostgreSQL announces of feeds and deliveries. */
export function webhookNews({ pool, world }: { readonly pool: pg.Pool; readonly world: World }): WebhookSenderDeps['onNews'] {
  return (listener) => {
    const { timers, random } = world
    const listening = [
      listen({
        pool,
        channel: FEED_CHANNEL,
        timers,
        random,
        onNotice: (workspace) => listener({ workspace }),
        onListening: () => listener(null),
      }),
      listen({
        pool,
        channel: WEBHOOK_CHANNEL,
        timers,
        random,
        onNotice: (application) => listener({ application }),
        onListening: () => listener(null),
      }),
    ]
    return async () => {
      for (const one of listening) await one.close()
    }
  }
}
