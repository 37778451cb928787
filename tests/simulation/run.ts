import { loadMetrics } from '#pdf/text-layout'
import { type Ceremony, drawPlan, hold, openCeremony, type Plan } from './ceremony/index.ts'
import { type Chance, chanceFrom } from './chance.ts'
import type { Acknowledged, Network } from './client.ts'
import { buildHouse, type House } from './house.ts'
import { violationsOf, watchOver } from './invariants/index.ts'
import { type Gateway, openGateway } from './live.ts'
import { createMachine, type Machine } from './machine.ts'
import { createScheduler } from './scheduler.ts'
import { type Role, type Server, startServer } from './server.ts'

/** Something that goes wrong, at a time of its own. */
export type Fault = { readonly at: number; readonly lasts: number } & (
  | { readonly kind: 'kill' | 'freeze'; readonly server: number }
  /** Its clock is off by so many milliseconds. */
  | { readonly kind: 'clock'; readonly server: number; readonly off: number }
  | { readonly kind: 'log away' | 'mail away' | 'disk full' | 'bad lines' }
)

/** All that is decided before a run: the same script runs the same way, always. */
export interface Script {
  readonly seed: string
  readonly servers: readonly (readonly Role[])[]
  readonly plans: readonly Plan[]
  readonly faults: readonly Fault[]
}

export interface Outcome {
  readonly script: Script
  readonly violations: readonly string[]
  readonly steps: number
  readonly events: number
  readonly ceremonies: readonly Ceremony[]
}

const ALL: readonly Role[] = ['api', 'projections', 'processes']
const CLUSTERS: readonly (readonly (readonly Role[])[])[] = [
  [ALL],
  [ALL, ALL],
  [['api'], ['api'], ['processes', 'projections']],
  [['api'], ['processes'], ['processes'], ['projections'], ['projections']],
]
const CEREMONIES = 4
const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR

export function drawScript(seed: string, ceremonies = CEREMONIES): Script {
  const chance = chanceFrom(seed)
  const servers = chance.pick(CLUSTERS)
  const calm = chance.happens(0.1)
  return {
    seed,
    servers,
    plans: Array.from({ length: ceremonies }, (_, at) => drawPlan(chance, `c${at}`)),
    faults: calm ? [] : Array.from({ length: 2 + chance.below(7) }, () => drawFault(chance, servers.length)),
  }
}

function drawFault(chance: Chance, servers: number): Fault {
  const at = chance.below(chance.happens(0.7) ? 300_000 : 2 * HOUR)
  const server = chance.below(servers)
  const lasts = 1_000 + chance.below(chance.happens(0.8) ? 60_000 : 2 * HOUR)
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'kill', at, lasts: Math.min(lasts, 120_000), server }
    case 3:
      return { kind: 'freeze', at, lasts: Math.min(lasts, 120_000), server }
    case 4:
      return { kind: 'clock', at, lasts, server, off: chance.pick([-HOUR, 3 * HOUR, -20_000, MONTH]) }
    case 5:
      return { kind: 'log away', at, lasts: Math.min(lasts, 60_000) }
    case 6:
      return { kind: chance.pick(['mail away', 'disk full'] as const), at, lasts }
    default:
      return { kind: 'bad lines', at, lasts }
  }
}

/** Months of virtual time in which everything must have come to rest. */
const END = 40 * 24 * HOUR

export async function play(script: Script): Promise<Outcome> {
  // Read from disk once, and that takes as long as it takes: not while time is virtual.
  await loadMetrics()
  const chance = chanceFrom(`${script.seed}/run`)
  const scheduler = createScheduler(chance.of('scheduler'))
  const house = buildHouse(scheduler, chance)
  const cluster = openCluster(script, house, chance)
  const newId = createMachine('people', scheduler, chance.of('people')).world.ids.next
  const acknowledged: Acknowledged[] = []
  const network: Network = {
    house,
    chance: chance.of('network'),
    server: cluster.server,
    sleep: (ms) => new Promise((resolve) => void scheduler.after(ms, resolve)),
    acknowledged,
    newId,
  }
  const ceremonies = script.plans.map((plan) => openCeremony(plan, network))
  const guard = watchOver(house, ceremonies, cluster.gateway)
  for (const fault of script.faults) befall(fault, house, cluster)
  const held = Promise.all(ceremonies.map((ceremony) => hold(ceremony, network)))
  let ended = false
  const failed: string[] = []
  held.then(
    () => {
      ended = true
    },
    (error: unknown) => failed.push(`a person met an error: ${(error as Error).stack}`),
  )
  // A page that is shown looks again for ever: the run ends when the people are done and what they set going has come to rest.
  while (!ended && failed.length === 0 && scheduler.now() < END) await scheduler.run(scheduler.now() + HOUR)
  await scheduler.run(scheduler.now() + 12 * HOUR)
  guard.close()
  if (!ended) failed.push('the people did not come to an end')
  const violations = [...failed, ...guard.seen, ...(await violationsOf(house, ceremonies, acknowledged, guard))]
  return { script, violations, steps: scheduler.steps, events: house.storedAt.size, ceremonies }
}

interface Cluster {
  server(): Server | null
  gateway(): Gateway | null
  readonly slots: readonly { machine: Machine; restart(after: number): void }[]
}

function openCluster(script: Script, house: House, chance: Chance): Cluster {
  const { scheduler } = house
  const choice = chance.of('balancer')
  const live = script.servers.map((roles, at) => {
    let lives = 0
    const slot = {
      server: null as Server | null,
      gateway: null as Gateway | null,
      machine: null as unknown as Machine,
      api: roles.includes('api'),
      restart(after: number) {
        slot.machine.kill()
        slot.gateway?.die()
        slot.server = null
        slot.gateway = null
        scheduler.after(after, begin)
      },
    }
    function begin(): void {
      const machine = createMachine(`server-${at}.${lives++}`, scheduler, chance.of(`server ${at} ${lives}`))
      const server = startServer(house, machine, roles)
      slot.machine = machine
      slot.server = server
      // Whoever watches over processes starts one again that could not start.
      const failed = () => {
        if (machine.alive) slot.restart(2_000)
      }
      server.started.catch(failed)
      if (slot.api) {
        openGateway(house, server).then((gateway) => {
          if (machine.alive) slot.gateway = gateway
          else gateway.die()
        }, failed)
      }
    }
    begin()
    return slot
  })
  const anyOf = <T>(found: readonly (T | null)[]): T | null => {
    const there = found.filter((one) => one !== null)
    return there.length > 0 ? choice.pick(there) : null
  }
  return {
    server: () => anyOf(live.map(({ api, server }) => (api ? server : null))),
    gateway: () => anyOf(live.map(({ gateway }) => gateway)),
    slots: live,
  }
}

function befall(fault: Fault, house: House, cluster: Cluster): void {
  const { scheduler, weather, post, files } = house
  const between = (set: (on: boolean) => void) => {
    scheduler.after(fault.at, () => set(true))
    scheduler.after(fault.at + fault.lasts, () => set(false))
  }
  switch (fault.kind) {
    case 'kill':
      scheduler.after(fault.at, () => cluster.slots[fault.server]!.restart(fault.lasts))
      break
    case 'freeze':
      scheduler.after(fault.at, () => cluster.slots[fault.server]!.machine.freeze(fault.lasts))
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
    case 'bad lines':
      between((on) => {
        weather.badness = on ? 0.15 : 0
      })
      break
    default:
      fault satisfies never
  }
}
