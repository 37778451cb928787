import { type Outcome, play, type Script } from './run.ts'

/**
 * The smallest script found that still fails: ceremonies and faults are left out one after the other for as long as
 * something is still wrong. Every try is a whole run, so it takes as many as there are parts.
 */
export async function shrink(failing: Outcome): Promise<Outcome> {
  let smallest = failing
  for (let again = true; again; ) {
    again = false
    for (const smaller of smallerThan(smallest.script)) {
      const outcome = await play(smaller)
      if (outcome.violations.length === 0) continue
      smallest = outcome
      again = true
      break
    }
  }
  return smallest
}

function* smallerThan(script: Script): Generator<Script> {
  const { plans, faults } = script
  if (plans.length > 1) for (const [at] of plans.entries()) yield { ...script, plans: plans.toSpliced(at, 1) }
  for (const [at] of faults.entries()) yield { ...script, faults: faults.toSpliced(at, 1) }
}
