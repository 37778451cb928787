import { derivedUuid } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { effectivePermissions, NO_DIFFERENCES } from '#domain/workspace'
import type { Account } from '../../../command-api/edge/caller.ts'
import type { Network } from '../client.ts'
import type { Act } from '../promises.ts'
import type { Tab } from '../tab.ts'
import { bulkOf, type SentInBulk } from './bulk.ts'
import { type Choosing, choosingOf } from './choosing.ts'
import { type Depending, dependingOf } from './depending.ts'
import type { Plan } from './plan.ts'

/** What a person typed, and what became of it: nobody else may read it before they have finished. */
export interface Typed {
  readonly pack: string
  readonly field: string
  readonly signatory: string
  readonly text: string
  /** On the page that took it. */
  act: Act | null
}

/** When they saw that it is saved; null: never, or it may have been lost. */
export const savedAt = ({ act }: Typed) => (act?.sure ? act.savedAt : null)

export interface Ceremony {
  readonly plan: Plan
  /** Of a document that begins as a copy only known when that is made. */
  pack: string
  /** What it is a copy of; null: it begins with uploads. */
  template: string | null
  readonly workspace: string
  /** Another workspace of the creator's, to which it may be moved. */
  readonly elsewhere: string
  readonly creator: string
  /** Another member of the workspace. */
  readonly colleague: string
  /** The creator's membership. */
  readonly member: string
  documents: readonly string[]
  /** One that was not meant to be there, and goes before anybody is asked. */
  readonly mistaken: string | null
  readonly signatories: readonly {
    readonly uuid: string
    readonly email: string
    readonly texts: readonly string[]
    readonly signature: string
    /** Nobody waits for them. */
    readonly optional: boolean
  }[]
  /** By which field who says who somebody is; null: the sender has said it of everybody. */
  readonly setsUp: { readonly field: string; readonly by: string; readonly whom: string } | null
  /** A field of the second signer's into which only the first writes; null: nobody writes for others. */
  readonly fillsFor: { readonly field: string; readonly by: string; readonly whose: string } | null
  /** Two fields of the first signer's with one custom id: they type into one; null: nothing is copied. */
  readonly replicated: { readonly from: string; readonly into: string; readonly whose: string } | null
  /** An entry on which a field depends; null: none does. */
  readonly depending: Depending | null
  /** A field for a file, and whose it is; null: nobody is asked for one. */
  readonly proof: { readonly field: string; readonly by: string } | null
  /** Fields that say themselves what may stand in them; null: there are none. */
  readonly choosing: Choosing | null
  /** What went into it, as it was uploaded. */
  readonly proofs: { readonly file: string; readonly filename: string; readonly text: string; readonly from: number }[]
  readonly copyRecipients: readonly {
    readonly uuid: string
    readonly email: string
    readonly copy: Plan['copies'][number]
  }[]
  /** The rule that reminds signers who have not signed; null: there is none. */
  reminding: string | null
  /** Messages about the document: between the sender and the first signer, and by the sender to themselves. Null: nobody writes any. */
  readonly notes: { readonly shared: string; readonly own: string; readonly hidden: string } | null
  readonly typed: Typed[]
  /** Texts that were the last in their field when their signer finished: from then on others may read them. */
  readonly published: Set<string>
  /** What signers looked at before they signed, and whether on a device that was handed to them. */
  readonly looked: { readonly signatory: string; readonly at: number; readonly shown: string; readonly inPerson: boolean }[]
  /** Links that the sender took by hand. */
  readonly handed: {
    readonly signatory: string
    readonly link: string
    readonly url: string
    readonly inPerson: boolean
    readonly at: number
    over: boolean
  }[]
  readonly copied: {
    asked: number
    /** `from`: what anybody knew of its origin when it was asked for; `at`: when they got the answer. */
    readonly answered: { readonly pack: string; readonly kind: PackState['kind']; readonly from: number; readonly at: number }[]
  }
  /** Answers that people got and now rely on. */
  readonly answers: {
    deleted: boolean
    /** It was moved, and everybody relies on it. */
    moved: boolean
    /** The template was deleted for good. */
    clearedAway: boolean
    trashed: boolean
    /** Out of the trash again, in the last moment. */
    takenOut: boolean
    rejected: boolean
    marked: boolean
    requested: boolean
    /** When what went out before was called back. */
    sentBack: number | null
    /** Only because it was in the trash. */
    inTrash: boolean
    corrected: boolean
    erased: string[]
    /** How often it came under a hold when somebody’s data was to be deleted. */
    holds: number
  }
  /** What the sender sends to a list of people meanwhile; null: nothing. */
  readonly bulk: SentInBulk | null
  /** When the last day that the sender gave it first is over, by the house's time; null: it has none yet. */
  runsOut: number | null
  /** Who was added to the team again, as it was acknowledged last; null: nobody was. */
  inTeam: string | null
  /** The page of somebody who was removed from the team; null: nobody was, or had none. */
  left: Tab | null
  over: boolean
  /** Milliseconds since the simulation began. */
  began: number
  ended: number
  /** Signers who are about to finish and wait for each other, and what lets each go on. */
  readonly ready: Map<string, () => void>
  /** What somebody saw with their own eyes that must not be. */
  readonly wrong: string[]
  /** Things somebody waited for without success. */
  stuck: string | null
}

export const calledIn = ({ name }: Plan, at: number) => `Signer ${at} of ${name}`
/** Why somebody rejects, which they tell the sender and nobody else. */
export const reasonOf = ({ name }: Plan, at: number) => `Too dear for ${at} of ${name}.`
/** What the document at that place is called. */
export const nameAt = (at: number) => (at === 0 ? 'Lease' : `Annex ${at}`)
/** What the sender uploads as the document at that place. */
export const paperOf = ({ name }: Plan, at: number) => (at === 0 ? `lease of ${name}` : `annex ${at} of ${name}`)

/** Things meant for somebody else. */
export const wrongPaperOf = ({ name }: Plan) => `nothing to do with ${name}`

/** What cannot be read, and was to be the first document. */
export const brokenPaperOf = (plan: Plan) => `broken ${paperOf(plan, 0)}`

/** Who signs at once, step after step; where nobody waits for anybody, nothing. */
export function stepsOf({ plan, signatories }: Ceremony): readonly (readonly string[])[] {
  const uuids = signatories.map(({ uuid }) => uuid)
  if (plan.order === 'at once') return []
  return plan.order === 'in steps' ? [uuids.slice(0, 2), ...uuids.slice(2).map((uuid) => [uuid])] : uuids.map((uuid) => [uuid])
}

/** The document that a field lies on: those of one signer are spread over all of them. */
export function documentOf({ documents, signatories, fillsFor, replicated, depending, proof }: Ceremony, field: string): string {
  if (
    field === fillsFor?.field ||
    field === proof?.field ||
    field === depending?.shown ||
    field === depending?.on ||
    isReplicated(replicated, field)
  )
    return documents[0]!
  const signer = signatories.findIndex(({ texts, signature }) => field === signature || texts.includes(field))
  const row = signatories[signer]!.texts.indexOf(field)
  return documents[(signer + row + 1) % documents.length]!
}

const isReplicated = (fields: Ceremony['replicated'], field: string) => field === fields?.from || field === fields?.into

/** Who signs with the typed name: its author, and the field's assignee. */
export const signsWith = ({ fillsFor }: Ceremony, { field, signatory }: Typed, signer: string): boolean =>
  signatory === signer || (field === fillsFor?.field && fillsFor.whose === signer)

export const FILENAME = 'draft of mine.pdf'

export function openCeremony(plan: Plan, network: Network): Ceremony {
  const { newId } = network
  const pack = newId()
  const signatories = plan.signers.map(({ texts }, at) => ({
    uuid: newId(),
    email: `${plan.name}-signer-${at}@example.org`,
    texts: Array.from({ length: texts }, newId),
    signature: newId(),
    optional: plan.optional?.at === at && plan.signers.length > 1,
  }))
  return {
    plan,
    pack,
    template: null,
    workspace: newId(),
    elsewhere: derivedUuid(`${pack} elsewhere`),
    mistaken: plan.mistakes === 'document' ? newId() : null,
    creator: newId(),
    colleague: derivedUuid(`${pack} colleague`),
    member: newId(),
    documents: Array.from({ length: plan.documents }, newId),
    signatories,
    setsUp: setUpIn(plan, pack, signatories),
    fillsFor:
      plan.fillsFor && signatories[1]
        ? { field: derivedUuid(`${pack} for another`), by: signatories[0]!.uuid, whose: signatories[1].uuid }
        : null,
    replicated: plan.replicates
      ? { from: derivedUuid(`${pack} entered`), into: derivedUuid(`${pack} copied`), whose: signatories[0]!.uuid }
      : null,
    depending: dependingOf(plan, pack, signatories),
    proof: plan.proves ? { field: derivedUuid(`${pack} proof`), by: signatories[plan.proves.at]!.uuid } : null,
    choosing: plan.chooses === null ? null : choosingOf(pack, signatories[plan.chooses]!.uuid),
    proofs: [],
    copyRecipients: plan.copies.map((copy, at) => ({
      uuid: derivedUuid(`${pack} copy ${at}`),
      // Addresses are the same however they are written.
      email: copy === 'has a signer’s address' ? `${plan.name}-Signer-0@Example.org` : `${plan.name}-copy-${at}@example.org`,
      copy,
    })),
    reminding: null,
    notes: plan.notes
      ? { shared: derivedUuid(`${pack} shared`), own: derivedUuid(`${pack} own`), hidden: derivedUuid(`${pack} hidden`) }
      : null,
    typed: [],
    published: new Set(),
    looked: [],
    handed: [],
    copied: { asked: 0, answered: [] },
    answers: {
      deleted: false,
      moved: false,
      clearedAway: false,
      trashed: false,
      takenOut: false,
      rejected: false,
      marked: false,
      requested: false,
      sentBack: null,
      inTrash: false,
      corrected: false,
      erased: [],
      holds: 0,
    },
    bulk: bulkOf(plan, pack),
    runsOut: null,
    inTeam: null,
    left: null,
    over: false,
    began: Number.POSITIVE_INFINITY,
    ended: Number.POSITIVE_INFINITY,
    ready: new Map(),
    wrong: [],
    stuck: null,
  }
}

/** Only in an order, and by somebody who has to sign before. */
function setUpIn({ setsUp, order }: Plan, pack: string, signatories: Ceremony['signatories']): Ceremony['setsUp'] {
  const [first, last] = [signatories[0]!, signatories.at(-1)!]
  const isLater = (order === 'in sequence' && signatories.length > 1) || (order === 'in steps' && signatories.length > 2)
  if (!setsUp || !isLater || first.optional || last.optional) return null
  return { field: derivedUuid(`${pack} sets up`), by: first.uuid, whom: last.uuid }
}

/** Theirs are both workspaces, the one that it is made in first. */
export const account = (ceremony: Ceremony): Account =>
  accountOf(ceremony.creator, ceremony.plan.moves === null ? [ceremony.workspace] : [ceremony.workspace, ceremony.elsewhere])
export const colleague = (ceremony: Ceremony): Account => accountOf(ceremony.colleague, [ceremony.workspace])

function accountOf(user: string, workspaces: readonly string[]): Account {
  const memberships = workspaces.map((workspace) => ({
    workspace,
    name: 'Castell & Sons',
    isAdmin: true,
    isPersonal: false,
    permissions: effectivePermissions('administrator', NO_DIFFERENCES),
    invitation: null,
  }))
  return { as: 'account', user, session: 'session', memberships }
}
