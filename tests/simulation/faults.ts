import type { Cluster } from './cluster.ts'
import type { Environment } from './environment.ts'
import type { Doing } from './host.ts'
import type { Random } from './random.ts'

/** Something that goes wrong, at a time of its own. */
export type Fault = { readonly at: number; readonly lasts: number } & (
  | { readonly kind: 'freeze'; readonly server: number }
  /** `amid`: in the middle of the next that it does of these, and not just then. */
  | { readonly kind: 'kill'; readonly server: number; readonly amid: Doing | null }
  /** `busy`: in the middle of a transaction. */
  | { readonly kind: 'two owners'; readonly server: number; readonly busy: boolean }
  /** Its clock is off by so many milliseconds. */
  | { readonly kind: 'clock'; readonly server: number; readonly off: number }
  | { readonly kind: 'log away' | 'mail away' | 'disk full' | 'authority away' | 'bad lines' }
)

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
/** For how long a mail server is away at most. */
export const LONGEST_AWAY = 30 * HOUR
/** More of what interrupts somebody in the middle of a step. */
const KINDS = [
  'kill',
  'kill',
  'kill',
  'freeze',
  'two owners',
  'clock',
  'log away',
  'mail away',
  'disk full',
  'authority away',
  'bad lines',
  'bad lines',
] as const satisfies readonly Fault['kind'][]

/** How long the database waits for a machine that says nothing. */
const GIVEN_UP_MS = 10_000

/** @param begins when ceremonies begin: most faults are drawn into the middle of one */
export function drawFault(chance: Random, servers: number, begins: readonly number[]): Fault {
  const at = chance.happens(0.8) ? chance.pick(begins) + chance.below(180_000) : chance.below(2 * HOUR)
  const server = chance.below(servers)
  const lasts = 1_000 + chance.below(chance.happens(0.8) ? 60_000 : 2 * HOUR)
  const kind = chance.pick(KINDS)
  switch (kind) {
    case 'kill': {
      const amid = chance.happens(0.6) ? chance.pick(['append', 'turn', 'turn', 'statement'] as const) : null
      return { kind, at, lasts: Math.min(lasts, 120_000), server, amid }
    }
    case 'freeze':
      return { kind, at, lasts: Math.min(lasts, 120_000), server }
    case 'two owners':
      return { kind, at, lasts: Math.min(lasts, 120_000), server, busy: chance.happens(0.8) }
    case 'authority away':
      return { kind, at, lasts: Math.min(lasts, 600_000) }
    case 'mail away':
      // Now and then for longer than anything is tried again.
      return { kind, at, lasts: chance.happens(0.04) ? LONGEST_AWAY - 10 * HOUR + chance.below(10 * HOUR) : lasts }
    case 'clock':
      return { kind, at, lasts, server, off: chance.pick([-HOUR, 3 * HOUR, -20_000, MONTH]) }
    case 'log away':
      return { kind, at, lasts: Math.min(lasts, 60_000) }
    default:
      return { kind, at, lasts }
  }
}

export function befall(fault: Fault, house: Environment, cluster: Cluster): void {
  const { scheduler, weather, post, files, database } = house
  const between = (set: (on: boolean) => void) => {
    scheduler.after(fault.at, () => set(true))
    scheduler.after(fault.at + fault.lasts, () => set(false))
  }
  if (fault.kind === 'clock' || fault.kind === 'bad lines') house.hampered.push({ from: fault.at, to: fault.at + fault.lasts })
  switch (fault.kind) {
    case 'kill':
      scheduler.after(fault.at, () => {
        const slot = cluster.slots[fault.server]!
        const kill = () => slot.restart(fault.lasts)
        if (fault.amid) slot.machine.trap(fault.amid, kill)
        else kill()
      })
      break
    case 'freeze':
      scheduler.after(fault.at, () => cluster.slots[fault.server]!.machine.freeze(fault.lasts))
      break
    case 'two owners':
      // It stands still for so long that its connections are given up and others own what it did; then it wakes up.
      scheduler.after(fault.at, () => {
        const { machine } = cluster.slots[fault.server]!
        const stand = () => {
          machine.freeze(GIVEN_UP_MS + fault.lasts)
          scheduler.after(GIVEN_UP_MS, () => database.cutOff(machine))
        }
        if (fault.busy) machine.trap('statement', stand)
        else stand()
      })
      break
    case 'clock':
      between((on) => cluster.slots[fault.server]!.machine.setClock(on ? fault.off : 0))
      break
    case 'log away':
      between((on) => {
        weather.logAway = on
      })
      break
    case 'mail away':
      between((on) => {
        post.away = on
      })
      break
    case 'disk full':
      between((on) => {
        files.full = on
      })
      break
    case 'authority away':
      between((on) => {
        weather.authorityAway = on
      })
      break
    case 'bad lines':
      between((on) => {
        weather.badness = on ? 0.15 : 0
      })
      break
    default:
      fault satisfies never
  }
}
