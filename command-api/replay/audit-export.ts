import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AUDIT_FILE as WORDS } from '#contract/audit-trail'
import type { AuditRecord } from '#contract/documents'
import type { AuditFileRequest } from '#pdf/audit-trail'
import { attachment } from '../edge/ranges.ts'
import { csvHead, csvLine } from './csv.ts'

/** Sends records as a table for spreadsheets. */
export function auditCsv(name: string, records: readonly AuditRecord[], reply: FastifyReply): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment(`${name}.history.csv`))
    .send(Readable.from(linesOf(records)))
}

export function* linesOf(records: readonly AuditRecord[]): Generator<string> {
  yield csvHead(['event', 'time', 'who', 'capacity', 'what', 'type', 'address', 'agent', 'hash'])
  for (const { revision, date_created, who, capacity, words, code, address, agent, hash } of records) {
    yield csvLine([revision, date_created, who, capacity, words, code, address, agent, hash])
  }
}

/** Records as pages say them. `all` is how many there are without a filter. */
export function auditRequest(name: string, records: readonly AuditRecord[], all: number): AuditFileRequest {
  const last = records.at(-1)
  return {
    title: WORDS.title,
    lead: WORDS.lead(name, records.length, all),
    columns: WORDS.columns,
    rows: records.map(({ revision, date_created, who, words, address }) => ({
      number: String(revision),
      time: `${date_created.slice(0, 10)} ${date_created.slice(11, 19)}`,
      who,
      what: address ? WORDS.from(words, address) : words,
    })),
    foot: last ? WORDS.foot(last.revision, last.hash) : '',
  }
}
