import { OVERNIGHT } from '#platform/mail'

/** Of queues that send a mail to one person. */
export const MAILS = { ...OVERNIGHT, concurrency: 2, timeoutSeconds: 120 }
/** Of queues that wait for a moment. A clock that was a month ahead is waited for. */
export const TIMERS = { retries: 1_000, backoff: { firstSeconds: 5, maxSeconds: 3_600 }, concurrency: 4, timeoutSeconds: 60 }

/** The clock says that it is too early: the job is run again. */
export class TooEarly extends Error {
  constructor() {
    super('the moment has not come')
    this.name = 'TooEarly'
  }
}
