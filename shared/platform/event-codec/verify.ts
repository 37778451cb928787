import { hashOfEvent, type StoredEvent } from '#domain/kernel'
import { digestOfJson } from './digests.ts'

/** A stored event that differs from the one that was written. */
export class EventCorrupt extends Error {
  readonly stream: string
  readonly revision: number
  constructor(event: StoredEvent, why: string, cause?: unknown) {
    super(`event ${event.revision} of ${event.stream}: ${why}`, { cause })
    this.name = 'EventCorrupt'
    this.stream = event.stream
    this.revision = event.revision
  }
}

export interface ChainProblem {
  readonly revision: number
  /** `stream`: of another stream; `order`: not the next revision; `link`: `prev` is not the hash before; `hash`: the bytes changed. */
  readonly code: 'stream' | 'order' | 'link' | 'hash'
}
/** The place from which a chain goes on. */
export interface ChainHead {
  readonly revision: number
  readonly hash: string
}

/** What is wrong with a stream's events, given in order, from the first one or from a head known to be right. */
export function verifyChain(events: readonly StoredEvent[], after: ChainHead = { revision: -1, hash: '' }): readonly ChainProblem[] {
  const problems: ChainProblem[] = []
  let head = after
  for (const event of events) {
    const { revision } = event
    if (event.stream !== events[0]!.stream) problems.push({ revision, code: 'stream' })
    if (revision !== head.revision + 1) problems.push({ revision, code: 'order' })
    if (event.prev !== head.hash) problems.push({ revision, code: 'link' })
    if (!hashIsRight(event)) problems.push({ revision, code: 'hash' })
    head = { revision, hash: event.hash }
  }
  return problems
}

export function hashIsRight(event: StoredEvent): boolean {
  try {
    return hashOfEvent(event, digestOfJson) === event.hash
  } catch {
    // Bytes that have no canonical form were never hashed by us.
    return false
  }
}
