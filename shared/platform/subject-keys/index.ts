export { memorySubjectKeys } from './memory.ts'
export * from './port.ts'
export { destroyedIn, type PostgresSubjectKeysOptions, postgresSubjectKeys, subjectKeysSchema } from './postgres/postgres-subject-keys.ts'
export { KeyUnreadable } from './wrapping.ts'
