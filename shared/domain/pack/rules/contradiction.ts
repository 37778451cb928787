import type { Condition, Test } from './condition.ts'
import { holds, jsonLogicOf } from './json-logic.ts'
import { comparable } from './tests.ts'

/** Beyond this many cases a condition counts as possible: it is not worth the time to be sure. */
const MOST_CASES = 2_000

/** Some combination of values makes it true. `offered`: the choices of a field that has some. Errs on the side of possible. */
export function isPossible(condition: Condition, offered: (field: string) => readonly string[] | null): boolean {
  const cases = casesOf(condition)
  return cases === null || cases.some((tests) => isConsistent(tests, offered))
}

/** Some combination of values makes it false. */
export function isAvoidable(condition: Condition, offered: (field: string) => readonly string[] | null): boolean {
  const opposite = oppositeOf(condition)
  return opposite === null || isPossible(opposite, offered)
}

/** In disjunctive form: true where all tests of one of the cases are. Null: there are too many. */
function casesOf(condition: Condition): readonly (readonly Test[])[] | null {
  if ('is' in condition) return [[condition]]
  const parts = ('all' in condition ? condition.all : condition.any).map(casesOf)
  let cases: readonly (readonly Test[])[] = 'all' in condition ? [[]] : []
  for (const part of parts) {
    // Asked before they are multiplied: two parts that are near the bound would be millions.
    if (part === null || ('all' in condition ? cases.length * part.length : cases.length + part.length) > MOST_CASES) return null
    cases = 'all' in condition ? cases.flatMap((one) => part.map((other) => [...one, ...other])) : [...cases, ...part]
  }
  return cases
}

function isConsistent(tests: readonly Test[], offered: (field: string) => readonly string[] | null): boolean {
  const fields = new Set(tests.map(({ field }) => field))
  return [...fields].every((field) =>
    hasValue(
      tests.filter((test) => test.field === field),
      offered(field),
    ),
  )
}

/** Some value of this one field passes all of these tests. */
function hasValue(tests: readonly Test[], offered: readonly string[] | null): boolean {
  const operands = (is: Test['is']) => tests.flatMap((test) => (test.is === is ? test.operands.map(comparable) : []))
  const asks = (is: Test['is']) => tests.some((test) => test.is === is)
  if (asks('ticked') && asks('unticked')) return false
  const [candidate, ...others] = new Set(operands('equal'))
  if (others.length > 0) return false
  if (candidate !== undefined) return passes(candidate) && (offered === null || candidate === '' || isOffered(candidate))
  if (asks('empty')) return passes('')
  if (offered !== null) return passes('') || offered.some((option) => passes(comparable(option)))
  return !isEmptyRange()

  function isOffered(text: string): boolean {
    return offered?.some((option) => comparable(option) === text) ?? true
  }
  function passes(text: string): boolean {
    return holds(jsonLogicOf({ all: tests }), new Map([[tests[0]?.field ?? '', text]]))
  }
  function isEmptyRange(): boolean {
    const above = Math.max(...numbers('greater'), ...numbers('at-least'))
    const below = Math.min(...numbers('less'), ...numbers('at-most'))
    if (above < below) return false
    return above > below || numbers('greater').includes(above) || numbers('less').includes(below)
  }
  function numbers(is: Test['is']): readonly number[] {
    return operands(is).map(Number)
  }
}

/** What is true exactly where this is false; null where that cannot be said in tests. */
function oppositeOf(condition: Condition): Condition | null {
  if ('is' in condition) return oppositeOfTest(condition)
  const parts = ('all' in condition ? condition.all : condition.any).map(oppositeOf)
  if (parts.some((part) => part === null)) return null
  return 'all' in condition ? { any: parts as Condition[] } : { all: parts as Condition[] }
}

function oppositeOfTest({ field, is, operands }: Test): Condition | null {
  switch (is) {
    case 'empty':
      return { field, is: 'filled', operands }
    case 'filled':
      return { field, is: 'empty', operands }
    case 'ticked':
      return { field, is: 'unticked', operands }
    case 'unticked':
      return { field, is: 'ticked', operands }
    case 'equal':
      return { field, is: 'unequal', operands }
    case 'unequal':
      return { field, is: 'equal', operands }
    case 'none-of':
      return { any: operands.map((operand) => ({ field, is: 'equal', operands: [operand] })) }
    default:
      return null
  }
}
