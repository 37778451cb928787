import { expiryDayInWords } from '../expiry.ts'
import type { AuditOf } from './words.ts'

export const auditExpiry: AuditOf<'expiry'> = {
  ExpiryChanged({ expiry }) {
    if (expiry === null) return 'removed the expiry date of the request'
    const reminder =
      expiry.remindDays === null ? '' : `, with a reminder ${expiry.remindDays === 1 ? '1 day' : `${expiry.remindDays} days`} before`
    return `set the request to expire after ${expiryDayInWords(expiry.day)} (${expiry.zone})${reminder}`
  },
  ExpiryReminderDue: ({ day }) =>
    `the signatories who had not signed were reminded that the request expires after ${expiryDayInWords(day)}`,
  RequestsExpired: ({ day }) => `the request expired at the end of ${expiryDayInWords(day)}; its links stopped working`,
}
