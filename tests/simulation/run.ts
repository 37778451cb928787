import type { StoredEvent } from '#domain/kernel'
import { loadMetrics } from '#pdf/text-layout'
import { type Ceremony, hold, openCeremony } from './ceremony/index.ts'
import type { Network } from './client.ts'
import { openCluster } from './cluster.ts'
import { playDeliveries } from './deliveries.ts'
import { buildEnvironment } from './environment.ts'
import { befall } from './faults.ts'
import { inquire } from './final-audit.ts'
import { createHost } from './host.ts'
import { violationsOf, watchOver } from './invariants/index.ts'
import { promises } from './promises.ts'
import { randomFrom } from './random.ts'
import { createScheduler, MOST_STEPS } from './scheduler.ts'
import type { Script } from './script.ts'

export interface Outcome {
  readonly script: Script
  readonly violations: readonly string[]
  readonly steps: number
  /** The log, with the moment at which each event came into it. */
  readonly stored: readonly { readonly at: number; readonly stream: string; readonly event: StoredEvent }[]
  readonly ceremonies: readonly Ceremony[]
}

const HOUR = 3_600_000
/** Months of virtual time in which everything must have come to rest. */
const END = 40 * 24 * HOUR

export async function play(script: Script): Promise<Outcome> {
  // Read from disk once, and that takes as long as it takes: not while time is virtual.
  await loadMetrics()
  const chance = randomFrom(`${script.seed}/run`)
  const scheduler = createScheduler(chance.of('scheduler'))
  const house = buildEnvironment(scheduler, chance)
  const cluster = openCluster(script.servers, house, chance)
  const newId = createHost('people', scheduler, chance.of('people')).world.ids.next
  const network: Network = {
    house,
    chance: chance.of('network'),
    server: cluster.server,
    gateway: cluster.gateway,
    sleep: (ms) => new Promise((resolve) => void scheduler.after(ms, resolve)),
    acknowledged: [],
    promises: promises(scheduler.now),
    known: new Map(),
    asked: new Map(),
    leftOpen: new Set(),
    served: new Map(),
    glances: [],
    wrong: [],
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
  while (!ended && failed.length === 0 && scheduler.now() < END && scheduler.steps < MOST_STEPS) await scheduler.run(scheduler.now() + HOUR)
  // And what failed them has been over for long enough that all is tried again: a mail server may stay away for longer than people do.
  const over = Math.max(scheduler.now(), ...script.faults.map(({ at, lasts }) => at + lasts))
  await scheduler.run(over + 12 * HOUR)
  const answers = await inquire(
    cluster,
    ceremonies.map(({ pack }) => pack),
    scheduler,
  )
  guard.close()
  if (!ended) failed.push('the people did not come to an end')
  if (scheduler.steps >= MOST_STEPS) failed.push(`it did not come to rest in ${MOST_STEPS} steps`)
  const violations = [
    ...failed,
    ...guard.seen,
    ...network.wrong,
    ...(await violationsOf(house, ceremonies, network, guard, answers)),
    ...(await playDeliveries(script.seed)),
  ]
  return { script, violations, steps: scheduler.steps, stored: house.stored, ceremonies }
}
