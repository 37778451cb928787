import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { canonicalise, disclosed, type Json, type StoredEvent } from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { attachment } from '../edge/ranges.ts'
import type { PackAccess } from '../pack/packs.ts'
import type { People } from '../people.ts'
import type { Services } from '../services.ts'
import { linesOf } from './audit-export.ts'

export interface Stretch {
  readonly format: 'jsonl' | 'csv'
  readonly from: number
  /** Inclusive. */
  readonly to: number
}

/** Sends a stretch of a pack's events as a file. */
export function replayExport(
  services: Pick<Services, 'eventLog' | 'evidence' | 'queries'>,
  people: People,
  place: PackAccess,
  stretch: Stretch,
  reply: FastifyReply,
): FastifyReply {
  const name = `${disclosed(place.state.name, 'document')}.history.${stretch.format}`
  const lines = stretch.format === 'jsonl' ? asStored(services, place.pack, stretch) : inWords(services, people, place, stretch)
  return reply
    .type(stretch.format === 'jsonl' ? 'application/jsonl; charset=utf-8' : 'text/csv; charset=utf-8')
    .header('content-disposition', attachment(name))
    .send(Readable.from(lines))
}

const PAGE = 500

/** Canonical bytes, an event a line, digests in place of confidential values; the last line is the anchor's proof, where there is one. */
export async function* asStored(
  { eventLog, evidence }: Pick<Services, 'eventLog' | 'evidence'>,
  pack: string,
  { from, to }: Omit<Stretch, 'format'>,
): AsyncGenerator<string> {
  for (let next = from; next <= to; next += PAGE) {
    const events = await eventLog.read(streamOfPack(pack), BigInt(next), Math.min(PAGE, to - next + 1))
    yield* events.map(lineOf)
  }
  const proof = await evidence.proofOf(streamOfPack(pack))
  if (!proof) return
  const { sealed: _, ...anchor } = proof.anchor
  yield `${canonicalise({ proof: { ...proof, anchor } } as unknown as Json)}\n`
}

/** An event's canonical bytes as a line, without its boxes. */
export const lineOf = ({ sealed: _, shared: __, ...event }: StoredEvent): string => `${canonicalise(event as unknown as Json)}\n`

async function* inWords(
  { queries }: Pick<Services, 'queries'>,
  people: People,
  { pack, state, who }: PackAccess,
  { from, to }: Stretch,
): AsyncGenerator<string> {
  const records = await queries.auditTrail({
    pack,
    state,
    who,
    people: await people.namesIn(state),
    nameOfUser: people.nameOfUser,
  })
  yield* linesOf((records ?? []).filter(({ revision }) => revision >= from && revision <= to))
}
