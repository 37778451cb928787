import type { Condition, TestName } from '#domain/pack'
import { operandOf } from '#domain/pack'

/** A condition while it is made: tests may lack what they ask. `id` tells the parts apart while they are edited. */
export type Draft = DraftTest | DraftGroup
export interface DraftTest {
  readonly id: string
  readonly field: string | null
  readonly is: TestName | null
  readonly operands: readonly string[]
}
export interface DraftGroup {
  readonly id: string
  readonly join: 'all' | 'any'
  readonly parts: readonly Draft[]
}

let made = 0
const newId = () => `part-${++made}`

export const emptyTest = (): DraftTest => ({ id: newId(), field: null, is: null, operands: [] })
export const emptyGroup = (join: DraftGroup['join'] = 'all'): DraftGroup => ({ id: newId(), join, parts: [emptyTest()] })

/** The outermost part is a group, so that a test can be added next to the only one. */
export function draftOf(condition: Condition): DraftGroup {
  const draft = partOf(condition)
  return 'parts' in draft ? draft : { ...emptyGroup(), parts: [draft] }
}

function partOf(condition: Condition): Draft {
  if ('is' in condition) return { id: newId(), ...condition }
  const join = 'all' in condition ? 'all' : 'any'
  return { id: newId(), join, parts: ('all' in condition ? condition.all : condition.any).map(partOf) }
}

/** The condition it is; null while something of it is missing. */
export function conditionOf(draft: Draft): Condition | null {
  if (!('parts' in draft)) {
    const { field, is, operands } = draft
    if (field === null || is === null) return null
    const written = operands.filter((operand) => operand !== '')
    const needs = operandOf(is)
    if (needs !== 'none' && written.length === 0) return null
    if (needs === 'none') return { field, is, operands: [] }
    return { field, is, operands: needs === 'several' ? written : written.slice(0, 1) }
  }
  const parts = draft.parts.map(conditionOf)
  if (parts.length === 0 || parts.some((part) => part === null)) return null
  const [only, ...others] = parts as Condition[]
  if (others.length === 0) return only!
  return draft.join === 'all' ? { all: parts as Condition[] } : { any: parts as Condition[] }
}

/** The same with another part in the place of this one; null takes it out. A group without parts goes with its last. */
export function withPart<D extends Draft>(draft: D, id: string, change: (part: Draft) => Draft | null): D {
  if (!('parts' in draft)) return draft
  const parts = draft.parts.flatMap((part) => {
    const next = part.id === id ? change(part) : withPart(part, id, change)
    return next === null || ('parts' in next && next.parts.length === 0) ? [] : [next]
  })
  return { ...draft, parts }
}

export const withAdded = (draft: DraftGroup, group: string, part: Draft): DraftGroup =>
  draft.id === group
    ? { ...draft, parts: [...draft.parts, part] }
    : withPart(draft, group, (held) => ('parts' in held ? { ...held, parts: [...held.parts, part] } : held))

export const withJoin = (draft: DraftGroup, group: string, join: DraftGroup['join']): DraftGroup =>
  draft.id === group ? { ...draft, join } : withPart(draft, group, (held) => ('parts' in held ? { ...held, join } : held))
