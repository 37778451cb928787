import { defineTopic } from '../topic.ts'
import { healthRoutes } from './health.routes.ts'

export const health = defineTopic({
  routes: [healthRoutes],
})
