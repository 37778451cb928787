import { MOST_TEXT } from '../field-types/index.ts'

/** What is asked of one field's value. `operands` is empty where nothing is compared with. */
export interface Test {
  readonly field: string
  readonly is: TestName
  readonly operands: readonly string[]
}
export type Condition = Test | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] }

/** How each test is written, and how many operands it takes. Longer spellings stand before those they begin with. */
const SPELLINGS = {
  empty: ['is empty', 'none'],
  filled: ['has a value', 'none'],
  ticked: ['is ticked', 'none'],
  unticked: ['is not ticked', 'none'],
  'none-of': ['is none of', 'several'],
  unequal: ['is not', 'text'],
  equal: ['is', 'text'],
  contains: ['contains', 'text'],
  'at-most': ['<=', 'number'],
  'at-least': ['>=', 'number'],
  less: ['<', 'number'],
  greater: ['>', 'number'],
} as const
export type TestName = keyof typeof SPELLINGS

export const operandOf = (is: TestName): 'none' | 'text' | 'several' | 'number' => SPELLINGS[is][1]

const MOST_CONDITION = { depth: 20, nodes: 200, operand: MOST_TEXT, length: 50_000 } as const

/** Why a condition could not be read, and at which of its characters, zero-based. */
export interface Unreadable {
  readonly unreadable: 'syntax' | 'too-large'
  readonly at: number
}

/** A field's key in brackets, and a number in brackets where the keys stand in a list. */
const REFERENCE = /\[([0-9a-f-]{36}|\d{1,4})\]/y
const TEXT = /"(?:[^"\\]|\\.)*"/y
const NUMBER = /-?\d+(?:\.\d+)?/y

/**
 * Reads a condition in infix notation:
 * `[key] is "yes" and ([key] > 5 or [key] is none of ("a", "b"))`. `and` binds closer than `or`; texts are JSON strings.
 */
export function readCondition(text: string): Condition | Unreadable {
  if (text.length > MOST_CONDITION.length) return { unreadable: 'too-large', at: MOST_CONDITION.length }
  let at = 0
  let nodes = 0
  try {
    const condition = either(0)
    space()
    return at < text.length ? { unreadable: 'syntax', at } : condition
  } catch (error) {
    if (error instanceof Stop) return { unreadable: error.why, at }
    throw error
  }

  function either(depth: number): Condition {
    return joined('or', depth, (parts) => ({ any: parts }), both)
  }
  function both(depth: number): Condition {
    return joined('and', depth, (parts) => ({ all: parts }), single)
  }
  function joined(word: string, depth: number, group: (parts: readonly Condition[]) => Condition, part: (depth: number) => Condition) {
    const parts = [part(depth)]
    while (takes(word)) parts.push(part(depth))
    if (parts.length > 1) count()
    return parts.length === 1 ? parts[0]! : group(parts)
  }
  function single(depth: number): Condition {
    if (depth >= MOST_CONDITION.depth) throw new Stop('too-large')
    if (!takes('(')) return test()
    const inner = either(depth + 1)
    expects(')')
    return inner
  }
  function test(): Test {
    count()
    const field = reference()
    for (const [is, [spelling, takesOperand]] of Object.entries(SPELLINGS)) {
      if (takes(spelling)) return { field, is: is as TestName, operands: operands(takesOperand) }
    }
    throw new Stop('syntax')
  }
  function operands(kind: ReturnType<typeof operandOf>): readonly string[] {
    if (kind === 'none') return []
    if (kind === 'number') return [matched(NUMBER)]
    if (kind === 'text') return [operand()]
    expects('(')
    const several = [operand()]
    while (takes(',')) several.push(operand())
    expects(')')
    return several
  }
  function operand(): string {
    const value = fromJson(matched(TEXT))
    if (value.length > MOST_CONDITION.operand) throw new Stop('too-large')
    return value
  }
  function reference(): string {
    return matched(REFERENCE).slice(1, -1)
  }

  function space() {
    while (' \t\r\n'.includes(text[at] ?? '-')) at++
  }
  function takes(word: string): boolean {
    space()
    if (!text.startsWith(word, at)) return false
    // A word ends where no further letter follows.
    if (/[a-z]$/.test(word) && /[a-z]/.test(text[at + word.length] ?? '')) return false
    at += word.length
    return true
  }
  function expects(word: string) {
    if (!takes(word)) throw new Stop('syntax')
  }
  function matched(pattern: RegExp): string {
    space()
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) throw new Stop('syntax')
    at += found.length
    return found
  }
  function count() {
    if (++nodes > MOST_CONDITION.nodes) throw new Stop('too-large')
  }
}

function fromJson(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw new Stop('syntax')
  }
}

class Stop extends Error {
  readonly why: Unreadable['unreadable']
  constructor(why: Unreadable['unreadable']) {
    super(why)
    this.why = why
  }
}

/** The same condition in infix notation: reading it gives the condition again. */
export function writeCondition(condition: Condition): string {
  return spelledOut(condition, writtenTest)
}

/** Its tests, each as `test` writes it, joined by `and` and `or`, with brackets where they are needed. */
export function spelledOut(condition: Condition, test: (test: Test) => string, { and, or } = { and: 'and', or: 'or' }): string {
  return written(condition, 'any')

  function written(part: Condition, within: 'any' | 'all'): string {
    if ('is' in part) return test(part)
    if ('all' in part) return part.all.map((one) => written(one, 'all')).join(` ${and} `)
    const either = part.any.map((one) => written(one, 'any')).join(` ${or} `)
    return within === 'all' ? `(${either})` : either
  }
}

const COMPARED: Partial<Readonly<Record<TestName, string>>> = {
  'at-most': 'is at most',
  'at-least': 'is at least',
  less: 'is less than',
  greater: 'is more than',
}
/** What a test asks, in a sentence. */
export const asked = (is: TestName): string => COMPARED[is] ?? SPELLINGS[is][0]

function writtenTest({ field, is, operands }: Test): string {
  const [spelling, kind] = SPELLINGS[is]
  const texts = kind === 'number' ? operands : operands.map((operand) => JSON.stringify(operand))
  const operand = kind === 'several' ? ` (${texts.join(', ')})` : texts.length > 0 ? ` ${texts[0]}` : ''
  return `[${field}] ${spelling}${operand}`
}

/** Every test in it, from left to right. */
export function testsIn(condition: Condition): readonly Test[] {
  if ('is' in condition) return [condition]
  return ('all' in condition ? condition.all : condition.any).flatMap(testsIn)
}

/** The same over other fields. */
export function withFields(condition: Condition, keyOf: (field: string) => string): Condition {
  if ('is' in condition) return { ...condition, field: keyOf(condition.field) }
  if ('all' in condition) return { all: condition.all.map((part) => withFields(part, keyOf)) }
  return { any: condition.any.map((part) => withFields(part, keyOf)) }
}

/** As an event keeps it: the keys stand apart from what is confidential, so that a copy puts its own in their place. */
export interface StoredCondition {
  readonly fields: readonly string[]
  readonly condition: string
}

export function storedCondition(condition: Condition): StoredCondition {
  const fields = [...new Set(testsIn(condition).map(({ field }) => field))]
  return { fields, condition: writeCondition(withFields(condition, (field) => String(fields.indexOf(field)))) }
}

/** Null: the stored text cannot be read here. */
export function conditionFrom({ fields, condition }: StoredCondition): Condition | null {
  const read = readCondition(condition)
  return 'unreadable' in read ? null : withFields(read, (at) => fields[Number(at)] ?? at)
}
