import { packOfStream } from '#domain/pack'
import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import type { Say } from './folded.ts'

/** A row that is under way at the moment of the pause may still come. */
const UNDER_WAY_MS = 5_000
const MOST_UNDER_WAY = 1

/** Each row has exactly one document, each of them one request mail under its Message-ID, and next to none is made during a pause. */
export function checkBulkSend({ bulk }: Ceremony, house: Environment, say: Say): void {
  if (bulk === null || !bulk.activated) return
  const made = house.stored.filter(({ event }) => event.type === 'MadeByBulkSend' && event.data.bulkSend === bulk.key)
  for (const row of bulk.rows) {
    const ofRow = made.filter(({ event }) => event.data.row === row)
    if (ofRow.length !== 1) say(`row ${row} of a bulk send has ${ofRow.length} documents`)
    for (const { stream, at } of ofRow) {
      const mails = house.post.delivered.filter(({ mail }) => mail.owner === packOfStream(stream) && mail.kind === 'request')
      if (new Set(mails.map(({ messageId }) => messageId)).size < mails.length) say(`row ${row} of a bulk send was asked twice by one mail`)
      if (mails.length > 1) say(`row ${row} of a bulk send was asked ${mails.length} times`)
      if (mails.length === 0 && !house.post.wasAwayForANight(at)) say(`row ${row} of a bulk send was never asked`)
    }
  }
  if (made.some(({ event }) => !bulk.rows.includes(event.data.row as number))) say('a bulk send made a document of no row')
  for (const { from, to } of bulk.paused) {
    const meanwhile = made.filter(({ at }) => at > from + UNDER_WAY_MS && at < to).length
    if (meanwhile > MOST_UNDER_WAY) say(`a bulk send made ${meanwhile} documents while it was paused`)
  }
}
