import { grouped, WITHHELD } from '#domain/kernel'
import { replicatedBy, replicates } from '../replication.ts'
import { isMultiEdit } from '../signatories.ts'
import type { FieldRule, PackState } from '../state.ts'
import { isTarget } from './problems.ts'

/**
 * Rules as a signatory has them: the text of a condition only where what they enter may change what it says, by way of copies
 * and of other conditions too. The others tell of answers that are not theirs, and what follows from those they are sent.
 */
export function rulesSeen(state: PackState, own: string): readonly FieldRule[] {
  const { rules = [] } = state
  if (rules.length === 0 || isMultiEdit(state, own)) return rules
  const decided = decidedBy(state, own)
  return rules.map((rule) => (rule.fields.some((key) => decided.has(key)) ? rule : { ...rule, condition: WITHHELD }))
}

/** The fields whose values, or whether they take part, may change with what somebody enters. */
function decidedBy(state: PackState, own: string): ReadonlySet<string> {
  const { rules = [] } = state
  const fields = Object.values(state.fields)
  const twins = replicates(state) ? grouped(fields, (field) => replicatedBy(state, field) ?? '') : new Map<string, typeof fields>()
  const found = new Set<string>()
  const add = (key: string): void => {
    if (found.has(key)) return
    found.add(key)
    const id = state.fields[key] && replicatedBy(state, state.fields[key])
    for (const twin of (id && twins.get(id)) || []) add(twin.key)
    for (const { target } of rules.filter((rule) => rule.fields.includes(key)))
      for (const field of fields) if (isTarget(target, field)) add(field.key)
  }
  for (const { key, assignee } of fields) if (assignee === own) add(key)
  return found
}
