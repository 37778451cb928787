import type { App } from '../app.ts'
import { anchorRoutes } from './anchors.ts'
import { appendixRoutes } from './appendices.ts'
import { applicationRoutes } from './applications.ts'
import { auditTrailRoutes } from './audit-trail.ts'
import { bulkActionRoutes } from './bulk-actions.ts'
import { contactRoutes } from './contacts.ts'
import { copyRoutes } from './copies.ts'
import { dataFieldRoutes } from './data-fields.ts'
import { disclosureRoutes } from './disclosures.ts'
import { documentUploadRoutes } from './document-uploads.ts'
import { documentRoutes } from './documents.ts'
import { evidenceRoutes } from './evidence.ts'
import { fieldDataRoutes } from './field-data.ts'
import { fieldUploadRoutes } from './field-uploads.ts'
import { fileRoutes } from './files.ts'
import { finalFileRoutes } from './final-files.ts'
import { formFieldRoutes } from './form-fields.ts'
import { healthRoutes } from './health.ts'
import { imageUploadRoutes } from './image-uploads.ts'
import { keepingRoutes } from './keeping.ts'
import { keptSignatureRoutes } from './kept-signatures.ts'
import { listRoutes } from './list.ts'
import { memberRoutes } from './members.ts'
import { notificationRuleRoutes } from './notification-rules.ts'
import { notificationRoutes } from './notifications.ts'
import { outboxRoutes } from './outbox.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { pageImageRoutes } from './page-images.ts'
import { pendingRequestRoutes } from './pending-requests.ts'
import { personDataRoutes } from './person-data.ts'
import { pollRoutes } from './polls.ts'
import { profileRoutes } from './profile.ts'
import { replayRoutes } from './replay.ts'
import { sessionRoutes } from './session.ts'
import { signatoryRoutes } from './signatories.ts'
import { signaturePictureRoutes } from './signature-pictures.ts'
import { signatureRoutes } from './signatures.ts'
import { signingRoutes } from './signing.ts'
import { signingSessionRoutes } from './signing-sessions.ts'
import { takeoutRoutes } from './takeout.ts'
import { tempDownloadRoutes } from './temp-downloads.ts'
import { trashRoutes } from './trash.ts'
import { userRoutes } from './user.ts'
import { verificationUploadRoutes } from './verification-uploads.ts'
import { visitRoutes } from './visits.ts'

const ROUTES: readonly ((app: App) => void)[] = [
  healthRoutes,
  sessionRoutes,
  userRoutes,
  ownSessionRoutes,
  signatureRoutes,
  signaturePictureRoutes,
  keptSignatureRoutes,
  memberRoutes,
  applicationRoutes,
  listRoutes,
  contactRoutes,
  documentRoutes,
  copyRoutes,
  dataFieldRoutes,
  signatoryRoutes,
  signingSessionRoutes,
  signingRoutes,
  pollRoutes,
  documentUploadRoutes,
  pendingRequestRoutes,
  formFieldRoutes,
  fieldUploadRoutes,
  appendixRoutes,
  imageUploadRoutes,
  fieldDataRoutes,
  fileRoutes,
  finalFileRoutes,
  pageImageRoutes,
  tempDownloadRoutes,
  personDataRoutes,
  profileRoutes,
  auditTrailRoutes,
  evidenceRoutes,
  anchorRoutes,
  takeoutRoutes,
  disclosureRoutes,
  verificationUploadRoutes,
  replayRoutes,
  visitRoutes,
  keepingRoutes,
  notificationRuleRoutes,
  notificationRoutes,
  bulkActionRoutes,
  trashRoutes,
  outboxRoutes,
]

/** Every call but those that receive files, which parse no bodies and stand in a scope of their own. */
export function mountRoutes(app: App): void {
  for (const mount of ROUTES) mount(app)
}
