import { disclosed, type StoredEvent } from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { streamOfWorkspace } from '#domain/workspace'
import { isOfPack } from '#platform/jobs'
import { recordsOf } from '#projections/audit-trail'
import { type PackRow, rowOf, tallyOf } from '#projections/list'
import type { Checkpoint } from '#projections/runner'
import { whoOfAddress } from '../../../projections/list/row.ts'
import { type Ceremony, FILENAME } from '../ceremony/index.ts'
import { signerOf } from '../client.ts'
import type { Environment } from '../environment.ts'
import type { Held } from '../final-audit.ts'
import { LIST, TALLY, TRAIL, type TrailRow } from '../read-models.ts'
import { CHECKPOINTS } from '../tables.ts'
import { type Folded, type Say, storedFactByFact } from './folded.ts'
import { type Life, lifeOf } from './life.ts'

/** Rows that nobody folded again since must be what a fresh fold gives. */
export function checkRows(
  ceremony: Ceremony,
  stored: readonly StoredEvent[],
  { state, revision, steps, events }: Folded,
  { database }: Environment,
  say: Say,
): void {
  const row = database.table<PackRow>(LIST).get(ceremony.pack) ?? null
  if (JSON.stringify(row) !== JSON.stringify(rowOf(ceremony.pack, state, revision)))
    say(`its row in the list is of revision ${row?.revision}, not ${revision}`)
  const rows = trailOf(ceremony, database).sort((a, b) => a.revision - b.revision)
  const expected = steps.flatMap(recordsOf)
  if (JSON.stringify(rows) !== JSON.stringify(expected)) say(`its audit trail has ${rows.length} rows of ${expected.length}, or others`)
  if (row) {
    const life = lifeOf(storedFactByFact(stored))
    checkShown(ceremony, stored, life, row, say)
    checkState(row.shown, life, events, say)
  }
  checkTrail(ceremony, stored, rows, say)
}

/** And a row says what happened, in any fold. */
function checkShown(
  { plan, signatories, setsUp, answers }: Ceremony,
  stored: readonly StoredEvent[],
  life: Life,
  { status, trashed, waiting, words, underWay, shown }: PackRow,
  say: Say,
): void {
  if (status !== life.stage || shown.status !== life.stage) say(`the list shows it as ${status}, and it is ${life.stage}`)
  if (trashed !== life.trashed || shown.is_deleted !== life.trashed) say(`the list shows it ${trashed ? '' : 'not '}in the trash`)
  // What waits in the trash goes on if it is taken out.
  if (underWay && !life.trashed) say('the list says that something of it is still to be done')
  const erased = new Set(stored.flatMap(({ type, data }) => (type === 'PersonErased' ? (data.people as string[]) : [])))
  const saidWho = stored.filter(({ type }) => type === 'SignatorySetUp').length
  // A slip, and then the right one: in pairs.
  const isSaid = plan.setsUp === 'with a slip' ? saidWho > 0 && saidWho % 2 === 0 : saidWho > 0
  for (const { uuid, email } of signatories) {
    const [is, has] = [shown.signatories.find((one) => one.uuid === uuid), life.signed.has(uuid)]
    if (is && (is.status === 'complete') !== has) say(`the list shows signer ${uuid.slice(-4)} as ${is.status}`)
    // The right address may never have been given.
    if (plan.course === 'corrects' && uuid === signatories[0]?.uuid && !answers.corrected) continue
    // By somebody whose data was deleted nothing is found, nor by whom nobody has named yet.
    const isNamed = is !== undefined && !erased.has(uuid) && (uuid !== setsUp?.whom || isSaid)
    // A slip ends like the address that was meant.
    const isFound = words.includes(` ${email.toLowerCase()}`)
    const waits = life.stage === 'awaiting_signatures' && isNamed && !has && !life.excluded.has(uuid)
    if (isFound !== isNamed) say(`it is ${isFound ? '' : 'not '}found by the address of signer ${uuid.slice(-4)}`)
    if (waiting.includes(whoOfAddress(email)) !== waits)
      say(`signer ${uuid.slice(-4)} ${waits ? 'does not find' : 'still finds'} it among what waits`)
  }
}

/** What it is called, how far it is and where its file is, by what the events say of it. */
function checkState(shown: PackRow['shown'], { documents, sealed, rejected }: Life, events: Folded['events'], say: Say): void {
  const converted = new Set<string>()
  const files = new Map<string, string>()
  let name = ''
  let completed: string | null = null
  for (const { fact, meta } of events) {
    const { type, data } = fact
    if (type === 'PackCreated' || type === 'PackRenamed') name = disclosed(data.name, '')
    if (type === 'DocumentConverted') converted.add(data.document)
    if (type === 'FileReceived' || type === 'ConversionFailed' || type === 'ConversionRetried') converted.delete(data.document)
    if (type === 'DocumentSealed') files.set(data.document, data.file)
    if (type === 'PackCompleted') completed = meta.time
  }
  const all = [...documents]
  const left = all.filter((document) => !rejected.has(document))
  const isSealed = left.length > 0 && left.every((document) => sealed.has(document))
  const expected = {
    document_name: name,
    date_created: events[0]?.meta.time,
    date_completed: completed,
    child_documents: all.length,
    final_file_key: isSealed ? files.get(left[0]!) : null,
    isSealed,
    isConverted: all.every((document) => converted.has(document)),
  }
  const isSaid = { ...shown, isSealed: shown.sealing === 'sealed', isConverted: shown.conversion.state === 'converted' }
  for (const about of Object.keys(expected) as (keyof typeof expected)[])
    if (isSaid[about] !== expected[about]) say(`the list says ${about} ${isSaid[about]}, and it is ${expected[about]}`)
}

/** A line for each event, by its actor, and in none of them a typed text. */
function checkTrail({ typed }: Ceremony, stored: readonly StoredEvent[], rows: readonly TrailRow[], say: Say): void {
  const linesOf = (lines: readonly (readonly unknown[])[]) => lines.map((line) => line.join(' ')).join('\n')
  const lines = linesOf(rows.map(({ revision, code, principal, hash }) => [revision, code, principal, hash]))
  const actorOf = ({ meta }: StoredEvent) => (meta.actor as { principal: string }).principal
  if (lines !== linesOf(stored.map((event) => [event.revision, event.type, actorOf(event), event.hash])))
    say('its audit trail tells another story')
  const words = rows.map((row) => row.words).join('\n')
  for (const { text } of typed) if (words.includes(text)) say(`its audit trail shows “${text}”`)
}

/** What the list says of how many there are is what can be counted; and no projection has stopped. */
export function checkCounts({ database }: Environment, say: Say): void {
  const counted = new Map<string, number>()
  for (const row of database.table<PackRow>(LIST).values()) counted.set(tallyOf(row), (counted.get(tallyOf(row)) ?? 0) + 1)
  const tally = database.table<number>(TALLY)
  for (const of of new Set([...counted.keys(), ...tally.keys()])) {
    const [listed, there] = [tally.get(of) ?? 0, counted.get(of) ?? 0]
    if (listed !== there) say(`the list counts ${listed} of ${there} as ${of.split(',').slice(1).join(' ')}`)
  }
  for (const [name, { fault }] of database.table<Checkpoint>(CHECKPOINTS))
    if (fault) say(`the projection ${name} stands still: ${fault.problem}`)
}

export const trailOf = ({ pack }: Ceremony, database: Environment['database']) =>
  [...database.table<TrailRow>(TRAIL).values()].filter((row) => row.pack === pack)

/** Deleted for good: nothing is left of it anywhere, but the one event that says so. */
export async function checkGone(
  ceremony: Ceremony,
  stored: readonly StoredEvent[],
  house: Environment,
  held: readonly Held[],
  say: Say,
): Promise<void> {
  const { pack, plan, signatories } = ceremony
  // That it was there a server may still know, and no word of it.
  const memory = JSON.stringify(held)
  for (const text of [`Lease ${plan.name}`, FILENAME, ...signatories.map(({ email }) => email)])
    if (memory.includes(text)) say(`“${text}” of a deleted pack is still in the memory of a server`)
  const stream = streamOfPack(pack)
  const subjects = new Set(house.stored.flatMap(({ event }) => (event.stream === stream ? event.sealed.map(({ subject }) => subject) : [])))
  for (const subject of subjects) if (await house.keys.existing(stream, subject)) say('a key of a deleted pack is still there')
  for (const { mail } of house.post.delivered)
    if (mail.owner === pack && mail.link && (await signerOf(house, mail.link))) say('a link of a deleted pack leads to it')
  if (await house.keyIndex.find(pack, 'document')) say('the index leads to a deleted pack')
  if (await house.keys.existing(streamOfWorkspace(ceremony.workspace), pack)) say('why a deleted pack was held can still be read')
  if (!house.deletions.some((line) => 'pack' in line && line.pack === pack)) say('a restore would bring a deleted pack back')
  for (const { event } of house.stored)
    if (event.stream === stream && event.type === 'SigningLinkIssued' && !house.door.ended.has(`link:${event.data.link}`))
      say('a session of a deleted pack was not ended')
  if ([...house.jobs.rows.values()].some(({ state, data }) => state === 'waiting' && isOfPack(data, pack)))
    say('a job still knows of a deleted pack')
  if (stored.length > 0) say(`${stored.length} events are left of a deleted pack`)
  if ([...house.files.keys.values()].some((file) => file.pack === pack)) say('files are left of a deleted pack')
  if (house.post.keysOf(pack).length > 0) say('mails are left of a deleted pack')
  if (house.database.table(LIST).has(pack)) say('a deleted pack is in the list')
  if (trailOf(ceremony, house.database).length > 0) say('rows of a deleted pack are in the audit trail')
}
