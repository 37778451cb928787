export { bulkSend, keyOfBulkSend, streamOfBulkSend } from './bulk-send.ts'
export {
  type BulkSendActor,
  type BulkSendCommand,
  commandsOfClone,
  MOST_DESCRIPTION,
  MOST_PER_HOUR,
  mayManageBulkSends,
  maySeeBulkSends,
  ownPins,
} from './decide.ts'
export {
  BULK_SEND_EVENTS,
  BULK_SEND_TYPES,
  type BulkSendFact,
  type BulkSendType,
  PAUSE_REASONS,
  type PauseReason,
  type Pins,
  ROW_FAILURES,
  type RowFailure,
} from './events.ts'
export { BULK_SEND_REFUSALS, type BulkSendRefusalCode } from './refusals.ts'
export {
  type BulkSend,
  type BulkSendStatus,
  countersOf,
  type DocumentCounts,
  type FailedRow,
  mappingOf,
  mayRemind,
  type Run,
} from './state.ts'
