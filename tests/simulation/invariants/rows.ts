import type { StoredEvent } from '#domain/kernel'
import { isOfPack } from '#platform/jobs'
import { recordsOf } from '#projections/audit-trail'
import { type PackRow, rowOf, tallyOf } from '#projections/list'
import type { Checkpoint } from '#projections/runner'
import type { Ceremony } from '../ceremony/index.ts'
import { signerOf } from '../client.ts'
import type { House } from '../house.ts'
import { LIST, TALLY, TRAIL, type TrailRow } from '../read-models.ts'
import { CHECKPOINTS } from '../tables.ts'
import type { Folded, Say } from './folded.ts'

/** Rows that nobody folded anew since must be what a fresh fold gives. */
export function checkRows(ceremony: Ceremony, { state, revision, steps }: Folded, { database }: House, say: Say): void {
  const row = database.table<PackRow>(LIST).get(ceremony.pack) ?? null
  if (JSON.stringify(row) !== JSON.stringify(rowOf(ceremony.pack, state, revision)))
    say(`its row in the list is of revision ${row?.revision}, not ${revision}`)
  const rows = trailOf(ceremony, database).sort((a, b) => a.revision - b.revision)
  const expected = steps.flatMap(recordsOf)
  if (JSON.stringify(rows) !== JSON.stringify(expected)) say(`its audit trail has ${rows.length} rows of ${expected.length}, or others`)
}

/** What the list says of how many there are is what can be counted; and no projection has stopped. */
export function checkCounts({ database }: House, say: Say): void {
  const counted = new Map<string, number>()
  for (const row of database.table<PackRow>(LIST).values()) counted.set(tallyOf(row), (counted.get(tallyOf(row)) ?? 0) + 1)
  const tally = database.table<number>(TALLY)
  for (const of of new Set([...counted.keys(), ...tally.keys()])) {
    const [told, there] = [tally.get(of) ?? 0, counted.get(of) ?? 0]
    if (told !== there) say(`the list counts ${told} of ${there} as ${of.split(',').slice(1).join(' ')}`)
  }
  for (const [name, { fault }] of database.table<Checkpoint>(CHECKPOINTS))
    if (fault) say(`the projection ${name} stands still: ${fault.problem}`)
}

export const trailOf = ({ pack }: Ceremony, database: House['database']) =>
  [...database.table<TrailRow>(TRAIL).values()].filter((row) => row.pack === pack)

/** Deleted for good: nothing is left of it anywhere, but the one event that says so. */
export async function checkGone(ceremony: Ceremony, stored: readonly StoredEvent[], house: House, say: Say): Promise<void> {
  const { pack } = ceremony
  const stream = `pack-${pack}`
  const subjects = new Set(house.stored.flatMap(({ event }) => (event.stream === stream ? event.sealed.map(({ subject }) => subject) : [])))
  for (const subject of subjects) if (await house.keys.existing(stream, subject)) say('a key of a deleted pack is still there')
  for (const { mail } of house.post.delivered)
    if (mail.owner === pack && mail.link && (await signerOf(house, mail.link))) say('a link of a deleted pack leads to it')
  if (await house.keyIndex.find(pack, 'document')) say('the index leads to a deleted pack')
  if (await house.keys.existing(`workspace-${ceremony.workspace}`, pack)) say('why a deleted pack was held can still be read')
  if (!house.deletions.some((line) => 'pack' in line && line.pack === pack)) say('a restore would bring a deleted pack back')
  for (const { event } of house.stored)
    if (event.stream === stream && event.type === 'SigningLinkIssued' && !house.endedSessions.has(`link:${event.data.link}`))
      say('a session of a deleted pack was not ended')
  if ([...house.jobs.rows.values()].some(({ state, data }) => state === 'waiting' && isOfPack(data, pack)))
    say('a job still knows of a deleted pack')
  if (stored.length > 0) say(`${stored.length} events are left of a deleted pack`)
  if ([...house.files.keys.values()].some((file) => file.pack === pack)) say('files are left of a deleted pack')
  if (house.post.keysOf(pack).length > 0) say('mails are left of a deleted pack')
  if (house.database.table(LIST).has(pack)) say('a deleted pack is in the list')
  if (trailOf(ceremony, house.database).length > 0) say('rows of a deleted pack are in the audit trail')
}
