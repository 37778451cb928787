import { defineTopic } from '../topic.ts'
import { personDataRoutes } from './person-data.routes.ts'

export const personData = defineTopic({
  routes: [personDataRoutes],
})
