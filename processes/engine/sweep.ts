import type { Jobs } from '#platform/jobs'
import type { Packs } from './packs.ts'
import type { Process } from './process.ts'

/**
 * Asks again for everything that a pack's history intends. What was done is not done again: jobs know their keys, and each
 * looks at the pack before it acts. What had been given up without a word, or was lost with the queue, begins anew.
 */
export async function sweepPack(pack: string, packs: Packs, processes: readonly Process[], jobs: Pick<Jobs, 'send' | 'find' | 'retry'>) {
  const [history, state] = [await packs.history(pack), await packs.load(pack)]
  for (const process of processes) {
    for (const event of history) {
      if (!process.follows.includes(event.fact.type)) continue
      for (const { queue, data, ...when } of process.react(event, pack, state)) {
        const { key } = when
        const sent = await jobs.send(queue, data, when)
        if (!sent && (await jobs.find(key))?.state === 'failed') await jobs.retry(key)
      }
    }
  }
}
