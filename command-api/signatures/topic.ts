import { defineTopic } from '../topic.ts'
import { keptSignatureRoutes } from './kept-signatures.routes.ts'
import { signaturePictureRoutes } from './signature-pictures.routes.ts'
import { signatureRoutes } from './signatures.routes.ts'

export const signatures = defineTopic({
  routes: [signatureRoutes, signaturePictureRoutes, keptSignatureRoutes],
})
