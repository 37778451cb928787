import { lookup } from 'node:dns/promises'
import { boxes } from '#platform/secrets'
import { destinations, postgresDeliveries } from '#platform/webhooks'
import { defineTopic } from '../topic.ts'
import { eventSubscriptionRoutes } from './event-subscriptions.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.ts'

export const webhooks = defineTopic({
  open: ({ pool, world, handler, applications, config, webhookKey }) => ({
    webhooks: createWebhooks({
      pool,
      world,
      handler,
      applications,
      deliveries: postgresDeliveries({ pool, clock: world.clock }),
      destinations: destinations(config.webhookNetworks, (name) => lookup(name, { all: true })),
      boxes: boxes(webhookKey, world.random),
      key: webhookKey,
    }),
  }),
  routes: [webhookRoutes, eventSubscriptionRoutes],
})
