import type { Json } from '#domain/kernel'
import type { Jobs } from '#platform/jobs'
import { OVERNIGHT } from '#platform/mail'

/** Of queues that send a mail to one person. */
export const MAILS = { ...OVERNIGHT, concurrency: 2, timeoutSeconds: 120 }
/** Of queues that wait for a moment. A clock that was a month ahead is waited for. */
export const TIMERS = { retries: 1_000, backoff: { firstSeconds: 5, maxSeconds: 3_600 }, concurrency: 4, timeoutSeconds: 60 }

/** Of what must be done, however late: data that was reported as deleted must not stay because a disk was full for a day. */
export const FOR_EVER = {
  retries: Number.POSITIVE_INFINITY,
  backoff: { firstSeconds: 2, maxSeconds: 600 },
  concurrency: 1,
  timeoutSeconds: 600,
}

/** The clock says that it is too early: the job is run again. */
export class TooEarly extends Error {
  constructor() {
    super('the moment has not come')
    this.name = 'TooEarly'
  }
}

class StillRunning extends Error {
  constructor() {
    super('a run that began before is not over')
    this.name = 'StillRunning'
  }
}

/** Has a job look once more. Rejects, to be asked for again, while one runs that may have looked too early; it never runs twice at the same time. */
export async function requeue(jobs: Pick<Jobs, 'find' | 'retry'>, key: string, data: Json): Promise<void> {
  if (await jobs.retry(key, data)) return
  if ((await jobs.find(key))?.state !== 'waiting') throw new StillRunning()
}
