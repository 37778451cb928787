import type { AuditRecord } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import { isTeamMember, type PackFactType, type PackState, type Who } from '#domain/pack'
import type { AuditRecords, AuditRow } from './records.ts'

const TAKEN: PackFactType = 'DefinitionTaken'
const SUCCEEDED: PackFactType = 'PackTakenOver'

export interface AuditQuestion {
  readonly pack: string
  /** The pack as it is now: it says who may read this and what its signatories are called. */
  readonly state: PackState
  readonly who: Who
  /** Only what came after this time, ISO 8601. */
  readonly since?: string
  /** Names of users, by principal (`user:<key>`). */
  readonly people: Readonly<Record<string, string>>
  /** The name of a user who is none of them: who acted for support need not belong to the workspace. */
  nameOfUser(user: string): Promise<string>
}

/** The audit trail is the team's, and begins to show once the pack has left setup. */
export function mayReadAuditTrail(state: PackState, who: Who): boolean {
  return state.exists && isTeamMember(state, who) && state.status !== 'setup'
}

/** What the records leave in the events, since few readers need it. */
export interface EventDetails {
  /** What a copy took over from its origin, line by line. */
  takenOver(pack: string): Promise<readonly string[]>
  /** The user who owns it since this event. */
  successorAt(pack: string, revision: number): Promise<string | null>
}

/** Every record in the order of events, or null for somebody who may not read them (now). */
export async function auditTrail(
  records: Pick<AuditRecords, 'of'>,
  question: AuditQuestion,
  { takenOver, successorAt }: EventDetails,
): Promise<readonly AuditRecord[] | null> {
  const { pack, state, who, since } = question
  if (!mayReadAuditTrail(state, who)) return null
  const rows = await records.of(pack, since)
  const holds = rows.some(({ code }) => code === TAKEN) ? [...(await takenOver(pack))] : []
  const people = { ...question.people, ...(await namesOfSupport(rows, question)) }
  const wordsOf = async ({ code, words, revision }: (typeof rows)[number]): Promise<string> => {
    const successor = code === SUCCEEDED ? await successorAt(pack, revision) : null
    const name = successor && (people[`user:${successor}`] ?? (await question.nameOfUser(successor)))
    return name ? words.replace('another member', () => name) : words
  }
  const words = await Promise.all(rows.map(wordsOf))
  return rows.map(({ happened, on_behalf_of, reason, ...row }, at) => ({
    ...row,
    words: words[at]!,
    date_created: happened,
    who:
      on_behalf_of === null
        ? nameOf(row.principal, state, people)
        : `${nameOf(row.principal, state, people)} on behalf of ${nameOf(on_behalf_of, state, people)} (support: ${reason ?? 'a reason that was erased'})`,
    ...(row.code === TAKEN ? { holds } : {}),
  }))
}

async function namesOfSupport(
  rows: readonly Pick<AuditRow, 'principal' | 'on_behalf_of'>[],
  { people, nameOfUser }: AuditQuestion,
): Promise<Readonly<Record<string, string>>> {
  const unknown = new Set(rows.flatMap((row) => (row.on_behalf_of === null || people[row.principal] ? [] : [row.principal])))
  const named = await Promise.all([...unknown].map(async (one) => [one, await nameOfUser(one.slice('user:'.length))] as const))
  return Object.fromEntries(named.filter(([, name]) => name !== ''))
}

function nameOf(principal: string, state: PackState, people: AuditQuestion['people']): string {
  const [kind, id = ''] = principal.split(':', 2)
  if (kind === 'user') return people[principal] ?? 'A former member'
  if (kind === 'process') return 'Paraph'
  const signatory = state.signatories.find(({ uuid }) => uuid === id)
  return (signatory && (disclosed(signatory.name, '') || disclosed(signatory.role, ''))) || 'A signatory'
}
