import { createChecker } from '#pdf/checking'
import { gate } from '../edge/gate.ts'
import { defineTopic } from '../topic.ts'
import { verificationRoutes } from './verification.routes.ts'
import { verificationUploadRoutes } from './verification-uploads.routes.ts'

export const verification = defineTopic({
  open: ({ separateWorker }) => ({ checker: createChecker(separateWorker()), checkingGate: gate({ atOnce: 8, ofOne: 4 }) }),
  routes: [verificationRoutes, verificationUploadRoutes],
})
