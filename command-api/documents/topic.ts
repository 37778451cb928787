import { createJoining } from '#pdf/intake'
import { defineTopic } from '../topic.ts'
import { copyRoutes } from './copies.routes.ts'
import { documentUploadRoutes } from './document-uploads.routes.ts'
import { documentRoutes } from './documents.routes.ts'
import { mergeRoutes } from './merges.routes.ts'
import { moveRoutes } from './moves.routes.ts'
import { trashRoutes } from './trash.routes.ts'
import { visitRoutes } from './visits.routes.ts'

export const documents = defineTopic({
  open: ({ threads }) => ({ joining: createJoining(threads) }),
  routes: [documentRoutes, copyRoutes, mergeRoutes, moveRoutes, documentUploadRoutes, visitRoutes, trashRoutes],
})
