import { type EventLog, PositionPastEnd, type StreamRevisions } from '#platform/event-log'

/** A place in the order of looks at the log. What is loaded `since` a moment holds all that was acknowledged before it. */
export type ReadBarrier = number

/** How far streams have grown, so that one look at the log's end tells of all warm states at once whether they are current. */
export interface StreamHeads {
  /** Take it when a request arrives: one look then serves all that the request loads. */
  moment(): ReadBarrier
  /** Resolves when the log was looked at by a look that began after the moment; now, where none is given. */
  look(since?: ReadBarrier): Promise<void>
  /** Take it before reading a stream: it says from when on growth must be known, to judge the read. */
  mark(): number
  /** Whether nothing has been appended beyond `revision` up to the last look, of a stream read after `mark`. */
  isCurrent(stream: string, revision: number, mark: number): boolean
}

const MOST_STREAMS = 20_000

/**
 * @param onRestored an older copy of the log was put in its place: nothing that is warm can be trusted
 * @param gathered resolves when all has come that comes at the same moment: a look begins then, and serves it too
 */
export function streamHeadsOf(
  log: Pick<EventLog, 'head' | 'grownSince'>,
  onRestored: () => void,
  gathered?: () => Promise<void>,
): StreamHeads {
  const tips = new Map<string, { readonly revision: number; readonly look: number }>()
  let position: string | null = null
  let begun = 0
  let done = 0
  /** Growth before the end of this look may have been missed or dropped: earlier reads are not known to be current. */
  let floor = 1
  let running: Promise<void> | null = null
  let gathering = false
  let next: Promise<void> | null = null

  async function lookNow(): Promise<void> {
    if (gathered) {
      gathering = true
      await gathered()
      gathering = false
    }
    begun += 1
    const mine = begun
    const after: string | null = position
    try {
      if (after === null) startOver(await log.head(), mine)
      else {
        const grown = await log.grownSince(after).catch(pastEnd)
        if (grown?.complete) note(grown, mine)
        else startOver(grown?.position ?? (await log.head()), mine)
      }
      done = mine
    } finally {
      running = null
    }
  }
  function startOver(at: string, look: number): void {
    position = at
    floor = look
    tips.clear()
  }
  function note({ position: at, streams }: StreamRevisions, look: number): void {
    position = at
    for (const [stream, revision] of streams) {
      // Those that grew last stand last.
      tips.delete(stream)
      tips.set(stream, { revision, look })
    }
    for (const [stream, tip] of tips) {
      if (tips.size <= MOST_STREAMS) break
      tips.delete(stream)
      floor = Math.max(floor, tip.look)
    }
  }
  function start(): Promise<void> {
    running = lookNow()
    return running
  }

  function pastEnd(error: unknown): null {
    if (!(error instanceof PositionPastEnd)) throw error
    onRestored()
    return null
  }

  return {
    moment: () => begun,
    look(since = begun) {
      if (done > since) return Promise.resolve()
      if (running && (gathering || begun > since)) return running
      if (!running && !next) return start()
      // The look under way may have passed what is asked for: one more after it serves all who ask meanwhile.
      next ??= (running ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => {
          next = null
          return start()
        })
      return next
    },
    mark: () => done,
    isCurrent: (stream, revision, mark) => mark >= floor && (tips.get(stream)?.revision ?? -1) <= revision,
  }
}
