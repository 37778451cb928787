import type { Random } from '../random.ts'

export const COURSES = ['straight', 'reverts', 'corrects', 'resends', 'rejects', 'marks', 'trashes', 'deletes', 'adds', 'edits'] as const
export type Course = (typeof COURSES)[number]
const MISTAKES = ['file', 'document'] as const
export const ORDERS = ['at once', 'in sequence', 'in steps'] as const
const RULES = ['removed', 'sooner', 'later'] as const
/** To whom else the sender means the final copy to go: to somebody; to somebody whom they strike out again; to whom it goes already. */
const COPIES = ['gets one', 'is struck out', 'has a signer’s address'] as const
/** What becomes of somebody whose signature nobody waits for. */
const COMES = ['signs', 'types', 'stays away'] as const

/** For whom else the sender adds a supporting document, and what becomes of it during preparation. */
const AUDIENCES = ['all', 'signatories', 'cc_recipients', 'team'] as const
const SUPPORTING = ['stays', 'replaced', 'removed', 'comes back', 'for others at first'] as const

/** What becomes of a file that a signer puts into their field. */
const PROVES = ['stays', 'replaced', 'taken out'] as const
/** What comes of a list that the sender sends to. */
const BULK = ['is activated', 'is activated twice', 'is paused'] as const
const KINDS = ['document', 'template'] as const
/** What becomes of the template that a document began as a copy of. */
const TEMPLATES = ['kept', 'cleared away'] as const

/** What becomes of somebody who is added to the team. */
const BELONGS = ['loses a right', 'leaves', 'comes back', 'goes for good'] as const

/** Whose the field is that a condition on an entry of the first signer's brings and takes away. */
const DEPENDS = ['own', 'of the second'] as const
/** What of a pack somebody rejects, where each document may be. */
const DECLINES = ['the last', 'all'] as const

/** What people mean to do, drawn before anything happens: a plan can be left out when a failure is made smaller. */
export interface Plan {
  readonly name: string
  readonly signers: readonly {
    readonly texts: number
    readonly drafts: number
    readonly postpones: boolean
    /** Seconds for which their mails lie about. */
    readonly dawdles: number
  }[]
  /** Who of them need not sign, and what they do; null: everybody has to. */
  readonly optional: { readonly at: number; readonly comes: (typeof COMES)[number] } | null
  /** The first says who signs last, in an order of several steps; null: the sender knows. */
  readonly setsUp: 'at once' | 'with a slip' | null
  /** The first signer may fill in for the others, and does for the second. */
  readonly fillsFor: boolean
  /** What the first signer enters is copied into another field of theirs. */
  readonly replicates: boolean
  /** An entry of the first signer's decides whether a field is there, and is changed now and then; null: nothing depends on it. */
  readonly depends: (typeof DEPENDS)[number] | null
  /** Whom the sender excludes while people sign, how many seconds after the request, and whether they still get the final copy; null: nobody. */
  readonly excludes: { readonly at: number; readonly after: number; readonly viewing: boolean } | null
  /** What the second signer rejects of the documents; null: nothing. */
  readonly declines: (typeof DECLINES)[number] | null
  /** The steps of the order are groups of signers. */
  readonly groups: boolean
  /** Seconds after the request in which the sender moves it to another workspace of theirs; null: it stays. */
  readonly moves: number | null
  /** Who of them is written to about nothing but the end, and gets their links by hand; null: everybody is. */
  readonly quiet: number | null
  /** Who of them is to be asked by a text message, which nobody here can send; null: nobody is. */
  readonly byMessage: number | null
  /** Who of them gets no final copy; null: everybody does. */
  readonly untold: number | null
  /** The sender gets none. */
  readonly leavesOut: boolean
  /** Who of them is asked for a file, what becomes of the first that they pick, and whether the others may have it; null: nobody is. */
  readonly proves: { readonly at: number; readonly course: (typeof PROVES)[number]; readonly forAll: boolean } | null
  /** How many are in the pack. */
  readonly documents: number
  /** What the sender picks by mistake, and sees at once or later: a file that another takes the place of, or one document more. */
  readonly mistakes: (typeof MISTAKES)[number] | null
  /** How often the sender has a file tried again that cannot be read, before they pick the right one; null: they pick none such. */
  readonly broken: number | null
  readonly order: (typeof ORDERS)[number]
  readonly editors: number
  /** Those who may finish at the same time do, within a tenth of a second. */
  readonly together: boolean
  /** What comes in the way of signing. */
  readonly course: Course
  /** Seconds after the request until it does. */
  readonly courseAfter: number
  readonly beginsAt: number
  /** Seconds after which a rule reminds a signer who has not signed; null: no rule. */
  readonly reminds: number | null
  /** What the sender makes of that rule while people sign, once or several times. */
  readonly rules: readonly (typeof RULES)[number][]
  /** What becomes of it in the trash, where the workspace has that emptied; null: it has not. */
  readonly keeps: 'goes' | 'taken out' | 'held' | null
  /** How many, the last ones, ask for their data to be deleted once the document has come to nothing. */
  readonly erases: number
  /** It comes under a legal hold when they do. */
  readonly holds: boolean
  /** The sender and the first signer write messages to each other, and the sender to themselves. */
  readonly notes: boolean
  /** How many of the team put the fields in order, each on a page of their own. */
  readonly arranges: number
  /** Those who do lock the fields where they are now and then, and unlock them. */
  readonly locks: boolean
  /** How many settle at once what the document is called and how it is to be signed. */
  readonly settles: number
  /** Who else is to get the final copy. */
  readonly copies: readonly (typeof COPIES)[number][]
  readonly supporting: readonly { readonly audience: (typeof AUDIENCES)[number]; readonly course: (typeof SUPPORTING)[number] }[]
  /** Those files go with the final copies. */
  readonly encloses: boolean
  /** The sender names somebody who shall not sign after all, by themselves or while a colleague gives them fields; null: nobody. */
  readonly thinksBetter: 'alone' | 'with a colleague' | null
  /** It begins as a copy of a template, which may be deleted for good while it goes on; null: it begins with uploads. */
  readonly fromTemplate: (typeof TEMPLATES)[number] | null
  /** Somebody is added to the team meanwhile, and is made less of there; null: nobody is. */
  readonly belongs: (typeof BELONGS)[number] | null
  /** How often an added member chooses a password. */
  readonly logsIn: number
  /** Who of them ticks one of several boxes, and chooses; null: nobody is asked to. */
  readonly chooses: number | null
  /** How often it is sealed again once it is complete. */
  readonly sealsAgain: number
  /** In how many days the request expires, for which the last signer waits; the sender extends it then. Null: it has no last day. */
  readonly expires: number | null
  /** To how many people the sender sends something else meanwhile, and how; null: to none. */
  readonly bulk: { readonly rows: number; readonly course: (typeof BULK)[number] } | null
  /** As what the sender has copies of it made. */
  readonly copied: readonly (typeof KINDS)[number][]
}

export function drawPlan(chance: Random, name: string): Plan {
  // Eight hours seldom: nobody does anything in them, and every page stays open.
  const reminds = chance.happens(0.4) ? (chance.happens(0.2) ? 28_800 : 300) : null
  const signers = chance.happens(0.9) ? 3 + chance.below(2) : 1 + chance.below(2)
  // Drawn apart, so that every other story stays the one that it was.
  const apart = chance.of(`${name} erases`)
  const keeps = chance.of(`${name} keeps`)
  const documents = chance.of(`${name} documents`)
  const arranges = chance.of(`${name} arranges`)
  const settles = chance.of(`${name} settles`)
  const copies = chance.of(`${name} copies`)
  const broken = chance.of(`${name} broken`)
  const rules = chance.of(`${name} rules`)
  const supporting = chance.of(`${name} supporting`)
  const optional = chance.of(`${name} optional`)
  const setsUp = chance.of(`${name} sets up`)
  const sealsAgain = chance.of(`${name} seals again`)
  const copied = chance.of(`${name} copied`)
  const expires = chance.of(`${name} expires`)
  const bulk = chance.of(`${name} bulk`)
  const proves = chance.of(`${name} proves`)
  const quiet = chance.of(`${name} quiet`)
  const thinksBetter = chance.of(`${name} thinks better`)
  const template = chance.of(`${name} template`)
  const belongs = chance.of(`${name} belongs`)
  const chooses = chance.of(`${name} chooses`)
  const logsIn = chance.of(`${name} logs in`)
  // The first has a mail that comes back, and a namesake.
  const notTheFirstBy = (draws: Random) => (signers > 1 && draws.happens(0.2) ? 1 + draws.below(signers - 1) : null)
  const notTheFirst = () => notTheFirstBy(quiet)
  const several = documents.happens(1 / 3) ? 2 + documents.below(2) : 1
  const mistakes = documents.happens(1 / 3) ? documents.pick(MISTAKES) : null
  const isBroken = broken.happens(0.2) ? broken.below(3) : null
  // What goes wrong with uploads has its own stories.
  const uploads = mistakes !== null || isBroken !== null
  const plan: Plan = {
    name,
    signers: Array.from({ length: signers }, () => ({
      texts: chance.below(3),
      drafts: 1 + chance.below(3),
      postpones: chance.happens(0.1),
      dawdles: reminds !== null && chance.happens(0.4) ? reminds + chance.below(3 * reminds) : 0,
    })),
    optional: signers > 1 && optional.happens(0.25) ? { at: optional.below(signers), comes: optional.pick(COMES) } : null,
    setsUp: setsUp.happens(0.4) ? setsUp.pick(['at once', 'with a slip']) : null,
    fillsFor: signers > 1 && chance.of(`${name} fills for`).happens(0.3),
    replicates: chance.of(`${name} replicates`).happens(0.3),
    depends: null,
    excludes: null,
    declines: null,
    groups: false,
    moves: null,
    quiet: notTheFirst(),
    untold: notTheFirst(),
    byMessage: notTheFirstBy(chance.of(`${name} by message`)),
    leavesOut: quiet.happens(0.1),
    proves: proves.happens(0.3) ? { at: proves.below(signers), course: proves.pick(PROVES), forAll: proves.happens(0.5) } : null,
    documents: several,
    mistakes,
    broken: isBroken,
    order: chance.pick(ORDERS),
    editors: 1 + chance.below(2),
    together: chance.happens(0.4),
    course: chance.pick(COURSES),
    courseAfter: chance.below(240),
    beginsAt: chance.below(120_000),
    reminds,
    rules: reminds !== null && rules.happens(0.4) ? Array.from({ length: 1 + rules.below(3) }, () => rules.pick(RULES)) : [],
    keeps: keeps.happens(0.6) ? keeps.pick(['goes', 'taken out', 'held']) : null,
    erases: apart.happens(0.75) ? 1 + apart.below(2) : 0,
    holds: chance.of(`${name} holds`).happens(0.4),
    notes: chance.of(`${name} notes`).happens(0.3),
    arranges: arranges.happens(0.3) ? 1 + arranges.below(2) : 0,
    locks: chance.of(`${name} locks`).happens(0.4),
    settles: settles.happens(0.2) ? 1 + settles.below(2) : 0,
    copies: copies.happens(0.4) ? Array.from({ length: 1 + copies.below(3) }, () => copies.pick(COPIES)) : [],
    supporting: supporting.happens(0.4)
      ? Array.from({ length: 1 + supporting.below(3) }, () => ({
          audience: supporting.pick(AUDIENCES),
          course: supporting.pick(SUPPORTING),
        }))
      : [],
    encloses: supporting.happens(0.5),
    thinksBetter: thinksBetter.happens(0.25) ? thinksBetter.pick(['alone', 'with a colleague']) : null,
    fromTemplate: template.happens(0.3) && !uploads ? template.pick(TEMPLATES) : null,
    belongs: belongs.happens(0.25) ? belongs.pick(BELONGS) : null,
    logsIn: logsIn.happens(0.7) ? 1 + logsIn.below(3) : 0,
    chooses: chooses.happens(0.3) ? chooses.below(signers) : null,
    sealsAgain: sealsAgain.happens(0.25) ? 1 + sealsAgain.below(2) : 0,
    expires: reminds === null && expires.happens(0.3) ? expires.below(2) : null,
    bulk: bulk.happens(0.1) ? { rows: 3 + bulk.below(2), course: bulk.pick(BULK) } : null,
    copied: copied.happens(0.3) ? Array.from({ length: 1 + copied.below(2) }, () => copied.pick(KINDS)) : [],
  }
  return { ...plan, ...adaptations(plan, chance) }
}

/** Stories of documents that change their shape under way: each apart, and by people in no other of them. */
function adaptations(plan: Plan, chance: Random): Partial<Plan> {
  const [depends, excludes, declines, groups, moves] = ['depends', 'excludes', 'declines', 'groups', 'moves'].map((story) =>
    chance.of(`${plan.name} ${story}`),
  ) as [Random, Random, Random, Random, Random]
  const signers = plan.signers.length
  const of = depends.happens(0.3) ? depends.pick(signers > 1 ? DEPENDS : (['own'] as const)) : null
  const at = 1 + excludes.below(Math.max(1, signers - 1))
  const isNeeded =
    at === plan.proves?.at ||
    at === plan.chooses ||
    at === plan.optional?.at ||
    (at === 1 && (plan.fillsFor || of === 'of the second')) ||
    (at === signers - 1 && plan.setsUp)
  const declined = plan.documents > 1 && signers > 1 && declines.happens(0.5) ? declines.pick(DECLINES) : null
  const isAtHome =
    plan.belongs !== null || plan.bulk !== null || plan.copied.length > 0 || (plan.erases > 0 && plan.holds) || plan.fromTemplate !== null
  const staysInPlace = isAtHome || plan.course === 'trashes' || plan.course === 'deletes'
  return {
    depends: of,
    excludes:
      signers > 1 && !isNeeded && declined === null && excludes.happens(0.4)
        ? { at, after: excludes.below(300), viewing: excludes.happens(0.5) }
        : null,
    declines: declined,
    groups: plan.order === 'in steps' && groups.happens(0.6),
    moves: !staysInPlace && moves.happens(0.8) ? moves.below(300) : null,
  }
}
