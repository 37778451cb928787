export { type Check, checkRefusal } from './activate.ts'
export { mapFromColumnNames } from './auto-map.ts'
export { BULK_SEND, bulkSend, keyOfBulkSend, streamOfBulkSend } from './bulk-send.ts'
export {
  type BulkSendActor,
  type BulkSendCommand,
  commandsOfClone,
  documentOfRow,
  MOST_DESCRIPTION,
  MOST_LEFT_OUT,
  MOST_PER_HOUR,
  mayManageBulkSends,
  maySeeBulkSends,
} from './decide.ts'
export { type DryRunOf, rowChecker } from './dry-run.ts'
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
export {
  EMPTY_MAPPING,
  isMappable,
  keyedByCustomField,
  liveCopies,
  type MappedPerson,
  type Mapping,
  type MappingTarget,
  mappableFields,
  mappedText,
  mappingSchema,
  missingTargets,
  PERSON_PARTS,
  type PersonPart,
  targetId,
  targetsOf,
  templateText,
  withoutTarget,
  withText,
} from './mapping.ts'
export {
  type BulkSendSources,
  changedSince,
  listDigest,
  ownPins,
  PINNED,
  PINNED_NAMES,
  type Pinned,
  pinsOf,
  savedMapping,
  templateDigest,
} from './pins.ts'
export { expanded, isLinked, type LinkedText, linkedText, placeholderOf } from './placeholders.ts'
export { documentProblem, MAPPING_PROBLEMS, type MappingProblem, type MappingProblemCode, mappingProblem } from './problems.ts'
export { BULK_SEND_REFUSALS, type BulkSendRefusalCode } from './refusals.ts'
export {
  commandsOfRow,
  type MappedTemplate,
  mappingProblems,
  type ResolvedRow,
  type RowValues,
  rowResolver,
  valueAt,
} from './resolve-row.ts'
export { listNow, listPinned, rowsWanted } from './rows.ts'
export {
  type BulkSend,
  type BulkSendStatus,
  countersOf,
  type DocumentCounts,
  type FailedRow,
  isRunning,
  type ListedBulkSend,
  mappingOf,
  mayRemind,
  type Run,
  runsFor,
} from './state.ts'
