import { type Expiry, expiryMoments } from '#domain/pack'
import type { Environment } from '../environment.ts'
import { EPOCH } from '../host.ts'
import type { Folded, Say } from './folded.ts'

/** Longer than anything that keeps a machine from its timers here, and than what makes them late for long. */
const PATIENCE_MS = 15 * 60_000
const PATIENCE_HAMPERED_MS = 6 * 3_600_000

const isPast = (expiry: Expiry, clock: number) => clock >= expiryMoments(expiry).end

/** A request ends with its last day, never before, and is not forgotten; nobody signs after it, and nobody is reminded of it twice. */
export function checkExpiry({ steps, state }: Folded, house: Environment, say: Say): void {
  let reminders = 0
  for (const { event, before, after } of steps) {
    const { fact, meta } = event
    const clock = Date.parse(meta.time)
    if (fact.type === 'ExpiryChanged') reminders = 0
    if (fact.type === 'ExpiryReminderDue' && ++reminders > 1) say('signers were reminded twice of the day on which a request expires')
    if (fact.type === 'ExpiryReminderDue' && before.expiry && clock < (expiryMoments(before.expiry).reminder ?? 0))
      say('signers were reminded too early of the day on which a request expires')
    if (fact.type === 'RequestsExpired') {
      if (before.status !== 'awaiting_signatures') say('a request expired that nobody waited for')
      if (before.expiry && !isPast(before.expiry, clock)) say('a request expired before its day was over')
      if (after.expiry?.over !== true) say('a request expired, and goes on')
    }
    if (fact.type === 'SignatoryCompleted' && before.expiry && (before.expiry.over || isPast(before.expiry, clock)))
      say(`signer ${fact.data.signatory.slice(-4)} signed after the request had expired`)
  }
  const { expiry, status, trashed } = state
  if (!expiry || expiry.over || status !== 'awaiting_signatures' || trashed !== null) return
  const end = expiryMoments(expiry).end - EPOCH
  const now = house.scheduler.now()
  const isHampered = house.hampered.some(({ from, to }) => from < now && to > end)
  if (now - end > (isHampered ? PATIENCE_HAMPERED_MS : PATIENCE_MS)) say('the day of a request is long over, and it has not expired')
}
