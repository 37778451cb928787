import { proxy } from 'valtio'
import { z } from 'zod'
import { HttpRefused, isLoggedOut, isTemporary, newKey } from '../../http/index.ts'
import { tabMemory } from '../../ui/index.ts'
import { session } from '../auth/index.ts'
import { type BulkAction, bulkCalls } from './calls.ts'

/** Documents of one call: few enough to be answered soon, so that progress shows. */
export const BATCH = 50
const KEPT = 'paraph-bulk-action'

const kept = z.object({
  user: z.string(),
  action: z.enum(Object.keys(bulkCalls) as [BulkAction, ...BulkAction[]]),
  type: z.enum(['document', 'template']),
  /** Still to be done, the batch that is on its way included. */
  left: z.array(z.string()),
  /** Of that batch: sent again after a lost answer or a reload, it is carried out once. */
  batchKey: z.string(),
  done: z.array(z.string()),
  refused: z.number(),
})
export type BulkWork = z.infer<typeof kept>

export interface Outcome {
  readonly work: BulkWork
  /** The first refusal of a whole batch. */
  readonly refusal: unknown
  /** It could not go on: what is left waits. */
  readonly stoppedBy: unknown
}
type Ended = (outcome: Outcome) => void
type After = (done: readonly string[]) => void

/** The action on many documents that runs now. */
export const bulkWork = proxy<{ action: BulkAction | null; done: number; of: number }>({ action: null, done: 0, of: 0 })

const keep = (work: BulkWork | null) => tabMemory.write(KEPT, work ? JSON.stringify(work) : '')

/** Begun before a reload, or stopped, by the person who is logged in. */
export function unfinished(): BulkWork | null {
  const read = kept.safeParse(tabMemory.readJson(KEPT))
  return read.success && read.data.user === session.user?.key && read.data.left.length > 0 ? read.data : null
}

export const begun = (action: BulkAction, type: BulkWork['type'], keys: readonly string[]): BulkWork => ({
  user: session.user?.key ?? '',
  ...{ action, type, left: [...keys], batchKey: newKey(), done: [], refused: 0 },
})

/** One after the other. Each answer is noted before the next batch goes out, so that a reload goes on where this page was. */
export async function goOn(from: BulkWork, ended: Ended, after: After): Promise<void> {
  if (bulkWork.action !== null) return
  let work = from
  let refusal: unknown = null
  let stoppedBy: unknown = null
  const of = work.left.length + work.done.length + work.refused
  while (work.left.length > 0 && stoppedBy === null) {
    Object.assign(bulkWork, { action: work.action, done: of - work.left.length, of })
    keep(work)
    const batch = work.left.slice(0, BATCH)
    try {
      const { done } = await bulkCalls[work.action](batch, work.type, work.batchKey)
      work = { ...work, done: [...work.done, ...done], refused: work.refused + batch.length - done.length }
      after(done)
    } catch (thrown) {
      if (isWorthWaiting(thrown)) {
        stoppedBy = thrown
        break
      }
      refusal ??= thrown
      work = { ...work, refused: work.refused + batch.length }
    }
    work = { ...work, left: work.left.slice(batch.length), batchKey: newKey() }
  }
  // Where not even the first was answered, there is nothing to go on with: it failed.
  keep(stoppedBy !== null && work.done.length + work.refused > 0 ? work : null)
  bulkWork.action = null
  ended({ work, refusal, stoppedBy })
}

/** Nothing was decided about these documents: they are asked for again. */
const isWorthWaiting = (thrown: unknown) => !(thrown instanceof HttpRefused) || isTemporary(thrown) || isLoggedOut(thrown)
