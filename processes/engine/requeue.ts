import type { Json } from '#domain/kernel'
import type { Jobs } from '#platform/jobs'

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
