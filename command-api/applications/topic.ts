import { defineTopic } from '../topic.ts'
import { applicationRoutes } from './applications.routes.ts'

export const applications = defineTopic({
  routes: [applicationRoutes],
})
