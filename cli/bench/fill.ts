import type { StoredEvent } from '#domain/kernel'
import { pack as aggregate, type PackCommand, streamOfPack } from '#domain/pack'
import { encodeEvent, OWN_SUBJECT } from '#platform/event-codec'
import { type EventLog, NO_EVENTS } from '#platform/event-log'
import type { KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'
import type { SubjectKeys } from '#platform/subject-keys'
import { asMember, type BenchUser, decidedOn } from './decided.ts'

interface Parts {
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly keyIndex: KeyIndex
  readonly world: Pick<World, 'ids' | 'random'>
}

const SUBJECTS = ['Lease', 'Offer', 'Consent', 'Order', 'Amendment', 'Mandate', 'Handover', 'Delivery', 'Permit', 'Policy']
const PLACES = ['Linden', 'Harbour', 'Market', 'Castle', 'Mill', 'Station', 'Orchard', 'Bridge', 'Chapel', 'Meadow', 'Quarry', 'Tower']
const AT_ONCE = 250
const WRITERS = 2

/** Fills a workspace with documents of one signer each, on the log itself: the bench measures what follows from them. */
export async function fill(parts: Parts, to: BenchUser & { readonly count: number; readonly from?: number }): Promise<void> {
  let next = to.from ?? 0
  const end = next + to.count
  const writer = async () => {
    while (next < end) {
      const first = next
      next = Math.min(end, first + AT_ONCE)
      await write(
        parts,
        to,
        Array.from({ length: next - first }, (_, at) => first + at),
      )
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

async function write({ log, keys, keyIndex, world }: Parts, to: BenchUser, places: readonly number[]): Promise<void> {
  const documents = places.map((at) => ({ at, pack: world.ids.next(), child: world.ids.next(), signatory: world.ids.next() }))
  const found = await keys.keysFor(
    documents.flatMap(({ pack, signatory }) => [OWN_SUBJECT, signatory].map((subject) => ({ stream: streamOfPack(pack), subject }))),
  )
  await keyIndex.register(documents.flatMap(({ pack, child }) => [pack, child].map((key) => ({ key, kind: 'document', pack }))))
  const appends = documents.map(({ at, pack, child, signatory }) => {
    const stream = streamOfPack(pack)
    const request = world.ids.next()
    const meta = {
      time: new Date().toISOString(),
      actor: { principal: `user:${to.user}`, capacity: 'team', session: request, proof: 'password' },
      correlation: request,
      causation: request,
      key: { id: request, digest: request },
      address: '127.0.0.1',
      agent: 'paraph bench',
    } as const
    const facts = decidedOn(documentOf(to, at, child, signatory), aggregate.initial, -1, to.user, asMember(to), meta.time)
    if ('refused' in facts) throw new Error(`a document of the bench was refused: ${facts.refused}`)
    const events: StoredEvent[] = []
    for (const fact of facts) {
      const place = { id: world.ids.next(), stream, revision: events.length, prev: events.at(-1)?.hash ?? '' }
      events.push(encodeEvent({ ...place, fact, meta }, aggregate.codec, (subject) => found(stream, subject)!, world.random))
    }
    return log.append(stream, NO_EVENTS, events)
  })
  await Promise.all(appends)
}

/** The same words again and again, and one number that stands in one name only. */
export const nameOf = (at: number) => `${SUBJECTS[at % SUBJECTS.length]} ${PLACES[at % PLACES.length]} ${10_000 + at}`

function documentOf({ workspace, user }: BenchUser, at: number, document: string, signatory: string): readonly PackCommand[] {
  const name = nameOf(at)
  return [
    { do: 'CreatePack', workspace, creator: user, kind: 'document', name, from: null },
    { do: 'AddDocument', document, name },
    { do: 'AddSignatory', signatory, role: 'signer' },
    { do: 'NameSignatory', signatory, name: `Signer ${at}` },
    { do: 'SetSignatoryEmail', signatory, email: `signer-${at}@example.com` },
  ]
}
