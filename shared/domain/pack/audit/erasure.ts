import type { AuditOf } from './words.ts'

export const auditErasure: AuditOf<'erasure'> = {
  PersonErased: ({ people }) =>
    people.length === 1 ? 'deleted a person’s data, as they asked' : `deleted a person’s data in ${people.length} places, as they asked`,
}
