export { memoryEventLog } from './memory/memory-event-log.ts'
export * from './port.ts'
export { pagesOf } from './reading.ts'
