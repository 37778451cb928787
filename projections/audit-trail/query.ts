import type { AuditRecord } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import { isTeamMember, type PackFactType, type PackState, type Who } from '#domain/pack'
import type { AuditRecords } from './records.ts'

const TAKEN: PackFactType = 'DefinitionTaken'

export interface AuditQuestion {
  readonly pack: string
  /** The pack as it is now: it says who may read this and what its signatories are called. */
  readonly state: PackState
  readonly who: Who
  /** Only what came after this time, ISO 8601. */
  readonly since?: string
  /** Names of users, by principal (`user:<key>`). */
  readonly people: Readonly<Record<string, string>>
}

/** The audit trail is the team's, and begins to show once the pack has left setup. */
export function mayReadAuditTrail(state: PackState, who: Who): boolean {
  return state.exists && isTeamMember(state, who) && state.status !== 'setup'
}

/**
 * Every record in the order of events, or null for somebody who may not read them (now).
 * @param takenOver what a copy of this key took over, line by line
 */
export async function auditTrail(
  records: Pick<AuditRecords, 'of'>,
  question: AuditQuestion,
  takenOver: (pack: string) => Promise<readonly string[]>,
): Promise<readonly AuditRecord[] | null> {
  const { pack, state, who, since, people } = question
  if (!mayReadAuditTrail(state, who)) return null
  const rows = await records.of(pack, since)
  const holds = rows.some(({ code }) => code === TAKEN) ? [...(await takenOver(pack))] : []
  return rows.map(({ happened, ...row }) => ({
    ...row,
    date_created: happened,
    who: nameOf(row.principal, state, people),
    ...(row.code === TAKEN ? { holds } : {}),
  }))
}

function nameOf(principal: string, state: PackState, people: AuditQuestion['people']): string {
  const [kind, id = ''] = principal.split(':', 2)
  if (kind === 'user') return people[principal] ?? 'A former member'
  if (kind === 'process') return 'Paraph'
  const signatory = state.signatories.find(({ uuid }) => uuid === id)
  return (signatory && (disclosed(signatory.name, '') || disclosed(signatory.role, ''))) || 'A signatory'
}
