import type { Plan } from './ceremony/index.ts'
import { CLUSTERS } from './cluster.ts'
import { type Outcome, play } from './run.ts'
import type { Script } from './script.ts'

/** Every try is a whole run. */
const MOST_TRIES = 500

/**
 * The smallest script found that still fails: ceremonies, faults, people and what they do are left out one after the other
 * for as long as something is still wrong.
 */
export async function shrink(failing: Outcome): Promise<Outcome> {
  let smallest = failing
  let tries = 0
  for (let again = true; again && tries < MOST_TRIES; ) {
    again = false
    for (const smaller of smallerThan(smallest.script)) {
      if (++tries > MOST_TRIES) break
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
  const { plans, faults, servers } = script
  if (plans.length > 1) for (const [at] of plans.entries()) yield { ...script, plans: plans.toSpliced(at, 1) }
  for (const [at] of faults.entries()) yield { ...script, faults: faults.toSpliced(at, 1) }
  const [alone] = CLUSTERS
  if (servers.length > 1) {
    yield { ...script, servers: alone!, faults: faults.map((fault) => ('server' in fault ? { ...fault, server: 0 } : fault)) }
  }
  for (const [at, plan] of plans.entries()) {
    for (const simpler of simplerThan(plan)) yield { ...script, plans: plans.with(at, simpler) }
  }
}

function* simplerThan(plan: Plan): Generator<Plan> {
  const { signers } = plan
  const { proves, quiet, untold, byMessage, chooses, excludes } = plan
  if (chooses !== null) yield { ...plan, chooses: null }
  if (byMessage !== null) yield { ...plan, byMessage: null }
  if (quiet !== null) yield { ...plan, quiet: null }
  if (untold !== null) yield { ...plan, untold: null }
  if (plan.leavesOut) yield { ...plan, leavesOut: false }
  const last = signers.length - 1
  if (last > 0 && ![proves?.at, quiet, untold, byMessage, chooses, excludes?.at].includes(last))
    yield { ...plan, signers: signers.slice(0, -1) }
  if (excludes) yield { ...plan, excludes: null }
  if (proves) yield { ...plan, proves: null }
  if (plan.optional) yield { ...plan, optional: null }
  if (plan.setsUp) yield { ...plan, setsUp: null }
  if (plan.replicates) yield { ...plan, replicates: false }
  if (plan.fillsFor) yield { ...plan, fillsFor: false }
  if (plan.documents > 1) yield { ...plan, documents: plan.documents - 1 }
  if (plan.mistakes) yield { ...plan, mistakes: null }
  if (plan.broken !== null) yield { ...plan, broken: plan.broken > 0 ? plan.broken - 1 : null }
  if (plan.course !== 'straight') yield { ...plan, course: 'straight' }
  if (plan.order !== 'at once') yield { ...plan, order: 'at once' }
  if (plan.editors > 1) yield { ...plan, editors: 1 }
  if (plan.reminds !== null) yield { ...plan, reminds: null, rules: [], signers: signers.map((signer) => ({ ...signer, dawdles: 0 })) }
  if (plan.rules.length > 0) yield { ...plan, rules: plan.rules.slice(0, -1) }
  if (plan.keeps) yield { ...plan, keeps: null }
  if (plan.holds) yield { ...plan, holds: false }
  if (plan.notes) yield { ...plan, notes: false }
  if (plan.copies.length > 0) yield { ...plan, copies: plan.copies.slice(0, -1) }
  if (plan.supporting.length > 0) yield { ...plan, supporting: plan.supporting.slice(0, -1) }
  if (plan.thinksBetter) yield { ...plan, thinksBetter: plan.thinksBetter === 'alone' ? null : 'alone' }
  if (plan.fromTemplate) yield { ...plan, fromTemplate: plan.fromTemplate === 'kept' ? null : 'kept' }
  if (plan.bulk) yield { ...plan, bulk: null }
  if (plan.belongs) yield { ...plan, belongs: null }
  if (plan.logsIn > 0) yield { ...plan, logsIn: plan.logsIn - 1 }
  if (plan.sealsAgain > 0) yield { ...plan, sealsAgain: plan.sealsAgain - 1 }
  if (plan.copied.length > 0) yield { ...plan, copied: plan.copied.slice(0, -1) }
  if (plan.settles > 0) yield { ...plan, settles: plan.settles - 1 }
  if (plan.locks) yield { ...plan, locks: false }
  if (plan.arranges > 0) yield { ...plan, arranges: plan.arranges - 1 }
  if (plan.erases > 0) yield { ...plan, erases: plan.erases - 1 }
  if (plan.together) yield { ...plan, together: false }
  for (const [at, signer] of signers.entries()) {
    if (signer.postpones) yield { ...plan, signers: signers.with(at, { ...signer, postpones: false }) }
    if (signer.drafts > 1) yield { ...plan, signers: signers.with(at, { ...signer, drafts: 1 }) }
    if (signer.texts > 0) yield { ...plan, signers: signers.with(at, { ...signer, texts: signer.texts - 1 }) }
  }
}
