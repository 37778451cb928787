import { drawPlan, type Plan } from './ceremony/index.ts'
import { CLUSTERS } from './cluster.ts'
import { drawFault, type Fault } from './faults.ts'
import { randomFrom } from './random.ts'
import type { Role } from './server.ts'

/** All that is decided before a run: the same script runs the same way, always. */
export interface Script {
  readonly seed: string
  readonly servers: readonly (readonly Role[])[]
  readonly plans: readonly Plan[]
  readonly faults: readonly Fault[]
}

const CEREMONIES = 4

export function drawScript(seed: string, ceremonies = CEREMONIES): Script {
  const chance = randomFrom(seed)
  const servers = chance.pick(CLUSTERS)
  // A few without any, so that nothing is hidden by what goes wrong.
  const calm = chance.happens(0.05)
  const plans = Array.from({ length: ceremonies }, (_, at) => drawPlan(chance, `c${at}`))
  const begins = plans.map(({ beginsAt }) => beginsAt)
  const faults = calm ? [] : Array.from({ length: 4 + chance.below(7) }, () => drawFault(chance, servers.length, begins))
  return { seed, servers, plans, faults }
}
