import { defineTopic } from '../topic.ts'
import { signatoryRoutes } from './signatories.routes.ts'
import { signingRoutes } from './signing.routes.ts'
import { signingSessionRoutes } from './signing-sessions.routes.ts'

export const signing = defineTopic({
  routes: [signatoryRoutes, signingSessionRoutes, signingRoutes],
})
