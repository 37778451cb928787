import { defineTopic } from '../topic.ts'
import { bulkActionRoutes } from './bulk-actions.routes.ts'
import { listRoutes } from './list.routes.ts'
import { pendingRequestRoutes } from './pending-requests.routes.ts'
import { pollRoutes } from './polls.routes.ts'

export const list = defineTopic({
  routes: [listRoutes, pollRoutes, bulkActionRoutes, pendingRequestRoutes],
})
