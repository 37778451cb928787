import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '../simulation/chance.ts'
import type { Program } from './programs.ts'

export const FAULTS = ['kill -9', 'pause', 'cut', 'silent line'] as const
export type FaultKind = (typeof FAULTS)[number]
export interface Fault {
  readonly kind: FaultKind
  readonly to: string
}

/** Half are deaths; the rest are what is harder to notice. */
const DECK: readonly FaultKind[] = ['kill -9', 'kill -9', 'kill -9', 'kill -9', 'pause', 'pause', 'cut', 'silent line']
/** Long enough, at times, for others to take over from who is paused. */
const PAUSES_MS = [300, 1_500, 4_000, 9_000]

export interface FaultsOptions {
  readonly programs: readonly Program[]
  readonly chance: Chance
  readonly count: number
  /** Between two faults, on average. */
  readonly everyMs: number
  happened(fault: Fault): void
}

/** Lets faults happen at random and mends each, as an installation's supervisor would. Resolves when all are mended. */
export async function letHappen({ programs, chance, count, everyMs, happened }: FaultsOptions): Promise<void> {
  const mending: Promise<void>[] = []
  for (let at = 0; at < count; ) {
    await wait(everyMs * (0.5 + chance.fraction()))
    const well = programs.filter((one) => one.well)
    // Drawn whether or not somebody is well, so that the same seed draws the same faults in the same order.
    const [kind, on, line, pause] = [chance.pick(DECK), chance.fraction(), chance.fraction(), chance.pick(PAUSES_MS)]
    const one = well[Math.floor(on * well.length)]
    if (!one) continue
    at++
    const mended = befall(one, kind, line, pause)
    happened({ kind, to: one.name })
    mending.push(mended)
  }
  await Promise.all(mending)
}

async function befall(one: Program, kind: FaultKind, which: number, pauseMs: number): Promise<void> {
  const { line } = one.lines[Math.floor(which * one.lines.length)]!
  switch (kind) {
    case 'kill -9':
      await one.kill()
      return one.start()
    case 'pause':
      one.pause()
      await wait(pauseMs)
      return one.goOn()
    case 'cut':
      return line.cut()
    case 'silent line':
      line.freeze()
      await wait(pauseMs)
      line.thaw()
      // What was frozen may have been given up meanwhile: it ends now, as it does where a network comes back.
      return line.cut()
  }
}
