import { setTimeout as wait } from 'node:timers/promises'
import type { Line } from '#tests/line'
import type { Random } from '../simulation/random.ts'

export const FAULTS = ['kill -9', 'pause', 'cut', 'silent line'] as const
export type FaultKind = (typeof FAULTS)[number]
export interface Fault {
  readonly kind: FaultKind
  readonly to: string
}

/** Half are deaths; the rest are what is harder to notice. */
const DECK: readonly FaultKind[] = ['kill -9', 'kill -9', 'kill -9', 'kill -9', 'pause', 'pause', 'cut', 'silent line']
const WITHOUT_LINES: Readonly<Record<FaultKind, FaultKind>> = {
  'kill -9': 'kill -9',
  pause: 'pause',
  cut: 'kill -9',
  'silent line': 'pause',
}
/** Long enough, at times, for others to take over from who is paused. */
const PAUSES_MS = [300, 1_500, 4_000, 9_000]

/** What faults happen to: a program of Paraph's, or the event store. */
export interface Target {
  readonly name: string
  /** Not while it is dead, starts or stands still. */
  readonly well: boolean
  /** Its own ones to what it needs; none where it needs nothing. */
  readonly lines: readonly { readonly line: Line }[]
  kill(): Promise<void>
  start(): Promise<void>
  pause(): void
  goOn(): void
}

export interface FaultsOptions {
  readonly targets: readonly Target[]
  readonly chance: Random
  readonly count: number
  /** Between two faults, on average. */
  readonly everyMs: number
  readonly pausesMs?: readonly number[]
  happened(fault: Fault): void
}

/** Lets faults happen at random and mends each, as an installation's supervisor would. Resolves when all are mended. */
export async function letHappen({ targets, chance, count, everyMs, pausesMs = PAUSES_MS, happened }: FaultsOptions): Promise<void> {
  const mending: Promise<void>[] = []
  for (let at = 0; at < count; ) {
    await wait(everyMs * (0.5 + chance.fraction()))
    const well = targets.filter((one) => one.well)
    // Drawn whether or not somebody is well, so that the same seed draws the same faults in the same order.
    const [kind, on, line, pause] = [chance.pick(DECK), chance.fraction(), chance.fraction(), chance.pick(pausesMs)]
    const one = well[Math.floor(on * well.length)]
    if (!one) continue
    at++
    const befalls = one.lines.length === 0 ? WITHOUT_LINES[kind] : kind
    const mended = befall(one, befalls, line, pause)
    happened({ kind: befalls, to: one.name })
    mending.push(mended)
  }
  await Promise.all(mending)
}

async function befall(one: Target, kind: FaultKind, which: number, pauseMs: number): Promise<void> {
  const line = one.lines[Math.floor(which * one.lines.length)]?.line
  switch (kind) {
    case 'kill -9':
      await one.kill()
      return one.start()
    case 'pause':
      one.pause()
      await wait(pauseMs)
      return one.goOn()
    case 'cut':
      return line?.cut()
    case 'silent line':
      if (!line) return
      line.freeze()
      await wait(pauseMs)
      line.thaw()
      // A frozen program may have been given up meanwhile: it ends now, as it does where a network comes back.
      return line.cut()
  }
}
