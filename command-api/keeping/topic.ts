import { defineTopic } from '../topic.ts'
import { keepingRoutes } from './keeping.routes.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { takeoutRoutes } from './takeout.routes.ts'

export const keeping = defineTopic({
  routes: [keepingRoutes, outboxRoutes, takeoutRoutes],
})
