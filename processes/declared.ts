import { conversionProcess } from '#processes/conversion'
import { deletionProcess } from '#processes/deletion'
import { expiryProcess } from '#processes/expiry'
import { finalCopiesProcess } from '#processes/final-copies'
import { invitationsProcess } from '#processes/invitations'
import { notificationsProcess } from '#processes/notifications'
import { rejectionsProcess } from '#processes/rejections'
import { requestsProcess } from '#processes/requests'
import { sealingProcess } from '#processes/sealing'

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
  invitationsProcess,
] as const
