import { bulkSend as aggregate, type BulkSend, type BulkSendFact } from '#domain/bulk-send'
import type { Process } from '#processes/engine'

export const FEED = 'bulk-sends'
export const ROWS = 'bulk-send-rows'
export const VOID = 'bulk-send-undo'
export const REMIND = 'bulk-send-reminders'

export type FeedData = { readonly bulkSend: string; readonly run: number; readonly after: string | null; readonly fed: number }
export type RowData = { readonly bulkSend: string; readonly run: number; readonly row: number }
export type EachData = {
  readonly bulkSend: string
  readonly cause: string
  readonly user: string
  readonly after: string
  /** Not all documents, but this one. */
  readonly only?: string
}

export const keyOfRow = (bulkSend: string, run: number, row: number) => `bulk-send-row:${bulkSend}:${run}:${row}`
export const feedOf = ({ bulkSend, run, after, fed }: FeedData) => ({
  queue: FEED,
  key: `bulk-send:${bulkSend}:${run}:${after ?? ''}`,
  data: { bulkSend, run, after, fed },
})

/** An activation feeds rows into jobs, page by page; a retried row is a job of its own. */
export const bulkSends: Process<BulkSend, BulkSendFact> = {
  name: 'bulk-sends',
  aggregate,
  follows: ['BulkSendActivated', 'BulkSendRowRetried', 'BulkSendUndone', 'BulkSendRemindersRequested'],
  react({ id, fact }, bulkSend, { run, whenToRun }) {
    switch (fact.type) {
      case 'BulkSendActivated': {
        const notBefore = whenToRun === null ? {} : { notBefore: Date.parse(whenToRun) }
        return [{ ...feedOf({ bulkSend, run: fact.data.run, after: null, fed: 0 }), ...notBefore }]
      }
      case 'BulkSendRowRetried': {
        const { row } = fact.data
        return run === null ? [] : [{ queue: ROWS, key: `bulk-send-row:${id}`, data: { bulkSend, run: run.number, row } }]
      }
      case 'BulkSendUndone':
      case 'BulkSendRemindersRequested': {
        const queue = fact.type === 'BulkSendUndone' ? VOID : REMIND
        const cause = `${queue}:${id}`
        return [{ queue, key: cause, data: { bulkSend, cause, user: fact.data.user, after: '' } }]
      }
      default:
        return []
    }
  },
}
