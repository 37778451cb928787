import { decideInTurn, disclosed, evolved, isRefused, type Refused } from '#domain/kernel'
import {
  ACCEPTED_AS_IT_IS,
  ANY_CONTACT,
  checksBeforeRequest,
  commandsOfCopy,
  type DecisionContext,
  initial,
  type PackCommand,
  type PackRefusalCode,
  type PackState,
  pack,
} from '#domain/pack'
import { liveCopies, type MappingTarget, type PersonPart, targetsOf } from './mapping.ts'
import { documentProblem } from './problems.ts'
import { commandsAt, type MappedTemplate, type ResolvedRow, rowResolver } from './resolve-row.ts'

export interface DryRunOf extends Omit<MappedTemplate, 'config'> {
  /** What each document is decided with, its fonts included. */
  readonly context: DecisionContext
  /** Requests go out as soon as a document is made. */
  readonly sends: boolean
}

/**
 * Makes a document in memory from each row, by the commands and the decider that will make it, and says all that is wrong with it. The
 * template is copied once; nothing is appended.
 */
export function rowChecker({
  context,
  sends,
  ...mapped
}: DryRunOf): ((cells: readonly string[]) => ResolvedRow) | Refused<PackRefusalCode> {
  const { template } = mapped
  const document = documentFrom(template, context)
  if ('refused' in document) return document
  const resolve = rowResolver({ ...mapped, config: context })
  const targets = targetsOf(template)
  return (cells) => {
    const { values, problems: found } = resolve(cells)
    const problems = [...found]
    const blamed = new Set(problems.map(({ at }) => subjectOf(at)))
    const copied = new Set<object>()
    let state = document
    for (const target of targets) {
      for (const command of commandsAt(target, values, template, (key) => key)) {
        const decision = pack.decide(command, state, context)
        if (!isRefused(decision)) state = evolved(pack, { state, revision: 0 }, decision, context, copied)
        else if (!blamed.has(subjectOf(target))) problems.push(documentProblem(decision.refused, target, decision.slots))
      }
    }
    for (const { at } of problems) blamed.add(subjectOf(at))
    for (const { code, at, slots } of sends ? checksBeforeRequest(state, context) : []) {
      for (const key of at.length > 0 ? at : [null]) {
        const target = key === null ? null : targetNamed(state, key, code)
        if (!blamed.has(subjectOf(target))) problems.push(documentProblem(code, target, slots))
      }
    }
    return { values, problems }
  }
}

/** A new document as a copy of the template begins, in the template's keys. */
function documentFrom(template: PackState, context: DecisionContext): PackState | Refused<PackRefusalCode> {
  const keys = { of: (key: string) => key, fileOf: (file: string) => file }
  const as = { kind: 'document', workspace: template.workspace, creator: template.creator, name: disclosed(template.name, '') } as const
  const commands: readonly PackCommand[] = commandsOfCopy({ pack: '', state: template }, as, keys)
  const facts = decideInTurn(pack, commands, { key: '', state: initial, revision: -1 }, null, {
    ...context,
    typesetting: ACCEPTED_AS_IT_IS,
    contactLists: ANY_CONTACT,
  })
  return isRefused(facts) ? facts : evolved(pack, { state: initial, revision: -1 }, facts, context)
}

/** Who or what has a problem: one is enough for each. */
function subjectOf(at: MappingTarget | null): string {
  return at === null ? '' : 'part' in at ? `${at.of}/${at.key}/${at.part}` : 'key' in at ? `${at.of}/${at.key}` : at.of
}

const PARTS: Partial<Record<PackRefusalCode, PersonPart>> = {
  'names-missing': 'name',
  'mobiles-required': 'mobile',
  'mobiles-invalid': 'mobile',
}

function targetNamed(state: PackState, key: string, code: PackRefusalCode): MappingTarget | null {
  if (Object.hasOwn(state.fields, key)) return { of: 'field', key }
  if (state.customFields?.some((one) => one.key === key)) return { of: 'custom-field', key }
  const part = PARTS[code] ?? 'email'
  if (state.signatories.some(({ uuid }) => uuid === key)) return { of: 'signer', key, part }
  return liveCopies(state).some(({ uuid }) => uuid === key) ? { of: 'copy', key, part } : null
}
