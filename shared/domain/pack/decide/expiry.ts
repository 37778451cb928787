import { dayIn, isPlausibleDay, UTC } from '../day.ts'
import { MOST_EXPIRY_REMINDER } from '../events/index.ts'
import { expiryMoments, isPast } from '../expiry.ts'
import { fact } from '../fact.ts'
import { refuse } from '../refuse.ts'
import { isTurnOf, liveSignatories } from '../signatories.ts'
import type { Deciders } from './context.ts'

export const decideExpiry: Deciders<'SetExpiry' | 'ExpireRequests' | 'RemindOfExpiry'> = {
  SetExpiry({ day, remindDays }, state, { now, zone = UTC }) {
    if (state.kind === 'template') return refuse('template-not-sendable')
    if (state.status !== 'setup' && state.status !== 'awaiting_signatures') return refuse('not-awaiting-signatures')
    const { expiry } = state
    if (day === null) return expiry ? [fact('ExpiryChanged', { expiry: null })] : []
    if (!isPlausibleDay(day) || day < dayIn(zone, Date.parse(now))) return refuse('expiry-past')
    const isReminder = remindDays === null || (Number.isInteger(remindDays) && remindDays >= 1 && remindDays <= MOST_EXPIRY_REMINDER)
    if (!isReminder) return refuse('expiry-reminder-invalid', { slots: { most: MOST_EXPIRY_REMINDER } })
    if (expiry && !expiry.over && expiry.day === day && expiry.zone === zone && expiry.remindDays === remindDays) return []
    return [fact('ExpiryChanged', { expiry: { day, zone, remindDays } })]
  },

  ExpireRequests({ day }, { expiry }, { now }) {
    // Extended, or over already.
    if (expiry?.day !== day || expiry.over) return []
    return isPast(expiry, Date.parse(now)) ? [fact('RequestsExpired', { day })] : refuse('not-due-yet')
  },

  RemindOfExpiry({ day, requests }, state, { now }) {
    const { expiry } = state
    if (expiry?.day !== day || expiry.over || expiry.reminded) return []
    const { reminder } = expiryMoments(expiry)
    if (reminder === null) return []
    if (Date.parse(now) < reminder) return refuse('not-due-yet')
    const waiting = liveSignatories(state).filter(
      ({ uuid, status, request, notified }) =>
        status === 'awaiting_signatures' && request !== null && notified.signing && isTurnOf(state, uuid) && requests[uuid] !== undefined,
    )
    const queued = waiting.map(({ uuid, channel }) =>
      fact('SignatureRequestQueued', { signatory: uuid, request: requests[uuid]!, channel, because: 'resent' }),
    )
    return [fact('ExpiryReminderDue', { day }), ...queued]
  },
}
