import { ALWAYS_MINE, type Turn } from '#platform/ownership'
import { pausesOf, type World } from '#platform/ports'
import { type AnchorsDeps, walkAnchors } from './anchors.ts'
import { startOfWalk, walkEvents } from './events.ts'
import { type StoredFiles, walkFiles } from './files.ts'
import { type Finding, type GuardReport, keyOf, MOST_FINDINGS, NO_REPORT_YET } from './findings.ts'

export interface GuardDeps extends AnchorsDeps {
  readonly stored: StoredFiles
  readonly files: Parameters<typeof walkFiles>[1]
  readonly world: World
  /** In which a full round is made. A small installation is walked much oftener. */
  readonly roundMs: number
  /**
   * Kept for other processes and for the next start. It is written only over the version read: a process that was thought dead and wakes up must
   * not put its old findings, or their absence, in the place of newer ones. `write` says whether it was.
   */
  readonly memory: {
    read(): Promise<Remembered | null>
    write(report: GuardReport, over: number): Promise<boolean>
  }
  readonly asked: Pick<RoundsAsked, 'read' | 'answer'>
  /** Left out where no other process walks. */
  readonly turn?: Turn
  /** Findings that are new. Repeated until it resolves, so it must be repeatable. */
  alarm(findings: readonly Finding[]): Promise<void>
}

/** Rounds that people asked for, counted. */
export interface RoundsAsked {
  /** Answers the number of this one. */
  ask(): Promise<number>
  read(): Promise<{ readonly asked: number; readonly answered: number }>
  /** A round has ended that began after so many had been asked for. */
  answer(upTo: number): Promise<void>
}

export interface Guard {
  report(): GuardReport
  status(): { readonly name: 'guard'; readonly ok: boolean; readonly words: string }
  /** A full round without pauses, from the beginning. */
  checkNow(): Promise<GuardReport>
  /** Somebody has just asked for a round: it begins at once where this process walks. */
  hear(): void
  stop(): Promise<void>
}

export interface Remembered {
  readonly report: GuardReport
  /** Grows with every writing; 0 before the first. */
  readonly version: number
}

/** Another process walks, and wrote what it found. */
class Superseded extends Error {
  constructor() {
    super('another process walks')
    this.name = 'Superseded'
  }
}

/** Between two pages: never so short that the walk is felt, nor so long that a small installation waits. */
const PAUSE = { least: 20, most: 30_000, first: 250 }
/** After this a running round knows that somebody asked another process. */
const HEARS_MS = 1_000
const TRIES_AGAIN_MS = 10_000

/** Walks everything that is kept, for ever, in small steps. */
export function startGuard(deps: GuardDeps): Guard {
  const { world, roundMs, memory, turn: whose = ALWAYS_MINE } = deps
  let report = NO_REPORT_YET
  let version = 0
  let steps = 0
  let untold: Finding[] = []
  let trouble: string | null = null
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()

  /** Somebody waits: the running round goes on without pauses. */
  let waiting = 0
  /** Between two steps of a round, between two rounds, and between two looks at requests. */
  const [pauses, rests, ears] = [pausesOf(world.timers), pausesOf(world.timers), pausesOf(world.timers)]

  async function remember(): Promise<void> {
    const found = await memory.read()
    report = found?.report ?? NO_REPORT_YET
    version = found?.version ?? 0
  }
  async function write(next: GuardReport): Promise<void> {
    if (!(await memory.write(next, version))) throw new Superseded()
    report = next
    version++
  }
  whose.onTaken(rests.cut)
  whose.onTaken(ears.cut)

  async function tell(): Promise<void> {
    try {
      await deps.alarm(untold)
      untold = []
    } catch (error) {
      world.log.warn({ process: 'guard', error }, 'the administrators could not be notified; this is tried again')
    }
  }

  async function round(pauseMs: number): Promise<GuardReport> {
    await remember()
    const { asked: askedFor } = await deps.asked.read()
    const began = new Date(world.clock.now()).toISOString()
    const found = new Map<string, Finding>()
    const counts = { events: 0, streams: 0, anchors: 0, files: 0 }
    const known = new Set(report.findings.map(keyOf))
    let walked = 0
    for await (const findings of everything(deps, counts)) {
      const fresh = findings.filter((finding) => !found.has(keyOf(finding)) && found.size < MOST_FINDINGS)
      for (const finding of fresh) found.set(keyOf(finding), finding)
      const news = fresh.filter((finding) => !known.has(keyOf(finding)))
      if (news.length > 0) {
        // Said at once, not at the end of a round that may last a day.
        await write({ ...report, findings: [...report.findings, ...news].slice(0, MOST_FINDINGS) })
        untold.push(...news)
      }
      if (untold.length > 0) await tell()
      walked++
      if (stopped) return report
      if (waiting === 0 && !whose.isMine()) throw new Superseded()
      if (pauseMs > 0 && waiting === 0) await pauses.pause(pauseMs)
    }
    // Over nothing it says nothing, and the first reader would take all of theirs for checked.
    if (counts.events > 0 || found.size > 0) {
      steps = walked
      const ended = new Date(world.clock.now()).toISOString()
      await write({ began, ended, rounds: report.rounds + 1, ...counts, findings: [...found.values()] })
    }
    await deps.asked.answer(askedFor)
    return report
  }

  async function forEver(): Promise<void> {
    while (!stopped) {
      if (!whose.isMine()) {
        await rests.pause(null)
        continue
      }
      const spread = steps === 0 ? PAUSE.first : Math.min(Math.max(roundMs / steps, PAUSE.least), PAUSE.most)
      try {
        await inTurn(() => round(spread))
        trouble = null
      } catch (error) {
        if (error instanceof Superseded) continue
        trouble = error instanceof Error ? error.name : typeof error
        if (!stopped) world.log.warn({ process: 'guard', error }, 'the guard could not go on and begins again')
      }
      // Between rounds nothing hurries: a waiting caller has a round of their own.
      await rests.pause(Math.max(spread, trouble === null ? 1_000 : TRIES_AGAIN_MS))
    }
  }
  /** Where the one who walks is not the one who is asked. What cannot be asked at this moment is no news: the walk says so by itself. */
  const isWaitedFor = () =>
    deps.asked.read().then(
      ({ asked, answered }) => asked > answered,
      () => false,
    )
  async function listen(): Promise<void> {
    let failed = false
    while (!stopped) {
      await ears.pause(whose.isMine() ? (failed ? TRIES_AGAIN_MS : HEARS_MS) : null)
      failed = false
      if (stopped || !whose.isMine() || !(await isWaitedFor())) continue
      try {
        await checkNow()
      } catch (error) {
        failed = true
        if (!stopped) world.log.warn({ process: 'guard', error }, 'a round that was asked for is made later')
      }
    }
  }
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  async function checkNow(): Promise<GuardReport> {
    waiting++
    pauses.cut()
    try {
      return await inTurn(async () => {
        for (let again = 2; ; again--) {
          try {
            return await round(0)
          } catch (error) {
            if (!(error instanceof Superseded) || again === 0) throw error
          }
        }
      })
    } finally {
      waiting--
    }
  }
  const walking = Promise.all([forEver(), listen()])

  return {
    report: () => report,
    status: () => (whose.isMine() ? statusOf(report, trouble) : STANDBY),
    checkNow,
    hear: ears.cut,
    async stop() {
      stopped = true
      pauses.end()
      rests.end()
      ears.end()
      await walking
      await turn
    },
  }
}

async function* everything(deps: GuardDeps, counts: { events: number; streams: number; anchors: number; files: number }) {
  const walked = startOfWalk()
  yield* walkEvents(deps, walked)
  counts.events = walked.events
  counts.streams = walked.heads.size
  yield* walkAnchors(deps, walked, () => void counts.anchors++)
  yield* walkFiles(deps.stored, deps.files, () => void counts.files++)
}

const STANDBY = { name: 'guard', ok: true, words: 'standby: another process walks' } as const

/** In words, for everybody: no names of streams or files. */
export function statusOf(report: GuardReport, trouble: string | null): ReturnType<Guard['status']> {
  const { began, ended, events, files, findings } = report
  const name = 'guard' as const
  if (findings.length > 0) {
    const count = findings.length === MOST_FINDINGS ? `${MOST_FINDINGS} or more` : String(findings.length)
    return {
      name,
      ok: false,
      words: `history or files were changed: ${count} ${findings.length === 1 ? 'finding' : 'findings'}, see the app`,
    }
  }
  if (trouble !== null) return { name, ok: false, words: `cannot check now (${trouble}); it tries again` }
  return {
    name,
    ok: true,
    words: ended === null ? 'first round under way' : `${events} events and ${files} files intact, checked ${began} to ${ended}`,
  }
}
