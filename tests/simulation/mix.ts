import type { Outcome } from './run.ts'

/** What was played, so that nobody takes many easy stories for hard ones. */
export interface Mix {
  count(outcome: Outcome): void
  readonly ceremonies: number
  readonly steps: number
  lines(): readonly string[]
}

export function mix(): Mix {
  const courses = new Map<string, number>()
  const faults = new Map<string, number>()
  let [ceremonies, steps, rich, free, later, several, mistaken, broken, ruled, arranged, together, copied, beside, sealed, erased, holds] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const more = (of: Map<string, number>, what: string) => void of.set(what, (of.get(what) ?? 0) + 1)
  const told = (of: Map<string, number>) =>
    [...of]
      .sort(([, a], [, b]) => b - a)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')
  const ofAll = (count: number) => `${count} (${Math.round((100 * count) / ceremonies)} %)`
  return {
    count({ script, ceremonies: held, steps: taken }) {
      ceremonies += held.length
      steps += taken
      for (const fault of script.faults) more(faults, fault.kind)
      for (const { plan, began, ended, told, setsUp } of held) {
        erased += told.erased.length
        holds += told.holds
        if (plan.optional) free += 1
        if (setsUp) later += 1
        if (plan.documents > 1) several += 1
        if (plan.mistakes) mistaken += 1
        if (plan.broken !== null) broken += 1
        if (plan.rules.length > 0) ruled += 1
        if (plan.arranges > 0) arranged += 1
        if (plan.arranges > 1) together += 1
        if (plan.copies.length > 0) copied += 1
        if (plan.supporting.length > 0) beside += 1
        if (plan.sealsAgain > 0) sealed += 1
        more(courses, plan.course)
        const inTheMiddle = script.faults.some(({ at, lasts }) => at < ended && at + lasts > began)
        if (plan.signers.length >= 3 && plan.course !== 'straight' && inTheMiddle) rich += 1
      }
    },
    get ceremonies() {
      return ceremonies
    },
    get steps() {
      return steps
    },
    lines: () => [
      `courses: ${told(courses)}`,
      `faults: ${told(faults)}`,
      `${ofAll(rich)} with three signers or more, a fault in the middle and a change of course`,
      `${ofAll(free)} with somebody who need not sign, and may sign, only begin, or stay away`,
      `${ofAll(later)} in which the first signer said who signs last`,
      `${ofAll(several)} with two documents or three, and ${mistaken} whose sender picked a wrong file at first, ${broken} one that cannot be read`,
      `${ofAll(ruled)} whose sender changed the rule of the reminders while people signed, or took it away`,
      `${ofAll(arranged)} whose fields were put in order and undone again and again, in ${together} by two people at once`,
      `${ofAll(copied)} of which others were to get a copy too, some of them struck out again`,
      `${ofAll(beside)} with files beside the pages, for everybody or for some, and some of them the wrong ones at first`,
      `${ofAll(sealed)} that were sealed again once they were complete`,
      `${erased} people had their data deleted, and ${holds} times the document came under a hold when they asked for it`,
    ],
  }
}
