import { keyedBy } from '#domain/aggregates'
import type { Json } from '#domain/kernel'
import { viewFor } from '#domain/pack'
import { recipientLists } from '#domain/recipient-lists'
import { commandsOf } from '#platform/command-handler'
import { pagesOf } from '#platform/event-log'
import type { RecipientRows } from '#projections/recipient-rows'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem } from '../edge/problem.ts'
import { mayReadFile } from '../pack/file-access.ts'
import type { PackAccess, Packs } from '../pack/packs.ts'
import type { People } from '../people.ts'
import { recipientLines } from '../recipient-lists/download.ts'
import { linesOf } from '../replay/audit-export.ts'
import { asStored, lineOf } from '../replay/export.ts'
import type { Services } from '../services.ts'
import { tarEnd, tarFill, tarHead } from './tar.ts'

export interface TakeoutParts {
  readonly services: Pick<Services, 'eventLog' | 'evidence' | 'files' | 'handler' | 'members' | 'queries' | 'world'> & {
    readonly recipientRows: RecipientRows
  }
  readonly packs: Pick<Packs, 'resolveAccess'>
  readonly people: People
}

const AT_ONCE = 100
const ENDINGS: Readonly<Record<string, string>> = { 'image/png': '.png', 'application/pdf': '.pdf' }
const README = `Everything that this workspace holds, as its team may see it.

workspace.jsonl              the workspace's own history, an event a line, as stored; what else has one stands next to it
members.json                 who belongs to it
recipient-lists/<key>.csv    the rows of a recipient list
documents/<key>/document.json  the document as it stands
documents/<key>/history.jsonl  its events as stored, a line each, digests in place of what is confidential; the anchor's proof last
documents/<key>/history.csv    the same in words, from the moment signatures were requested
documents/<key>/files/         its uploads, its pages, its supporting documents, and every sealed file

Documents stand in the order of their keys. An archive that broke off goes on after a document with ?after=<key>.
docs/events.md of Paraph says how a history is checked; "npx paraph verify" checks sealed files.
`

/** The user who asked may not have it any more: the archive breaks off. */
export class TakenAway extends Error {
  constructor() {
    super('the right to take this out was lost while it was read')
    this.name = 'TakenAway'
  }
}

/**
 * A workspace as a tar archive, made while it is read: one document's history is the most that is held at a time.
 *
 * @param admitted who asks, as an administrator of the workspace; asked before each document, for it may take hours. Null: no longer
 * @throws TakenAway
 */
export async function* takeout(
  { services, packs, people }: TakeoutParts,
  admitted: () => Promise<TeamCaller | null>,
  workspace: string,
  after: string | null,
): AsyncGenerator<Uint8Array> {
  const now = Math.floor(services.world.clock.now() / 1000)
  const file = (name: string, text: string): Uint8Array[] => {
    const bytes = Buffer.from(text)
    return [tarHead(name, bytes.length, now), bytes, tarFill(bytes.length)]
  }
  if (after === null) {
    yield* file('README.txt', README)
    for (const { name, streamOf } of keyedBy('workspace'))
      yield* file(`${name}.jsonl`, (await storedLines(services, streamOf(workspace))).join(''))
    yield* file('members.json', json((await services.members.list(workspace)).map(({ hasPassword: _, ...row }) => row) as unknown as Json))
    for (const list of (await commandsOf(recipientLists, services.handler).load(workspace)).living.values())
      yield* file(`recipient-lists/${list.key}.csv`, await collected(recipientLines(services.recipientRows, list)))
  }
  let last = after ?? ''
  for (let page = await services.queries.packsOf(workspace, last, AT_ONCE); page.length > 0; ) {
    for (const pack of page) {
      const caller = await admitted()
      if (!caller) throw new TakenAway()
      // Deleted, or moved elsewhere, since the page was read.
      const place = await packs.resolveAccess(caller, pack)
      if (isProblem(place) || place.state.workspace !== workspace) continue
      const of = `documents/${pack}`
      yield* file(`${of}/document.json`, json(viewFor(place.state, { of: 'team' }) as unknown as Json))
      yield* file(`${of}/history.jsonl`, await collected(asStored(services, pack, { from: 0, to: place.revision })))
      const records = await services.queries.auditTrail({
        ...place,
        people: await people.namesIn(place.state),
        nameOfUser: people.nameOfUser,
      })
      if (records) yield* file(`${of}/history.csv`, [...linesOf(records)].join(''))
      yield* filesOf(services, place, of, now)
    }
    last = page.at(-1)!
    page = await services.queries.packsOf(workspace, last, AT_ONCE)
  }
  yield tarEnd()
}

async function* filesOf({ files }: Pick<Services, 'files'>, place: PackAccess, of: string, now: number): AsyncGenerator<Uint8Array> {
  for (const key of await files.keysOf(place.pack)) {
    const row = await files.find(key)
    if (!row || !mayReadFile(place, row)) continue
    const content = await files.open(key)
    if (!content) continue
    yield tarHead(`${of}/files/${key}${ENDINGS[row.mediaType] ?? ''}`, content.size, now)
    let sent = 0
    for await (const part of content.stream) {
      sent += (part as Uint8Array).length
      yield part as Uint8Array
    }
    // An archive whose parts are not where its heads say is worth nothing.
    if (sent !== content.size) throw new Error('a stored file has not the size that is known of it')
    yield tarFill(content.size)
  }
}

async function storedLines({ eventLog }: Pick<Services, 'eventLog'>, stream: string): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const page of pagesOf(eventLog, stream)) lines.push(...page.map(lineOf))
  return lines
}

async function collected(lines: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all.join('')
}

const json = (value: Json) => `${JSON.stringify(value, null, 2)}\n`
