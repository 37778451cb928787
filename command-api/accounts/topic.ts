import { defineTopic } from '../topic.ts'
import { begunRoutes } from './begun.routes.ts'
import { memberRoutes } from './members.routes.ts'
import { ownSessionRoutes } from './own-sessions.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { supportRoutes } from './support.routes.ts'
import { userRoutes } from './user.routes.ts'
import { workspaceRoutes } from './workspaces.routes.ts'

export const accounts = defineTopic({
  routes: [sessionRoutes, supportRoutes, userRoutes, ownSessionRoutes, profileRoutes, memberRoutes, begunRoutes, workspaceRoutes],
})
