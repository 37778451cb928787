import { type DecisionContext, defineAggregate } from '#domain/kernel'
import { type BulkSendActor, type BulkSendCommand, decide, permits } from './decide.ts'
import { BULK_SEND_EVENTS, type BulkSendFact } from './events.ts'
import { BULK_SEND_REFUSALS, type BulkSendRefusalCode } from './refusals.ts'
import { type BulkSend, evolve, initial } from './state.ts'

/**
 * Documents from a template, one for each row of a list. The rows and the documents stand elsewhere: the stream holds the
 * choices, the activated documents, and which rows failed.
 */
export const bulkSend = defineAggregate<BulkSend, BulkSendFact, BulkSendCommand, BulkSendActor, DecisionContext, BulkSendRefusalCode>({
  called: 'a bulk send',
  streams: ['bulksend-'],
  events: BULK_SEND_EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: BULK_SEND_REFUSALS,
})
/** What leads from a bulk send's key to its workspace, in the key index. */
export const BULK_SEND = 'bulk-send'
export const { streamNameOf: streamOfBulkSend, keyOf: keyOfBulkSend } = bulkSend
