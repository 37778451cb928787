import { z } from 'zod'
import { type AnchorLeaf, hashOfEvent, type Json, type StoredEvent, verifyInclusion } from '#domain/kernel'
import type { Trusted } from './certificate.ts'
import { type AttachedEvent, eventNumber } from './history.ts'
import type { Problem, ReportedAnchor } from './report.ts'
import { checkToken } from './timestamp.ts'

export const ANCHOR_FORMAT = 'paraph-anchor-1'

type PlainEvent = Omit<StoredEvent, 'sealed'>
/** A proof that a head stood in an anchor (docs/events.md, "Anchors"), as it is given out with a file. */
export interface AnchorFile {
  readonly format: typeof ANCHOR_FORMAT
  readonly leaf: AnchorLeaf
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
  readonly root: string
  readonly anchor: PlainEvent
  readonly timestamp: string | null
  /** The events that lead from a sealed file's last one to the leaf. */
  readonly tail?: readonly PlainEvent[]
}
/** A line of the file in which an installation keeps its anchors outside the database. */
export interface AnchorLine {
  readonly number: number
  readonly root: string
  readonly hash: string
}

const event = z.looseObject({
  id: z.string(),
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  version: z.int(),
  data: z.record(z.string(), z.json()),
  meta: z.record(z.string(), z.json()),
  prev: z.string(),
  hash: z.string(),
})
const proof = z.object({
  format: z.literal(ANCHOR_FORMAT),
  leaf: z.object({ stream: z.string(), revision: z.int(), hash: z.string() }),
  index: z.int(),
  size: z.int(),
  path: z.array(z.string()),
  root: z.string(),
  anchor: event,
  timestamp: z.string().nullable(),
  tail: z.array(event).optional(),
})
/** As the call answers it, or taken out of that answer. */
const proofFile = z.union([proof, z.object({ proof }).transform((answer) => answer.proof)])
const line = z.object({ number: z.int(), root: z.string(), hash: z.string() })

/** A proof, or null for a text that is none. */
export function readAnchor(text: string): AnchorFile | null {
  try {
    const parsed = proofFile.safeParse(JSON.parse(text) as Json)
    return parsed.success ? (parsed.data as unknown as AnchorFile) : null
  } catch {
    return null
  }
}

/** The anchors of `anchors.jsonl`; what is cut off or no anchor is left out. */
export function readAnchorLines(text: string): AnchorLine[] {
  return text.split('\n').flatMap((one) => {
    try {
      const parsed = line.safeParse(JSON.parse(one) as Json)
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}

/** Proofs against the history that a file carries, and against the anchors that are known from elsewhere. Never throws. */
export function checkAnchors(
  events: readonly AttachedEvent[],
  files: readonly AnchorFile[],
  known: readonly AnchorLine[] | null,
  trusted: Trusted,
  problems: Problem[],
): ReportedAnchor[] {
  return files.map((file) => {
    const { anchor, leaf } = file
    const number = Number(anchor.data.number)
    const problem = wrongWith(file, events, known)
    if (problem) problems.push({ code: 'anchor', ...problem })
    const time = typeof anchor.meta.time === 'string' ? anchor.meta.time : ''
    const stamped = file.timestamp === null ? null : stampOf(file.timestamp, file.root, trusted)
    if (stamped === 'wrong')
      problems.push({
        code: 'timestamp',
        where: `anchor ${number}`,
        message: `The timestamp of anchor ${number} is not over it.`,
        beside: true,
      })
    return {
      number,
      time,
      event: leaf.revision + 1,
      right: problem === null && stamped !== 'wrong',
      known: known === null ? null : isKnown(file, known),
      timestamp: stamped === 'wrong' ? null : stamped,
    }
  })
}

const isKnown = ({ anchor, root }: AnchorFile, known: readonly AnchorLine[]) =>
  known.some((one) => one.number === anchor.data.number && one.root === root && one.hash === anchor.hash)

function wrongWith(file: AnchorFile, events: readonly AttachedEvent[], known: readonly AnchorLine[] | null): Omit<Problem, 'code'> | null {
  const { anchor, leaf, root, size, tail = [] } = file
  const number = String(anchor.data.number)
  // A history that contradicts a proof is another history; a proof that holds by nothing tells nothing of it.
  const wrong = (message: string, where?: string) =>
    where ? { where, message } : { where: `anchor ${number}`, message, beside: true as const }
  const genuine = anchor.type === 'HeadsAnchored' && anchor.data.root === root && anchor.data.size === size && hasItsHash(anchor)
  if (!genuine || !verifyInclusion(file)) return wrong(`The proof of anchor ${number} does not hold by itself.`)
  if (known !== null && !isKnown(file, known)) return wrong(`Anchor ${number} is not among the anchors that are known.`)
  if (leaf.stream !== events[0]?.stream) return wrong(`The proof of anchor ${number} is about another document.`)
  const own = events.find(({ revision }) => revision === leaf.revision)
  if (own) {
    if (own.hash === leaf.hash) return null
    return wrong(
      `${capital(eventNumber(leaf.revision))} is not the one that was anchored on ${String(anchor.meta.time)}.`,
      eventNumber(leaf.revision),
    )
  }
  // The document's history went on after its file was sealed: the events between lead there.
  let head = events.at(-1)!
  for (const next of tail.filter(({ revision }) => revision > head.revision)) {
    if (next.stream !== head.stream || next.revision !== head.revision + 1 || next.prev !== head.hash || !hasItsHash(next))
      return wrong(`The history does not lead to the anchor: ${eventNumber(next.revision)} does not follow.`, eventNumber(head.revision))
    head = next
    if (head.revision === leaf.revision) break
  }
  if (head.revision !== leaf.revision) return wrong(`The proof of anchor ${number} does not say how this history leads to it.`)
  return head.hash === leaf.hash ? null : wrong(`The history does not lead to the anchor.`, eventNumber(events.at(-1)!.revision))
}

function stampOf(token: string, root: string, trusted: Trusted): ReportedAnchor['timestamp'] | 'wrong' {
  try {
    const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const digest = bytes(root.replaceAll('-', '+').replaceAll('_', '/'))
    const { problem, time, authority, chain } = checkToken(bytes(token), { digest })
    return problem === null ? { time: new Date(time).toISOString(), authority, trusted: trusted.knows(chain) } : 'wrong'
  } catch {
    return 'wrong'
  }
}

function hasItsHash(one: PlainEvent): boolean {
  try {
    return hashOfEvent(one) === one.hash
  } catch {
    return false
  }
}
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)
