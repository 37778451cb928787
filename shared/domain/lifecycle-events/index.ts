export { type DataOf, isLifecycleType, LIFECYCLE_EVENTS, LIFECYCLE_TYPES, type LifecycleEntry, type LifecycleType } from './catalog.ts'
export { LIFECYCLE_SOURCES, lifecycleOfPack, lifecycleOfWorkspace, type PackStep } from './derive.ts'
export { type LifecycleAudience, redactFor } from './redact.ts'
