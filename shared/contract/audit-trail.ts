import { z } from 'zod'
import { type TopicName, topicOf } from '#domain/pack'
import { token } from './bounds.ts'
import type { AuditRecord } from './documents.ts'

/** What a history can be narrowed to: the topics of a document's events. */
export const AUDIT_TOPICS = [
  'lifecycle',
  'documents',
  'fields',
  'signatories',
  'settings',
  'requests',
  'notifications',
  'signing',
  'visits',
  'sealing',
] as const satisfies readonly TopicName[]

export const auditFilter = z.object({
  topic: z.enum(AUDIT_TOPICS).optional(),
  /** Who acted: a principal, as it stands in the records. */
  who: token.optional(),
})
export type AuditFilter = z.infer<typeof auditFilter>

/** GET /app/audit_trail/{key}/export */
export const auditExport = auditFilter.extend({ format: z.enum(['csv', 'pdf']) })

/** The same on the screen and in what is exported. */
export function auditMatches({ code, principal }: Pick<AuditRecord, 'code' | 'principal'>, { topic, who }: AuditFilter): boolean {
  return (topic === undefined || topicOf(code) === topic) && (who === undefined || principal === who)
}

/** What stands on the pages of an exported history. Times are written as they are recorded: in UTC. */
export const AUDIT_FILE = {
  title: 'History of the document',
  lead: (document: string, shown: number, all: number) =>
    shown === all
      ? `What happened to “${document}”: ${all} events. Times are in UTC.`
      : `What happened to “${document}”: ${shown} of ${all} events, chosen by who exported them. Times are in UTC.`,
  columns: { number: 'No.', time: 'When (UTC)', who: 'Who', what: 'What happened' },
  from: (words: string, address: string) => `${words} (from ${address})`,
  foot: (number: number, hash: string) => `Up to event ${number}, whose hash is ${hash}`,
} as const
