import { lookup } from 'node:dns/promises'
import { boxes } from '#platform/secrets'
import { DELIVERY_CHANNEL, destinations, postgresDeliveries } from '#platform/webhooks'
import { openNotices } from '../live/notices.ts'
import { defineTopic } from '../topic.ts'
import { eventSubscriptionRoutes } from './event-subscriptions.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.ts'

export const webhooks = defineTopic({
  open({ pool, world, handler, applications, config, webhookKey, onClose }) {
    const deliveryNotices = openNotices(DELIVERY_CHANNEL, pool, world)
    onClose(deliveryNotices.close)
    const webhooks = createWebhooks({
      pool,
      world,
      handler,
      applications,
      deliveries: postgresDeliveries({ pool, clock: world.clock }),
      destinations: destinations(config.webhookNetworks, (name) => lookup(name, { all: true })),
      boxes: boxes(webhookKey, world.random),
      key: webhookKey,
    })
    return { webhooks, deliveryNotices }
  },
  routes: [webhookRoutes, eventSubscriptionRoutes],
})
