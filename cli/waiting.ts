import type { EventLog } from '#platform/event-log'
import type { World } from '#platform/ports'
import type { Finding } from './finding.ts'
import { type ExternalService, unreachableServiceIn } from './unreachable.ts'

/** What a start needs may come later than the start: it waits, says for what, and goes on by itself. */
export interface Waiting {
  /**
   * Repeats a step for as long as its dependency is away; it must bear being done twice. Errors that waiting can't mend, like a wrong
   * password or a refused certificate, is thrown at once.
   * @param of the dependency that the step asks, reported where no answer comes at all
   * @throws StartStopped
   */
  until<T>(of: ExternalService, step: () => Promise<T>): Promise<T>
  /** The log, whose reads wait while the program starts. */
  log(log: EventLog, of: ExternalService): EventLog
  findings(): readonly Finding[]
  /** The start is over: from now on each caller gets an answer. */
  over(): void
}

/** For commands that somebody sits before. */
export const AT_ONCE: Waiting = {
  until: (_, step) => step(),
  log: (log) => log,
  findings: () => [],
  over: () => undefined,
}

/** The start was asked to end while it waited. */
export class StartStopped extends Error {
  constructor() {
    super('the start was stopped')
    this.name = 'StartStopped'
  }
}

export interface WaitingOptions {
  readonly world: Pick<World, 'timers' | 'random' | 'log'>
  readonly signal: AbortSignal
  tell(line: string): void
  /** It has begun to wait, for the first time. */
  begun(): void
}

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000
/** A step that takes so long may hang on a silent connection. */
const SILENT_MS = 3_000

const NAMES: Readonly<Record<ExternalService, string>> = { database: 'the database', 'event store': 'the event store', files: 'MongoDB' }

export function waiting({ world, signal, tell, begun }: WaitingOptions): Waiting {
  /** By part: who waits for it, and why. */
  const awaited = new Map<ExternalService, { readonly by: Set<object>; why: string }>()
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined)
  const stop = () => stopped.reject(new StartStopped())
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  let over = false

  function waits(by: object, of: ExternalService, why: string): void {
    if (over) return
    const found = awaited.get(of)
    if (found) {
      found.by.add(by)
      found.why = why
      return
    }
    awaited.set(of, { by: new Set([by]), why })
    tell(`Waiting for ${NAMES[of]}, which ${why}. Paraph continues once it is there.`)
    world.log.warn({ part: of }, `the start waits for ${NAMES[of]}, which ${why}`)
    begun()
  }
  function goesOn(by: object): void {
    for (const [of, { by: all }] of awaited) {
      if (!all.delete(by) || all.size > 0) continue
      awaited.delete(of)
      if (signal.aborted) continue
      tell(`There is ${NAMES[of]} again.`)
      world.log.info({ part: of }, `there is ${NAMES[of]}, which the start waited for`)
    }
  }
  const unlessStopped = <T>(work: Promise<T>): Promise<T> => Promise.race([work, stopped.promise])

  async function until<T>(of: ExternalService, step: () => Promise<T>): Promise<T> {
    if (over) return step()
    const me = {}
    try {
      for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        const cancelNotice = world.timers.after(SILENT_MS, () => waits(me, of, 'has not answered yet'))
        try {
          return await unlessStopped(step())
        } catch (error) {
          const away = unreachableServiceIn(error)
          if (away === null) throw error
          waits(me, away, 'cannot be reached')
        } finally {
          cancelNotice()
        }
        const again = Promise.withResolvers<void>()
        const cancel = world.timers.after(pause * (0.5 + world.random.fraction() / 2), again.resolve)
        await unlessStopped(again.promise).finally(cancel)
      }
    } finally {
      goesOn(me)
    }
  }

  return {
    until,
    log: (log, of) => ({
      ...log,
      read: (...asked) => until(of, () => log.read(...asked)),
      readAll: (...asked) => until(of, () => log.readAll(...asked)),
      grownSince: (...asked) => until(of, () => log.grownSince(...asked)),
      head: () => until(of, log.head),
    }),
    findings: () => [...awaited].map(([name, { why }]) => ({ name, ok: false, words: `${why}: the start waits for it` })),
    over() {
      over = true
    },
  }
}
