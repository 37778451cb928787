import type { Ceremony } from './ceremony/index.ts'
import type { Outcome } from './run.ts'
import type { Script } from './script.ts'

/** The mix that was played, so that nobody takes many easy stories for hard ones. */
export interface Mix {
  count(outcome: Outcome): void
  readonly ceremonies: number
  readonly steps: number
  lines(): readonly string[]
}

type Sort = readonly [words: string, isOne: (ceremony: Ceremony, script: Script) => boolean]
const SORTS: readonly Sort[] = [
  ['with three signers or more, a fault in the middle and a change of course', isRich],
  ['with somebody who need not sign, and may sign, only begin, or stay away', ({ plan }) => plan.optional !== null],
  ['in which the first signer said who signs last', ({ setsUp }) => setsUp !== null],
  ['in which the first signer filled in for the second', ({ fillsFor }) => fillsFor !== null],
  ['in which an entry of the first signer’s decided whether another field is there', ({ plan }) => plan.depends !== null],
  ['in which the sender excluded a signer', ({ plan }) => plan.excludes !== null],
  ['in which a signer rejected one of several documents, or each', ({ plan }) => plan.declines !== null],
  ['whose signers were in groups', ({ plan }) => plan.groups],
  ['that were moved to another workspace while people signed', ({ answers }) => answers.moved],
  ['in which an entry of the first signer was copied into another field', ({ replicated }) => replicated !== null],
  [
    'in which somebody was not to be written to, or was not to get a copy',
    ({ plan }) => plan.quiet !== null || plan.untold !== null || plan.leavesOut,
  ],
  ['in which somebody was to be asked by a message that nobody can send', ({ plan }) => plan.byMessage !== null],
  ['in which a signer was to tick one of several boxes and to choose', ({ choosing }) => choosing !== null],
  ['in which a signer was asked for a file', ({ proof }) => proof !== null],
  ['in which somebody was handed a device to sign on', ({ handed }) => handed.some(({ inPerson }) => inPerson)],
  ['with two documents or three', ({ plan }) => plan.documents > 1],
  ['whose sender picked a wrong file at first', ({ plan }) => plan.mistakes !== null],
  ['whose sender picked a file that cannot be read', ({ plan }) => plan.broken !== null],
  ['whose sender changed the rule of the reminders while people signed, or took it away', ({ plan }) => plan.rules.length > 0],
  ['whose fields were put in order and undone again and again', ({ plan }) => plan.arranges > 0],
  ['in which two people did that at once', ({ plan }) => plan.arranges > 1],
  ['in which the fields were locked and unlocked meanwhile', ({ plan }) => plan.arranges > 0 && plan.locks],
  ['whose name and settings two people changed at once', ({ plan }) => plan.settles > 1],
  ['in which somebody was named, taken out and brought back, and did not sign', ({ plan }) => plan.thinksBetter !== null],
  ['of which others were to get a copy too, some of them struck out again', ({ plan }) => plan.copies.length > 0],
  [
    'with files beside the pages, for everybody or for some, some of them the wrong ones at first',
    ({ plan }) => plan.supporting.length > 0,
  ],
  ['of which copies were made, as documents or templates, while they were prepared or signed', ({ plan }) => plan.copied.length > 0],
  ['that began as copies of a template, which was deleted for good meanwhile or not', ({ plan }) => plan.fromTemplate !== null],
  ['whose team somebody was added to, to lose a right, leave, come back, or be gone for good', ({ plan }) => plan.belongs !== null],
  [
    'in which they chose a password, or several, and somebody tried the former ones',
    ({ plan }) => plan.belongs !== null && plan.logsIn > 0,
  ],
  ['whose request was to expire before the last signer came, and was extended', ({ plan }) => plan.expires !== null],
  ['whose sender sent something to a list of people meanwhile', ({ plan }) => plan.bulk !== null],
  ['that were sealed again once they were complete', ({ plan }) => plan.sealsAgain > 0],
]

function isRich({ plan, began, ended }: Ceremony, { faults }: Script): boolean {
  const inTheMiddle = faults.some(({ at, lasts }) => at < ended && at + lasts > began)
  return plan.signers.length >= 3 && plan.course !== 'straight' && inTheMiddle
}

export function mix(): Mix {
  const courses = new Map<string, number>()
  const faults = new Map<string, number>()
  const sorts = new Map<string, number>()
  let [ceremonies, steps, erased, holds] = [0, 0, 0, 0]
  const more = (of: Map<string, number>, what: string) => void of.set(what, (of.get(what) ?? 0) + 1)
  const counted = (of: Map<string, number>) =>
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
      for (const ceremony of held) {
        erased += ceremony.answers.erased.length
        holds += ceremony.answers.holds
        more(courses, ceremony.plan.course)
        for (const [words, isOne] of SORTS) if (isOne(ceremony, script)) more(sorts, words)
      }
    },
    get ceremonies() {
      return ceremonies
    },
    get steps() {
      return steps
    },
    lines: () => [
      `courses: ${counted(courses)}`,
      `faults: ${counted(faults)}`,
      ...SORTS.map(([words]) => `${ofAll(sorts.get(words) ?? 0)} ${words}`),
      `${erased} people had their data deleted, and ${holds} times the document came under a hold when they asked for it`,
    ],
  }
}
