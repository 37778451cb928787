import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type RecipientList, versionNow } from '#domain/recipient-lists'
import type { RecipientRows } from '#projections/recipient-rows'
import { attachment } from '../edge/ranges.ts'
import { csvHead, csvLine } from '../replay/csv.ts'
import { descriptionOf } from './recipient-lists.ts'

const PAGE = 500

/** A list as a table: uploaded again, it gives the same rows. */
export function recipientsCsv(rows: Pick<RecipientRows, 'page'>, list: RecipientList, reply: FastifyReply): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment(`${descriptionOf(list) || 'recipients'}.csv`))
    .send(Readable.from(recipientLines(rows, list)))
}

export async function* recipientLines(rows: Pick<RecipientRows, 'page'>, list: RecipientList): AsyncGenerator<string> {
  const version = versionNow(list)
  yield csvHead(version.columns.map(({ name }) => name))
  for (let after: string | null = null; ; ) {
    const page = await rows.page({ version, filter: [], today: '2000-01-01', after, limit: PAGE })
    if ('refused' in page) throw new Error(page.refused)
    yield page.rows.map(({ values }) => csvLine(values, 'numbers')).join('')
    if (page.cursor === null) return
    after = page.cursor
  }
}
