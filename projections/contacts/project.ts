import { readFileSync } from 'node:fs'
import { type ContactFact, contacts, workspaceOfContacts } from '#domain/contacts'
import type { Fact, FactCodec, StoredEvent } from '#domain/kernel'
import { type PackFact, pack, packOfStream } from '#domain/pack'
import { user, userOfStream } from '#domain/user'
import { type WorkspaceFact, workspace } from '#domain/workspace'
import { openAsStored, openEvents } from '#platform/event-codec'
import { type EventLog, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Projection } from '#projections/runner'
import { rewritePeople } from './people.ts'
import { applyContactEvent, applyPackEvent, membershipsOf, NAMING_EVENTS, OF_USERS, type StreamContacts } from './sources.ts'
import { holdMemberships, noteErasures, readSources, writeSources } from './write.ts'

const OF_WORKSPACES = ['MemberAdded', 'MemberRemoved'] as const satisfies readonly WorkspaceFact['type'][]

export interface ContactsDeps {
  readonly log: Pick<EventLog, 'read'>
  readonly keys: SubjectKeys
}

/** Whom a workspace knows: named in its documents, member of it, or added to its address book. */
export function contactsProjection({ log, keys }: ContactsDeps): Projection {
  /** The details that these events of one stream add. `stored`: streams that had a key destroyed a moment ago. */
  async function tell(streamContacts: StreamContacts, stream: string, events: readonly StoredEvent[], stored: boolean): Promise<void> {
    const open = <E extends Fact>(codec: FactCodec<E>) =>
      stored ? openAsStored(events, codec, keys, 'facts') : openEvents(events, codec, keys, 'facts')
    const book = workspaceOfContacts(stream)
    if (book !== null) for (const event of await open(contacts.codec)) applyContactEvent(streamContacts, book, event)
    else for (const event of await open(pack.codec)) applyPackEvent(streamContacts, event)
  }
  async function tellOfUser(streamContacts: StreamContacts, stream: string): Promise<void> {
    const events: StoredEvent[] = []
    for await (const page of pagesOf(log, stream)) events.push(...page)
    streamContacts.people.clear()
    // By the keys as they are now: somebody who is gone stays gone.
    for (const source of membershipsOf(await openAsStored(events, user.codec, keys, 'facts')))
      streamContacts.people.set(source.person, source)
  }
  const isOwn = (stream: string) => workspaceOfContacts(stream) !== null || packOfStream(stream) !== null

  return {
    name: 'contacts',
    version: 2,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    filter: {
      streamPrefixes: [pack, workspace, user, contacts].flatMap(({ streams }) => streams),
      types: [...NAMING_EVENTS, ...OF_WORKSPACES, ...OF_USERS, ...(Object.keys(contacts.events) as (keyof typeof contacts.events)[])],
    },
    indexesForReaders: ['contact_by_use', 'contact_by_name', 'gram_by_gram'],
    open: () => ({
      async project(logged, tables, erased = new Set()) {
        const byStream = Map.groupBy(
          logged.map(({ event }) => event),
          ({ stream }) => stream,
        )
        const streams = [...byStream.keys()].filter((stream) => isOwn(stream) || userOfStream(stream) !== null)
        const before = await readSources(
          tables,
          streams,
          logged.flatMap(({ event }) => (isOwn(event.stream) ? personsIn(event) : [])),
          // An account holder is read as a whole, and a document that moved takes everybody along.
          streams.filter((stream) => userOfStream(stream) !== null || byStream.get(stream)!.some(isMove)),
        )
        const after = new Map<string, StreamContacts>()
        for (const stream of streams) {
          const streamContacts = copyOf(before.get(stream))
          if (userOfStream(stream) !== null) await tellOfUser(streamContacts, stream)
          else await tell(streamContacts, stream, byStream.get(stream)!, erased.has(stream))
          after.set(stream, streamContacts)
        }
        const members = logged.flatMap(({ event: { type, data } }) => {
          const isOurs = (OF_WORKSPACES as readonly string[]).includes(type)
          return isOurs ? [{ member: String(data.member), holds: type === 'MemberAdded' }] : []
        })
        const moved = await holdMemberships(tables, members)
        const hidden = await noteErasures(
          tables,
          logged.flatMap(({ event: { type, data, meta } }) =>
            type === ('ContactErased' satisfies ContactFact['type']) ? [{ key: String(data.contact), at: String(meta.time) }] : [],
          ),
        )
        await rewritePeople(tables, [...moved, ...hidden, ...(await writeSources(tables, before, after))])
      },
      async forget(stream, tables) {
        const streamContacts = copyOf(undefined)
        if (userOfStream(stream) !== null) await tellOfUser(streamContacts, stream)
        else if (isOwn(stream))
          for await (const page of pagesOf(log, stream)) await tell(streamContacts, stream, page.filter(isNaming), true)
        else return
        const before = await readSources(tables, [stream], null)
        await rewritePeople(tables, await writeSources(tables, before, new Map([[stream, streamContacts]])))
      },
      // Nothing of any stream stays in memory.
      letGo: () => undefined,
    }),
  }
}

/** Keys are not confidential: they stand in the event itself. */
const personsIn = ({ data }: StoredEvent): readonly string[] =>
  [data.signatory, data.recipient, data.contact, ...((data.contacts ?? []) as { contact: string }[]).map(({ contact }) => contact)].filter(
    (person) => typeof person === 'string',
  )

const NAMED: ReadonlySet<string> = new Set<PackFact['type'] | keyof typeof contacts.events>([
  ...NAMING_EVENTS,
  ...(Object.keys(contacts.events) as (keyof typeof contacts.events)[]),
])
const isMove = ({ type }: StoredEvent) => type === ('PackMoved' satisfies PackFact['type'])
const isNaming = ({ type }: StoredEvent) => NAMED.has(type)

const copyOf = (streamContacts: StreamContacts | undefined): StreamContacts => ({
  workspace: streamContacts?.workspace ?? null,
  people: new Map(streamContacts?.people),
  removals: [...(streamContacts?.removals ?? [])],
})
