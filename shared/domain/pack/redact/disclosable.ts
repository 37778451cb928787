import { isWithheld, type LeafPath, OWN_SUBJECT, type RecordedEvent } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { fieldPropertyIn } from '../field-properties.ts'
import { fillingIn } from '../fillings.ts'
import { codec } from '../pack.ts'
import { can, isTeamMember } from '../policy.ts'
import { hasSigned } from '../signatories.ts'
import type { PackState } from '../state.ts'
import { isShownTo, viewFor } from '../view.ts'
import { isOfTeam, type Who } from '../who.ts'

/** Whether somebody may take values with them by which they show to others what the sealed file only digests. */
export function mayDisclose(state: PackState, who: Who): boolean {
  if (isOfTeam(who)) return state.exists && isTeamMember(state, who) && can(who, 'can_download_document_csv_data')
  return who.as === 'signatory' && hasSigned(state, who.signatory)
}

export interface Disclosable {
  readonly path: LeafPath
  /** Whose value it is: a signatory or copy recipient, or `pack`. */
  readonly subject: string
}

/**
 * The leaves of a pack's history that somebody may disclose, by revision. The team: what its audit trail and its view
 * show. A signatory: what their own view shows, and from where they acted themselves. Nobody: drafts that were replaced.
 */
export function disclosableBy(
  history: readonly RecordedEvent<PackFact>[],
  state: PackState,
  who: Who,
): ReadonlyMap<number, readonly Disclosable[]> {
  const found = new Map<number, Disclosable[]>()
  if (!mayDisclose(state, who)) return found
  const last = lastFillings(history)
  const seen = viewFor(state, who.as === 'signatory' ? { of: 'signatory', signatory: who.signatory } : { of: 'team' })
  for (const { revision, fact, meta } of history) {
    const leaves = codec.confidential(fact).filter(() => maySee(fact, revision))
    const own = meta.actor.principal.startsWith('signatory:') ? meta.actor.principal.slice('signatory:'.length) : null
    const meets = isOfTeam(who) || own === (who.as === 'signatory' ? who.signatory : '')
    const where = (['address', 'agent', 'reason'] as const).filter((key) => meets && meta[key] !== undefined)
    const alike = who.as === 'team' ? codec.shared(fact.type).map((path) => ({ path, subject: OWN_SUBJECT })) : []
    const all = [...leaves, ...alike, ...where.map((key) => ({ path: ['meta', key], subject: own ?? 'pack' }))]
    if (all.length > 0) found.set(revision, all)
  }
  return found

  function maySee(fact: PackFact, revision: number): boolean {
    const filling = fillingIn(fact)
    if (filling) {
      return filling.fields.some((key) => {
        const field = seen.fields[key]
        return last.get(key) === revision && field !== undefined && field.value !== null && !isWithheld(field.value)
      })
    }
    if (who.as !== 'signatory') return isOfTeam(who)
    const field = 'field' in fact.data ? state.fields[fact.data.field] : undefined
    return (field === undefined || isShownTo(who.signatory, field)) && shownToSignatory(fact, who.signatory, seen)
  }
}

/** What a signatory's page showed them, no matter who wrote it: names and roles, the pages' names, the message, the help texts of fields. */
function shownToSignatory(fact: PackFact, own: string, { appendices }: PackState): boolean {
  switch (fact.type) {
    case 'PackCreated':
    case 'PackRenamed':
    // Its own leaves are the names of the documents.
    case 'DefinitionTaken':
    case 'DocumentAdded':
    case 'DocumentRenamed':
    case 'MessageChanged':
    case 'SignatoryAdded':
    case 'SignatoryRoleChanged':
    case 'SignatoryNamed':
    case 'FieldPlaced':
    case 'FieldDescribed':
    case 'FieldOptionsChanged':
      return true
    case 'AppendixAdded':
    case 'AppendixDescribed':
      return appendices.some(({ key }) => key === fact.data.appendix)
    case 'AppendixFileAttached':
      return appendices.some(({ file }) => file?.key === fact.data.file)
    case 'SignatoryEmailChanged':
    case 'SignatoryMobileChanged':
    case 'DocumentRejected':
    case 'SignatoryRejected':
      return fact.data.signatory === own
    default:
      return fieldPropertyIn(fact.type)?.isShownToSigner ?? false
  }
}

/** Of several values that a field had, the one that stands. */
function lastFillings(history: readonly RecordedEvent<PackFact>[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { revision, fact } of history) {
    for (const key of fillingIn(fact)?.fields ?? []) last.set(key, revision)
  }
  return last
}
