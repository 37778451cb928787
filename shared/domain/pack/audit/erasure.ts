import type { AuditOf } from './words.ts'

export const auditErasure: AuditOf<'erasure'> = {
  PersonErased: ({ people }) =>
    people.length === 1
      ? 'deleted what was held of a person, as they asked'
      : `deleted what was held of a person in ${people.length} places, as they asked`,
}
