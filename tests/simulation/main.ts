import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PLANTED } from './planted.ts'
import { drawScript, type Outcome, play } from './run.ts'
import { shrink } from './shrink.ts'

/**
 * npm run simulate -- --seed S --ceremonies N [--planted all|<name>]
 * Exit 1 on a violation, or on a planted bug that was not found. A seed that failed is played again by
 * `--seed <what was printed> --ceremonies 1`.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    ceremonies: { type: 'string', default: '1000' },
    planted: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
})
const wanted = Number(values.ceremonies)
process.exitCode = values.planted === undefined ? await simulate(values.seed, wanted, values.first) : plant(values.planted)

async function simulate(seed: string, wanted: number, stopAtFirst: boolean): Promise<number> {
  const courses = new Map<string, number>()
  let [ceremonies, steps, violations, rich] = [0, 0, 0, 0]
  const again = seed.includes('/')
  for (let at = 0; ceremonies < wanted; at++) {
    const outcome = await play(drawScript(again ? seed : `${seed}/${at}`))
    const { plans, faults } = outcome.script
    ceremonies += plans.length
    steps += outcome.steps
    for (const { course, signers } of plans) {
      courses.set(course, (courses.get(course) ?? 0) + 1)
      if (signers.length >= 3 && course !== 'straight' && faults.length > 0) rich += 1
    }
    if (outcome.violations.length === 0) continue
    violations += outcome.violations.length
    tell(outcome)
    if (stopAtFirst || violations > 0) tell(await shrink(outcome), 'the smallest script found that fails')
    if (stopAtFirst) break
  }
  console.log(`courses: ${[...courses].map(([course, count]) => `${course} ${count}`).join(', ')}`)
  console.log(`${rich} with three signers or more, a fault and a change of course`)
  console.log(`${ceremonies} ceremonies, ${steps} steps, ${violations} violations`)
  return violations > 0 ? 1 : 0
}

function tell({ script, violations }: Outcome, as = 'failed'): void {
  console.log(`${as}: seed ${script.seed}`)
  for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
  if (as === 'failed') return
  console.log(`  servers ${JSON.stringify(script.servers)}`)
  for (const plan of script.plans) console.log(`  ceremony ${JSON.stringify(plan)}`)
  for (const fault of script.faults) console.log(`  fault ${JSON.stringify(fault)}`)
}

/** Each planted bug in a process of its own, whose source it changes. */
function plant(which: string): number {
  const bugs = PLANTED.filter(({ name }) => which === 'all' || name.includes(which))
  const found = bugs.filter(({ name }) => {
    const hook = fileURLToPath(new URL('./plant.ts', import.meta.url))
    const run = spawnSync(
      process.execPath,
      ['--import', hook, fileURLToPath(import.meta.url), '--seed', values.seed, '--ceremonies', String(wanted), '--first'],
      { env: { ...process.env, SIMULATE_PLANTED: name }, encoding: 'utf8' },
    )
    const lines = run.stdout.trim().split('\n')
    const failed = run.status === 1 && lines.at(-1)?.endsWith('violations') === true
    console.log(`${failed ? 'found' : 'NOT FOUND'}: ${name}`)
    console.log(failed ? `  ${lines[1]?.trim()} (${lines.at(-1)})` : `  ${(run.stderr || run.stdout).trim().slice(-600)}`)
    return failed
  })
  console.log(`${found.length} of ${bugs.length} planted bugs found`)
  return found.length === bugs.length ? 0 : 1
}
