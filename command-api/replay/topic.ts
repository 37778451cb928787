import { createAuditFiles } from '#pdf/audit-trail'
import { defineTopic } from '../topic.ts'
import { accessRoutes } from './access.routes.ts'
import { auditTrailRoutes } from './audit-trail.routes.ts'
import { replayRoutes } from './replay.routes.ts'

export const replay = defineTopic({
  open: ({ threads }) => ({ auditFiles: createAuditFiles(threads) }),
  routes: [replayRoutes, auditTrailRoutes, accessRoutes],
})
