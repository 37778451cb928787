import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mix } from './mix.ts'
import { PLANTED } from './planted/index.ts'
import { scriptOf, traceOf, wordFor } from './replay.ts'
import { type Outcome, play } from './run.ts'
import { drawScript } from './script.ts'
import { shrink } from './shrink.ts'

/**
 * npm run simulate -- --seed S --ceremonies N [--planted all|<name>]
 * npm run simulate -- --replay <the printed word>
 * Exit 1 on a violation, or on a planted bug that was not found. The last line holds the numbers.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    ceremonies: { type: 'string', default: '1000' },
    planted: { type: 'string' },
    replay: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
})
const wanted = Number(values.ceremonies)
if (values.replay !== undefined) process.exitCode = await playAgain(values.replay)
else process.exitCode = values.planted === undefined ? await simulate(values.seed, wanted, values.first) : plant(values.planted)

/** @param untilFirst ends at the first violation, as it is */
async function simulate(seed: string, wanted: number, untilFirst: boolean): Promise<number> {
  const played = mix()
  let violations = 0
  for (let at = 0; played.ceremonies < wanted; at++) {
    const outcome = await play(drawScript(`${seed}/${at}`))
    played.count(outcome)
    if (outcome.violations.length === 0) continue
    violations += outcome.violations.length
    console.log(`seed ${outcome.script.seed} fails:`)
    tell(outcome)
    if (untilFirst) break
    const smallest = await shrink(outcome)
    console.log(`the smallest story found that fails, of ${smallest.stored.length} events (${outcome.stored.length} at first):`)
    tell(smallest)
    console.log(`  again, with its trace: npm run simulate -- --replay ${wordFor(smallest.script)}`)
  }
  for (const line of played.lines()) console.log(line)
  console.log(`${played.ceremonies} ceremonies, ${played.steps} steps, ${violations} violations`)
  return violations > 0 ? 1 : 0
}

async function playAgain(word: string): Promise<number> {
  const outcome = await play(scriptOf(word))
  for (const line of traceOf(outcome)) console.log(line)
  tell(outcome)
  console.log(`${outcome.ceremonies.length} ceremonies, ${outcome.steps} steps, ${outcome.violations.length} violations`)
  return outcome.violations.length > 0 ? 1 : 0
}

function tell({ script, violations }: Outcome): void {
  for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
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
