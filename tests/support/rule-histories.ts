import fc from 'fast-check'
import { CHECKED, type PackCommand } from '#domain/pack'
import { fill, type Given, having, idOf, packInSetup, place, request, sign, typed, type World } from '#tests/pack'

/** Two signers at once. What is written into texts of one names whose it is. */
export const ruled: World = having(
  packInSetup('first', 'second'),
  place('married', 'choice', 'first', { y: 300_000, options: ['Yes', 'No'], required: false }),
  place('age', 'text', 'first', { y: 340_000, required: false }),
  place('agree', 'check', 'first', { y: 380_000, required: false }),
  place('spouse', 'text', 'first', { y: 420_000, required: false }),
  place('school', 'text', 'second', { y: 460_000, required: false }),
  place('teacher', 'text', 'second', { y: 500_000, required: false }),
  place('ours', 'choice', 'self', { y: 540_000, options: ['Yes', 'No'], required: false }),
)
export const SIGNERS = ['first', 'second'] as const
export const secretOf = (part: string) => `secret of ${part}`

const TARGETS = ['spouse', 'school', 'teacher', 'age', 'agree', 'married', 'second signature'] as const
export const ruleOn = (target: string, condition: string, rule = `${target} rule`): PackCommand => ({
  do: 'SetFieldRule',
  rule: idOf(rule),
  target: { field: idOf(target) },
  condition: condition.replace(/\[([a-z ]+)\]/g, (_, part: string) => `[${idOf(part)}]`),
})

const test = fc.oneof(
  fc.constantFrom('[married] is "Yes"', '[married] is not "No"', '[married] is none of ("No")', '[ours] is "Yes"', '[ours] is empty'),
  fc.constantFrom('[agree] is ticked', '[agree] is not ticked', '[spouse] has a value', '[school] is empty', '[teacher] contains "first"'),
  fc.constantFrom('[school] contains "secret"', '[first signature] has a value'),
  fc.integer({ min: 0, max: 9 }).map((n) => `[age] >= ${n}`),
)
/** By what the one enters and by words of the other, which the one does not know: their page cannot be sure of what follows. */
const ofBoth = fc
  .tuple(
    fc.constantFrom('[married] is "Yes"', '[agree] is ticked', '[spouse] has a value', '[age] >= 5'),
    fc.constantFrom('and', 'or'),
    fc.constantFrom('[school] contains "secret"', '[teacher] contains "first"', '[school] contains "another"'),
  )
  .map((parts) => parts.join(' '))
const condition = fc.oneof(
  test,
  { weight: 8, arbitrary: ofBoth },
  fc.tuple(test, fc.constantFrom('and', 'or'), test).map((parts) => parts.join(' ')),
  fc.tuple(test, test, test).map(([a, b, c]) => `${a} and (${b} or ${c})`),
)
const rule = fc
  .tuple(fc.constantFrom(...TARGETS), condition, fc.integer({ min: 0, max: 4 }))
  .map(([target, text, n]) => ruleOn(target, text, `rule ${n}`))
const removal = fc.integer({ min: 0, max: 4 }).map((n): PackCommand => ({ do: 'RemoveFieldRule', rule: idOf(`rule ${n}`) }))

const OF_FIRST = ['married', 'age', 'agree', 'spouse'] as const
const entry: fc.Arbitrary<PackCommand> = fc.oneof(
  fc.constantFrom('Yes', 'No').map((value) => fill('married', 'first', value)),
  fc.constantFrom('Yes', 'No').map((value) => fill('ours', 'self', value)),
  fc.integer({ min: 0, max: 12 }).map((n) => fill('age', 'first', String(n))),
  fc.constantFrom(fill('school', 'second', secretOf('second')), fill('teacher', 'second', `${secretOf('second')}, not first`)),
  fc.constantFrom(
    fill('agree', 'first', CHECKED),
    fill('spouse', 'first', secretOf('first')),
    fill('first signature', 'first', typed('Ann')),
  ),
  fc.constantFrom(...OF_FIRST).map((part): PackCommand => ({ do: 'ClearField', field: idOf(part), by: idOf('first') })),
  fc.constantFrom('school', 'teacher').map((part): PackCommand => ({ do: 'ClearField', field: idOf(part), by: idOf('second') })),
)
const step: fc.Arbitrary<Given> = fc.oneof(
  { weight: 14, arbitrary: entry },
  { weight: 3, arbitrary: rule },
  { weight: 1, arbitrary: removal },
  { weight: 2, arbitrary: fc.constant<Given>({ do: 'RevertToSetup' }) },
  { weight: 3, arbitrary: fc.constant<Given>(request) },
  { weight: 1, arbitrary: fc.constantFrom<Given>(sign('first'), sign('second')) },
)

/** Rules as they were set up first, and the attempts after that: values, other rules, requests, returns to setup, signatures. */
export const ruleHistories: fc.Arbitrary<readonly Given[]> = fc
  .tuple(fc.array(rule, { maxLength: 6 }), fc.array(step, { minLength: 1, maxLength: 12 }))
  .map(([rules, steps]) => [...rules, request, ...steps])
