import { lookup } from 'node:dns/promises'
import { boxes } from '#platform/secrets'
import { destinations, postgresDeliveries, webhookPost, webhookPurpose } from '#platform/webhooks'
import { startWebhookSender, webhookNews } from '#processes/webhooks'
import { entriesAfter, feedBounds } from '#projections/feed'
import type { Core } from './core.ts'
import type { Foundation } from './foundation.ts'
import { VERSION } from './version.ts'

export function webhookSender(
  { configuration, world, pool, owners, secrets, onClose }: Foundation,
  { handler, subjectKeys: keys }: Pick<Core, 'handler' | 'subjectKeys'>,
) {
  const deliveries = postgresDeliveries({ pool, clock: world.clock })
  const post = webhookPost({
    destinations: destinations(configuration.webhookNetworks, (name) => lookup(name, { all: true })),
    timers: world.timers,
  })
  onClose(() => post.close())
  const signing = boxes(secrets.webhookKey, world.random)
  const sender = startWebhookSender({
    world,
    handler,
    owners,
    deliveries,
    post,
    feed: {
      after: (workspace, position, limit) => entriesAfter({ pool, keys }, workspace, position, limit),
      end: async (workspace) => (await feedBounds(pool, workspace)).last,
    },
    decrypt: (application, secret) => signing.open(webhookPurpose(application), secret),
    onNews: webhookNews({ pool, world }),
    userAgent: `Paraph-Webhooks/${VERSION}`,
  })
  onClose(() => sender.stop())
  return { deliveries, status: sender.status }
}
