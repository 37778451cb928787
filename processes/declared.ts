import { bulkSendsProcess } from '#processes/bulk-sends'
import { conversionProcess } from '#processes/conversion'
import { deletionProcess } from '#processes/deletion'
import { expiryProcess } from '#processes/expiry'
import { finalCopiesProcess } from '#processes/final-copies'
import { inPersonLinkRevocationSweep } from '#processes/in-person-link-revocation'
import { invitationsProcess } from '#processes/invitations'
import { movesProcess } from '#processes/moves'
import { notificationsProcess } from '#processes/notifications'
import { personalWorkspacesProcess } from '#processes/personal-workspaces'
import { recipientListsSweep } from '#processes/recipient-lists'
import { rejectionsProcess } from '#processes/rejections'
import { requestsProcess } from '#processes/requests'
import { retentionSweep } from '#processes/retention'
import { sealingProcess } from '#processes/sealing'
import { takeOversProcess } from '#processes/take-overs'
import { unusedUploadsSweep } from '#processes/unused-uploads'
import { webhooksProcess } from '#processes/webhooks'

/** Every process that follows the log, a line each. */
export const PROCESSES = [
  conversionProcess,
  requestsProcess,
  notificationsProcess,
  expiryProcess,
  sealingProcess,
  finalCopiesProcess,
  rejectionsProcess,
  deletionProcess,
  movesProcess,
  invitationsProcess,
  bulkSendsProcess,
  webhooksProcess,
  personalWorkspacesProcess,
  takeOversProcess,
] as const

/** Every sweep for work that no event announces, a line each. */
export const SWEEPS = {
  retention: retentionSweep,
  inPersonLinkRevocation: inPersonLinkRevocationSweep,
  unusedUploads: unusedUploadsSweep,
  recipientLists: recipientListsSweep,
} as const
