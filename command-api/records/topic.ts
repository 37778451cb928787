import { defineTopic } from '../topic.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { retentionRoutes } from './retention.routes.ts'
import { takeoutRoutes } from './takeout.routes.ts'

export const records = defineTopic({
  routes: [retentionRoutes, outboxRoutes, takeoutRoutes],
})
