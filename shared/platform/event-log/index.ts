export { CopyDiffers, type CopyPlace, compareLogs, copyLog } from './copy.ts'
export { meetsTls } from './eventstoredb/address.ts'
export { isLogAway, logRefuses } from './eventstoredb/connection.ts'
export { type EventStoreDbEventLogOptions, eventStoreDbEventLog } from './eventstoredb/eventstoredb-event-log.ts'
export {
  anchoredTo,
  copyPlaces,
  homeOfLog,
  keepCopyPlace,
  LogElsewhere,
  type LogKind,
  moveHome,
  placeInCopy,
  requireLogAt,
} from './home.ts'
export { memoryEventLog } from './memory/memory-event-log.ts'
export { storedPlace } from './place.ts'
export * from './port.ts'
export { type PostgresEventLogOptions, postgresEventLog } from './postgres/postgres-event-log.ts'
export { eventLogSchema } from './postgres/schema.ts'
export { pagesOf, passesStream } from './reading.ts'
