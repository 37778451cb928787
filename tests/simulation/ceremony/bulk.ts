import { derivedUuid } from '#domain/kernel'
import type { Plan } from './plan.ts'

/** What somebody sends to a list of people next to the document, and when they know it to be paused. */
export interface SentInBulk {
  readonly key: string
  readonly rows: readonly number[]
  activated: boolean
  readonly paused: { readonly from: number; to: number }[]
}

export const bulkOf = ({ bulk }: Plan, pack: string): SentInBulk | null =>
  bulk && { key: derivedUuid(`${pack} bulk`), rows: Array.from({ length: bulk.rows }, (_, at) => at + 2), activated: false, paused: [] }
