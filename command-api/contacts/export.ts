import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Queries } from '#projections'
import type { Contact } from '#projections/contacts'
import { attachment } from '../edge/ranges.ts'
import { csvHead, csvLine } from '../replay/csv.ts'

const PAGE = 200

/** The address book as a table that can be imported again. */
export function contactsCsv(queries: Pick<Queries, 'contacts'>, workspace: string, reply: FastifyReply): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment('contacts.csv'))
    .send(Readable.from(linesOf(queries, workspace)))
}

async function* linesOf(queries: Pick<Queries, 'contacts'>, workspace: string): AsyncGenerator<string> {
  yield csvHead(['name', 'email', 'mobile_number'])
  for (let cursor: string | undefined; ; ) {
    const page = await queries.contacts({ workspace, cursor, limit: PAGE })
    yield page.contacts.map(lineOf).join('')
    if (page.cursor === null) return
    cursor = page.cursor
  }
}

const lineOf = ({ name, email, mobile }: Contact) => csvLine([name, email, mobile])
