import type { PackCommand } from '#domain/pack'
import type { Earlier, Kept, Sent } from './outbox.ts'
import { type Pace, type Pending, type SaveCall, supersedes, type TargetKind, targetOf } from './pending.ts'
import { NOTHING_SAVED, nextStep, retryDelay, type SaveState } from './schedule.ts'
import { isSuperseded, notSuperseded, plausible, withChanges } from './superseded-changes.ts'
import type { Time } from './time.ts'
import { createWaiting, type SavedState } from './waiting.ts'

export type SaveAnswer =
  | { readonly answer: 'saved'; readonly revision: number; readonly refused: readonly RefusedRecord[] }
  /** Refused as a whole: repeating it would not help. */
  | { readonly answer: 'refused'; readonly code: string; readonly message: string; readonly at: readonly string[] }
  /** No answer, or one that may be different next time. */
  | { readonly answer: 'failed'; readonly offline: boolean; readonly ended?: Ended }
/** The server serves this page no longer, and why. */
export interface Ended {
  readonly code: string
  readonly message: string
}
export interface RefusedRecord {
  readonly uuid: string
  readonly code: string
  readonly message: string
}
/** A change the server would not keep: it has been rolled back. */
export interface Loss {
  readonly code: string
  readonly message: string | null
  readonly at: readonly string[]
  readonly kind: TargetKind
  /** The attempted change; any caller may try it again. */
  readonly commands: readonly PackCommand[]
}
export interface SaverPorts {
  readonly pack: string
  readonly time: Time
  newKey(): string
  /** `only`: of what the change touches, what still counts. */
  bodyOf(kind: TargetKind, changes: readonly (Pending & { readonly only: readonly string[] })[]): unknown
  /** Stores what waits; a call goes out only afterwards. */
  keep(): Promise<unknown>
  /** While no other page sends. What pages that are gone left behind has been adopted before. */
  inTurn(task: (earlier: Earlier) => Promise<void>): Promise<void>
  send(call: SaveCall): Promise<SaveAnswer>
  /** Answers came, or changes were given up: the pending ones are others than before. */
  changed(): void
  saved(state: SavedState): void
  lost(loss: Loss): void
  log(words: string): void
}
interface Call extends SaveCall {
  readonly of: ReadonlySet<number>
}

/** What has not happened to a change yet that was only just made. */
const UNSENT = { merged: 0, took: false, alone: false, left: false, sent: false, acknowledged: null } as const

/** Sends changes by the rules of schedule.ts: one call at a time, the same one again until it is answered. */
export function createSaver(ports: SaverPorts) {
  let pending: readonly Pending[] = []
  /** Without an answer, in the order in which they were made: more than one only where pages that are gone left some. */
  let calls: readonly Call[] = []
  /** In turn: what other pages sent before, and that together with what goes out now. */
  let ahead: Sent = {}
  let sent: Sent | null = null
  let save: SaveState = NOTHING_SAVED
  let counter = 0
  const { time } = ports
  let cancelTick = () => {}
  let sending = false
  let leftBehind = false
  let retryNow: (() => void) | null = null
  let closed = false
  const waiting = createWaiting(time, ports.saved, () => {
    save = { ...save, forcedAt: null }
  })

  const unanswered = () => pending.filter((change) => change.acknowledged === null)
  const tell = () => waiting.count(unanswered().length)

  function change(next: readonly Pending[]) {
    pending = next
    ports.changed()
    tell()
  }

  function tick() {
    cancelTick()
    if (closed) return
    const now = time.now()
    const step = nextStep(pending, save, now)
    if (step.step === 'wait') cancelTick = time.after(Math.max(0, step.until - now), tick)
    if (step.step === 'collide') save = { ...save, foundBusy: { ...save.foundBusy, [step.key]: now } }
    if (!sending && (leftBehind || calls.length > 0 || step.step === 'send')) void go()
  }

  async function go() {
    sending = true
    // Before anybody looks: a page that goes while this one waits or looks may not be found by that look.
    leftBehind = false
    try {
      await ports.inTurn(async (earlier) => {
        for (const call of earlier.calls) if (!closed) await untilAnswered(call)
        giveWay(plausible(earlier.sent, time.now()))
        // All that is due in one turn: what the dead left is older than what any page behind in the queue has made since.
        for (let call = calls[0] ?? nextCall(); call && !closed; call = calls[0] ?? nextCall()) await deliver(call)
      })
    } finally {
      sending = false
      sent = null
    }
    tick()
  }

  /**
   * Drops what the same person has overtaken on a page that had its turn before. A call that may have arrived goes out
   * again as it is, unless all of it was: then it has done no harm, or would.
   */
  function giveWay(before: Sent) {
    ahead = before
    sent = before
    const over = (change: Pending) => isSuperseded(change, before)
    calls = calls.filter(({ of }) => !pending.filter(({ id }) => of.has(id)).every(over))
    const again = new Set(calls.flatMap(({ of }) => [...of]))
    const left = pending.filter((each) => each.acknowledged !== null || again.has(each.id) || !over(each))
    if (left.length < pending.length) change(left)
  }

  function nextCall(): Call | null {
    const step = nextStep(pending, save, time.now())
    if (step.step !== 'send') return null
    const { kind, keys, changes } = step
    const of = new Set(changes.map(({ id }) => id))
    const body = ports.bodyOf(
      kind,
      changes.map((each) => ({ ...each, only: notSuperseded(each, ahead) })),
    )
    const call: Call = { id: ports.newKey(), kind, keys, body, of }
    sent = withChanges(sent ?? {}, changes)
    calls = [call]
    pending = pending.map((each) => (of.has(each.id) ? { ...each, sent: true } : each))
    return call
  }

  async function deliver(call: Call) {
    const { kind, keys } = call
    const { [keys[0] ?? '']: _, ...foundBusy } = save.foundBusy
    save = { ...save, busy: { kind, keys }, foundBusy: kind === 'signatory' ? foundBusy : save.foundBusy }
    await ports.keep()
    tick()
    const answer = await untilAnswered(call)
    save = { ...save, busy: null }
    if (closed || !answer) return
    calls = calls.filter(({ id }) => id !== call.id)
    waiting.answered()
    if (answer.answer === 'saved') settleSaved(call, answer)
    else refuse(call, () => true, { code: answer.code, message: answer.message, at: answer.at })
  }

  function settleSaved({ of, kind }: Call, { revision, refused }: Extract<SaveAnswer, { answer: 'saved' }>) {
    const not = new Map(refused.map((record) => [record.uuid, record]))
    pending = pending.map((each) =>
      of.has(each.id) && !not.has(each.target.key) ? { ...each, sent: false, acknowledged: revision } : each,
    )
    for (const { uuid, code, message } of refused) {
      refuse({ of, kind }, ({ target }) => target.key === uuid, { code, message, at: [uuid] })
    }
    if (refused.length === 0) change(pending)
  }

  /**
   * Several changes that were refused together are tried one by one, so that each that could be kept is. A change that
   * was refused alone is given up, and it alone.
   */
  function refuse(
    { of, kind }: Pick<Call, 'of' | 'kind'>,
    concerned: (change: Pending) => boolean,
    why: Pick<Loss, 'code' | 'message' | 'at'>,
  ) {
    const refused = pending.filter((each) => of.has(each.id) && concerned(each))
    if (refused.length > 1) {
      change(pending.map((each) => (refused.includes(each) ? { ...each, sent: false, alone: true } : each)))
      return
    }
    ports.lost({ ...why, kind, commands: refused.map(({ command }) => command) })
    change(pending.filter((each) => !refused.includes(each)))
  }

  async function untilAnswered(call: SaveCall): Promise<Exclude<SaveAnswer, { answer: 'failed' }> | null> {
    for (let failures = 0; !closed; ) {
      const { id, kind, keys, body } = call
      const answer = await ports.send({ id, kind, keys, body })
      if (answer.answer !== 'failed') return answer
      if (closed) return null
      failures += 1
      ports.log(`saving a ${call.kind} failed ${failures} times in a row and is tried again`)
      waiting.failed(answer.offline)
      await new Promise<void>((resolve) => {
        const stop = time.after(retryDelay(call.kind, failures), resolve)
        retryNow = () => {
          stop()
          resolve()
        }
      })
      retryNow = null
    }
    return null
  }

  function pendingOf(command: PackCommand, pace: Pace, at: number): Pending {
    const target = targetOf(command, ports.pack)
    if (!target) throw new Error(`${command.do} is not saved by itself: it has a call of its own`)
    counter += 1
    return { ...UNSENT, id: counter, command, target, pace, at, since: at }
  }

  return {
    get pending() {
      return pending
    },
    /** The changes to store: all without an answer. */
    get kept(): Kept {
      const changes = unanswered()
      const places = new Map(changes.map(({ id }, at) => [id, at]))
      return {
        changes: changes.map(({ command, pace, at, took }) => ({ command, pace, at, ...(took && { took }) })),
        calls: calls.map(({ id, kind, keys, body, of }) => ({ id, kind, keys, body, of: [...of].flatMap((one) => places.get(one) ?? []) })),
        ...(sent ? { sent } : {}),
      }
    },
    /** Takes a change that was decided already. */
    add(command: PackCommand, pace: Pace, took: boolean): void {
      const next = { ...pendingOf(command, pace, time.now()), took }
      const { target } = next
      const last = pending.findLastIndex(({ target: t }) => t.kind === target.kind && t.key === target.key)
      const before = pending[last]
      if (before && before.acknowledged === null && !before.sent && !before.alone && supersedes(command, before, pending.slice(last + 1))) {
        const merged = { ...before, command, pace, took, at: next.at, merged: before.merged + 1 }
        // At its own place in time: later changes may have changed this record as well, as one tick takes another.
        pending = [...pending.toSpliced(last, 1), merged]
      } else pending = [...pending, next]
      tell()
      // In the same moment, once all that is changed in it is: a timer would wait until the screen has been painted.
      void Promise.resolve().then(tick)
    },
    /** Goes on with what a page that is gone left: its calls first, its changes in the order in which all were made. */
    adopt({ changes, calls: left }: Kept): void {
      const adopted = changes.map(({ command, pace, at, took = false }) => ({ ...pendingOf(command, pace, at), took, left: true }))
      const known = new Set(calls.map(({ id }) => id))
      const again = left
        .filter(({ id }) => !known.has(id))
        .map(({ of, ...call }): Call => ({ ...call, of: new Set(of.flatMap((at) => adopted[at]?.id ?? [])) }))
      const onTheirWay = new Set(again.flatMap(({ of }) => [...of]))
      calls = [...calls, ...again]
      pending = [...adopted.map((each) => ({ ...each, sent: onTheirWay.has(each.id) })), ...pending].sort((a, b) => a.at - b.at)
      tell()
      cancelTick()
      cancelTick = time.after(0, tick)
    },
    /** A page is gone: what it left is taken over and sent in turn. */
    takeTurn(): void {
      leftBehind = true
      tick()
    },
    /** The confirmed state holds everything up to this revision: changes acknowledged before need no repeating. */
    settle(revision: number): void {
      const left = pending.filter(({ acknowledged }) => acknowledged === null || acknowledged > revision)
      if (left.length !== pending.length) pending = left
    },
    /** Gives up changes that are refused by now. */
    drop(ids: ReadonlySet<number>): void {
      change(pending.filter(({ id }) => !ids.has(id)))
      tick()
    },
    /** Saves everything now. Rejects with NotSaved where that fails, and again; the changes stay and are tried further. */
    force(): Promise<void> {
      if (unanswered().length === 0) return Promise.resolve()
      save = { ...save, forcedAt: time.now() }
      const result = waiting.untilNone()
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
      cancelTick()
      retryNow?.()
      waiting.close()
    },
  }
}

export type Saver = ReturnType<typeof createSaver>
