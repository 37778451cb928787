import { defineTopic } from '../topic.ts'
import { anchorRoutes } from './anchors.routes.ts'
import { disclosureRoutes } from './disclosures.routes.ts'
import { evidenceRoutes } from './evidence.routes.ts'

export const evidence = defineTopic({
  routes: [evidenceRoutes, anchorRoutes, disclosureRoutes],
})
