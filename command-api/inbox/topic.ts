import { defineTopic } from '../topic.ts'
import { notificationRuleRoutes } from './notification-rules.routes.ts'
import { notificationRoutes } from './notifications.routes.ts'

export const inbox = defineTopic({
  routes: [notificationRoutes, notificationRuleRoutes],
})
