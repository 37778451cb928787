import type { PackCommand } from '#domain/pack'
import { SAVE } from './limits.ts'
import { type Pace, type Pending, supersedes, type TargetKind, targetOf } from './pending.ts'
import { NOTHING_SAVED, nextStep, retryDelay, type SaveState } from './schedule.ts'

/** One call on its way. Its body and its key stay as they are however often it is sent. */
export interface SaveCall {
  readonly id: string
  readonly kind: TargetKind
  readonly keys: readonly string[]
  readonly body: unknown
}
export type SaveAnswer =
  | { readonly answer: 'saved'; readonly revision: number; readonly refused: readonly RefusedRecord[] }
  /** Refused as a whole: repeating it would not help. */
  | { readonly answer: 'refused'; readonly code: string; readonly message: string; readonly at: readonly string[] }
  /** No answer, or one that may be different next time. */
  | { readonly answer: 'failed'; readonly offline: boolean }
export interface RefusedRecord {
  readonly uuid: string
  readonly code: string
  readonly message: string
}
export interface SavedState {
  readonly state: 'saved' | 'saving' | 'slow' | 'offline'
  /** Changes that no answer has come for. */
  readonly waiting: number
}
/** A change the server would not keep: it has been rolled back. */
export interface Loss {
  readonly code: string
  readonly message: string | null
  readonly at: readonly string[]
  readonly kind: TargetKind
}
export interface SaverPorts {
  readonly pack: string
  newKey(): string
  bodyOf(kind: TargetKind, changes: readonly Pending[]): unknown
  send(call: SaveCall): Promise<SaveAnswer>
  /** Answers came, or changes were given up: the pending ones are others than before. */
  changed(): void
  saved(state: SavedState): void
  lost(loss: Loss): void
  log(words: string): void
}

export class NotSaved extends Error {
  readonly offline: boolean
  constructor(offline: boolean) {
    super('some changes could not be saved')
    this.offline = offline
  }
}

/** Sends changes by the rules of schedule.ts: one call at a time, the same one again until it is answered. */
export function createSaver(ports: SaverPorts) {
  let pending: readonly Pending[] = []
  let save: SaveState = NOTHING_SAVED
  let counter = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let look: ReturnType<typeof setInterval> | undefined
  let looks = 0
  let retryNow: (() => void) | null = null
  let offline = false
  let closed = false
  let told: SavedState = { state: 'saved', waiting: 0 }
  let waiters: { resolve(): void; reject(why: unknown): void }[] = []

  const unanswered = () => pending.filter((change) => change.acknowledged === null)

  function change(next: readonly Pending[]) {
    pending = next
    ports.changed()
    tell()
  }

  function tell() {
    const waiting = unanswered().length
    if (waiting > 0 && !look) look = setInterval(poll, SAVE.waitingPoll)
    if (waiting === 0) {
      clearInterval(look)
      look = undefined
      looks = 0
      const done = waiters
      waiters = []
      save = { ...save, forcedAt: null }
      for (const waiter of done) waiter.resolve()
    }
    const state = waiting === 0 ? 'saved' : offline ? 'offline' : looks >= SAVE.waitingPolls ? 'slow' : 'saving'
    if (state === told.state && waiting === told.waiting) return
    told = { state, waiting }
    ports.saved(told)
  }

  function poll() {
    looks += 1
    tell()
  }

  function tick() {
    clearTimeout(timer)
    if (closed) return
    const step = nextStep(pending, save, Date.now())
    if (step.step === 'wait') timer = setTimeout(tick, Math.max(0, step.until - Date.now()))
    if (step.step === 'collide') save = { ...save, foundBusy: { ...save.foundBusy, [step.key]: Date.now() } }
    if (step.step === 'send') void run(step.kind, step.keys, step.changes)
  }

  async function run(kind: TargetKind, keys: readonly string[], changes: readonly Pending[]) {
    const ids = new Set(changes.map(({ id }) => id))
    const call: SaveCall = { id: ports.newKey(), kind, keys, body: ports.bodyOf(kind, changes) }
    const { [keys[0] ?? '']: _, ...foundBusy } = save.foundBusy
    save = { ...save, busy: { kind, keys }, foundBusy: kind === 'signatory' ? foundBusy : save.foundBusy }
    pending = pending.map((each) => (ids.has(each.id) ? { ...each, sent: true } : each))
    tick()
    const answer = await untilAnswered(call)
    save = { ...save, busy: null }
    if (closed || !answer) return
    if (answer.answer === 'saved') {
      const lost = new Set(answer.refused.map(({ uuid }) => uuid))
      for (const { uuid, code, message } of answer.refused) ports.lost({ code, message, at: [uuid], kind })
      change(
        pending.flatMap((each) => {
          if (!ids.has(each.id)) return [each]
          return lost.has(each.target.key) ? [] : [{ ...each, sent: false, acknowledged: answer.revision }]
        }),
      )
    } else {
      ports.lost({ code: answer.code, message: answer.message, at: answer.at, kind })
      change(pending.filter((each) => !ids.has(each.id)))
    }
    looks = 0
    tick()
  }

  async function untilAnswered(call: SaveCall): Promise<Exclude<SaveAnswer, { answer: 'failed' }> | null> {
    for (let failures = 0; !closed; ) {
      const answer = await ports.send(call)
      if (answer.answer !== 'failed') {
        offline = false
        return answer
      }
      failures += 1
      offline = answer.offline
      ports.log(`saving a ${call.kind} failed ${failures} times in a row and is tried again`)
      const given = waiters
      waiters = []
      for (const waiter of given) waiter.reject(new NotSaved(answer.offline))
      tell()
      await new Promise<void>((resolve) => {
        const wait = setTimeout(resolve, retryDelay(call.kind, failures))
        retryNow = () => {
          clearTimeout(wait)
          resolve()
        }
      })
      retryNow = null
    }
    return null
  }

  return {
    get pending() {
      return pending
    },
    /** Takes a change that was decided already. */
    add(command: PackCommand, pace: Pace): void {
      const target = targetOf(command, ports.pack)
      if (!target) throw new Error(`${command.do} is not saved by itself: it has a call of its own`)
      const now = Date.now()
      const last = pending.findLastIndex(({ target: t }) => t.kind === target.kind && t.key === target.key)
      const before = pending[last]
      if (before && before.acknowledged === null && !before.sent && supersedes(command, before.command)) {
        const merged = { ...before, command, pace, at: now, merged: before.merged + 1 }
        pending = pending.map((each, index) => (index === last ? merged : each))
      } else {
        counter += 1
        pending = [...pending, { id: counter, command, target, pace, at: now, since: now, merged: 0, sent: false, acknowledged: null }]
      }
      tell()
      // Not at once: what is changed in the same moment goes out together, and after it is shown.
      clearTimeout(timer)
      timer = setTimeout(tick, 0)
    },
    /** The confirmed state holds everything up to this revision: what was acknowledged before needs no repeating. */
    settle(revision: number): void {
      const left = pending.filter(({ acknowledged }) => acknowledged === null || acknowledged > revision)
      if (left.length !== pending.length) pending = left
    },
    /** Gives up changes that are refused by now. */
    drop(ids: ReadonlySet<number>): void {
      change(pending.filter(({ id }) => !ids.has(id)))
      tick()
    },
    /** Saves everything now. Rejects with NotSaved at the first failure; the changes stay and are tried again. */
    force(): Promise<void> {
      if (unanswered().length === 0) return Promise.resolve()
      save = { ...save, forcedAt: Date.now() }
      const result = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
      retryNow?.()
      tick()
      return result
    },
    /** The connection is back. */
    wake(): void {
      retryNow?.()
    },
    close(): void {
      closed = true
      clearTimeout(timer)
      clearInterval(look)
      retryNow?.()
      for (const waiter of waiters) waiter.reject(new NotSaved(offline))
      waiters = []
    },
  }
}
export type Saver = ReturnType<typeof createSaver>
