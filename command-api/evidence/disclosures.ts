import { isWithheld, type LeafPath, type StoredEvent } from '#domain/kernel'
import { codec, disclosableBy, type PackState, streamOfPack } from '#domain/pack'
import { DISCLOSURES_FORMAT, type DisclosureFile } from '#pdf/verification'
import { decodeEvent, disclosuresOf } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import type { PackAccess } from '../pack/packs.ts'
import type { Services } from '../services.ts'

export interface Chosen {
  /** Only values of this signatory. */
  readonly signatory?: string | undefined
  /** Only these events, by their number in the history, from 1. */
  readonly events?: readonly number[] | undefined
}

/** The last event that the sealed file carries; of several files, the one that carries the fewest. null: none is sealed. */
export function lastAttached(events: readonly StoredEvent[], state: PackState, child: string | null): number | null {
  const ends = state.documents
    .filter(({ key }) => child === null || key === child)
    .map(({ key, sealing }) =>
      sealing.state === 'sealed'
        ? events.findLastIndex(({ type, data }) => type === 'DocumentStamped' && data.document === key && data.attempt === sealing.attempt)
        : -1,
    )
  return ends.length === 0 || ends.includes(-1) ? null : Math.min(...ends)
}

/** Values and salts of what this person may disclose of a sealed document's history; null where nothing is sealed. */
export async function disclosuresFor(
  { eventLog, subjectKeys }: Pick<Services, 'eventLog' | 'subjectKeys'>,
  { pack, child, state, who }: PackAccess,
  { signatory, events: numbers }: Chosen,
): Promise<DisclosureFile | null> {
  const stored: StoredEvent[] = []
  for await (const page of pagesOf(eventLog, streamOfPack(pack), 0n)) stored.push(...page)
  const end = lastAttached(stored, state, child)
  if (end === null) return null
  const attached = stored.slice(0, end + 1)
  const keys = await subjectKeys.existingAll(attached.flatMap(({ stream, sealed }) => sealed.map(({ subject }) => ({ stream, subject }))))
  const history = attached.map((event) => decodeEvent(event, codec, keys))
  const may = disclosableBy(history, state, who)
  const events = attached.flatMap((event) => {
    const { revision, hash } = event
    if (numbers && !numbers.includes(revision + 1)) return []
    const paths = (may.get(revision) ?? []).filter(({ subject }) => signatory === undefined || subject === signatory)
    const wanted = new Set(paths.map(({ path }) => text(path)))
    // A value whose key was destroyed is in no box any more that opens.
    const disclosed =
      wanted.size === 0 ? [] : disclosuresOf(event, keys).filter(([path, , value]) => wanted.has(text(path)) && !isWithheld(value))
    return disclosed.length > 0 ? [{ revision, hash, disclosed }] : []
  })
  return { format: DISCLOSURES_FORMAT, stream: streamOfPack(pack), events }
}

const text = (path: LeafPath) => JSON.stringify(path)
