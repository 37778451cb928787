import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalise, type Json, WITHHELD } from '#domain/kernel'
import {
  CHECKED,
  type Condition,
  checksBeforeRequest,
  commandsOfCopy,
  draftedRules,
  fieldsDue,
  finalValueOf,
  isAlwaysTrue,
  jsonLogicOf,
  MOST_TEXT,
  outcomesOf,
  type PackCommand,
  type PackState,
  pack,
  permits,
  readCondition,
  type Test,
  testsFor,
  testsOffered,
  triedOn,
  viewDigest,
  viewFor,
  writeCondition,
} from '#domain/pack'
import {
  contextAt,
  facts,
  fieldIn,
  fill,
  type Given,
  given,
  having,
  idOf,
  nothing,
  packInSetup,
  packSentTo,
  place,
  refused,
  reject,
  request,
  sent,
  sign,
  signedBy,
  typed,
  type World,
} from '#tests/pack'

const ruleOn = (target: string, condition: string, rule = `${target} rule`): PackCommand => ({
  do: 'SetFieldRule',
  rule: idOf(rule),
  target: { field: idOf(target) },
  condition: condition.replace(/\[([a-z ]+)\]/g, (_, part: string) => `[${idOf(part)}]`),
})
const isOn = (state: PackState, part: string) => fieldIn(state, part).disabled === undefined

/** A choice, a number, a tick box, and fields that rules are set for. */
const setup = having(
  packInSetup('first', 'second'),
  place('married', 'choice', 'first', { options: ['Yes', 'No'], required: false }),
  place('age', 'text', 'first'),
  place('agree', 'check', 'first'),
  place('spouse', 'text', 'first', { required: true }),
  place('school', 'text', 'second', { required: true }),
)
const out = (...rules: readonly Given[]): World => sent(having(setup, ...rules, { do: 'SetSequentialSigning', on: true }))

describe('a condition', () => {
  const [a, b] = [idOf('a'), idOf('b')]
  test('[D-391] is read in infix notation: and binds closer than or, brackets closer still', () => {
    const [one, two, three]: Test[] = ['x', 'y', 'z'].map((operand) => ({ field: a, is: 'equal', operands: [operand] }))
    expect(readCondition(`[${a}] is "x" or [${a}] is "y" and [${a}] is "z"`)).toEqual({ any: [one, { all: [two, three] }] })
    expect(readCondition(`([${a}] is "x" or [${a}] is "y") and [${a}] is "z"`)).toEqual({ all: [{ any: [one, two] }, three] })
    const outcomes = (word: 'and' | 'or') => {
      const on = having(setup, ruleOn('spouse', `[married] is "Yes" ${word} [age] > 17`))
      const outcome = (married: string, age: string) =>
        isOn(having(on, fill('married', 'self', married), fill('age', 'self', age)).state, 'spouse')
      return [outcome('Yes', '18'), outcome('Yes', '17'), outcome('No', '18'), outcome('No', '17')]
    }
    expect(outcomes('and')).toEqual([true, false, false, false])
    expect(outcomes('or')).toEqual([true, true, true, false])
  })

  test.each([
    ['is empty', { is: 'empty', operands: [] }],
    ['has a value', { is: 'filled', operands: [] }],
    ['is "not \\"so\\" [easy] and or (hard)"', { is: 'equal', operands: ['not "so" [easy] and or (hard)'] }],
    ['is not "b"', { is: 'unequal', operands: ['b'] }],
    ['contains "b"', { is: 'contains', operands: ['b'] }],
    ['is none of ("b", "c")', { is: 'none-of', operands: ['b', 'c'] }],
    ['is ticked', { is: 'ticked', operands: [] }],
    ['is not ticked', { is: 'unticked', operands: [] }],
    ['< 5', { is: 'less', operands: ['5'] }],
    ['>= -5.50', { is: 'at-least', operands: ['-5.50'] }],
  ] as const)('reads %s', (text, expected) => {
    const read = readCondition(`[${a}] ${text}`)
    expect(read).toEqual({ field: a, ...expected })
    expect(writeCondition(read as Condition)).toBe(`[${a}] ${text}`)
  })

  test.each([
    ['', 0],
    [`[${a}]`, 38],
    [`[${a}] is "x" and`, 49],
    [`[${a}] is x`, 42],
    [`[${a}] is "x`, 42],
    [`[${a}] isticked`, 39],
    [`([${a}] is empty`, 48],
    [`[${a}] is empty)`, 47],
    [`[${a}] < "5"`, 41],
    ['["constructor"] is empty', 0],
    [`[${a}] is "\\x"`, 46],
  ])('that cannot be read says where: %s', (text, at) => {
    expect(readCondition(text)).toEqual({ unreadable: 'syntax', at })
  })

  test('of more than 200 parts, deeper than 20 brackets or longer than it may be is too large', () => {
    const tests = (count: number) => Array(count).fill(`[${a}] is empty`).join(' or ')
    expect(readCondition(tests(199))).not.toHaveProperty('unreadable')
    expect(readCondition(tests(200))).toMatchObject({ unreadable: 'too-large' })
    const nested = (depth: number) => `${'('.repeat(depth)}[${a}] is empty${')'.repeat(depth)}`
    expect(readCondition(nested(19))).not.toHaveProperty('unreadable')
    expect(readCondition(nested(20))).toMatchObject({ unreadable: 'too-large' })
    expect(readCondition('('.repeat(49_000))).toMatchObject({ unreadable: 'too-large' })
    expect(readCondition(`[${a}] is "${'x'.repeat(60_000)}"`)).toMatchObject({ unreadable: 'too-large' })
  })

  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      field: fc.constantFrom(a, b),
      is: fc.constantFrom('equal', 'unequal', 'contains'),
      operands: fc.tuple(fc.string({ unit: 'binary' })),
    }),
    fc.record({
      field: fc.constantFrom(a, b),
      is: fc.constant('none-of' as const),
      operands: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ field: fc.constantFrom(a, b), is: fc.constantFrom('empty', 'filled', 'ticked', 'unticked'), operands: fc.constant([]) }),
    fc.record({ field: fc.constantFrom(a, b), is: fc.constantFrom('less', 'at-most'), operands: fc.tuple(fc.integer().map(String)) }),
  )
  test('that was written is read as it was', () => {
    const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ all: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }) }),
      ),
    }))
    fc.assert(
      fc.property(tree, (condition) => {
        const text = writeCondition(condition)
        const read = readCondition(text)
        if ('unreadable' in read) return read.unreadable === 'too-large'
        // Groups of one kind within another of the same are one group: what is written is the same.
        return writeCondition(read) === text && canonicalise(jsonLogicOf(read) as unknown as Json) !== ''
      }),
    )
  })
})

describe('what may be asked', () => {
  test('[D-386] [D-387] [D-388] of texts and choices: is empty, has a value, is, is not, contains; numbers only where a number is compared with', () => {
    for (const type of ['text', 'question', 'choice', 'date'] as const) {
      expect(testsOffered(type, 'red')).toEqual(['empty', 'filled', 'equal', 'unequal', 'none-of', 'contains'])
      expect(testsOffered(type, '5.5').slice(6)).toEqual(['less', 'greater', 'at-most', 'at-least'])
    }
    expect(testsOffered('text', '5 apples')).not.toContain('less')
  })
  test('[D-389] of signatures, initials and files: only whether there is one', () => {
    for (const type of ['signature', 'initial', 'file', 'image'] as const) expect(testsFor(type)).toEqual(['empty', 'filled'])
  })
  test('[D-390] of tick boxes: ticked or not', () => expect(testsFor('check')).toEqual(['ticked', 'unticked']))
  test('of what nobody fills in, and of notes: nothing', () => {
    for (const type of ['block', 'highlight', 'blank', 'link', 'note'] as const) expect(testsFor(type)).toEqual([])
  })

  test.each([
    ['is "yes"', ['yes', ' YES ', 'Yes'], ['no', '', 'yes, indeed']],
    ['is not "yes"', ['no', ''], ['yes', 'Yes']],
    ['contains "apple"', ['Pineapples', 'apple'], ['', 'pear']],
    ['is none of ("a", "b")', ['c', ''], ['a', 'B']],
    ['is empty', [''], ['x', '0']],
    ['has a value', ['0', 'x'], ['']],
    ['< 10', ['9', '-1', '9.99', ' 9 '], ['10', '11', '', 'nine', '1e1']],
    ['> 9', ['10', '1,000'], ['9', '', '0x10']],
    ['<= 10', ['10', '2'], ['10.01', '']],
    ['>= 10', ['10', '10.0'], ['9', '', 'null']],
  ])('%s is true of some values and of no others', (text, truths, lies) => {
    const on = having(setup, ruleOn('spouse', `[age] ${text}`))
    const outcome = (value: string) => isOn(having(on, fill('age', 'self', value)).state, 'spouse')
    for (const value of truths) expect(outcome(value), value).toBe(true)
    for (const value of lies) expect(outcome(value), value).toBe(false)
  })

  test('an operand that looks like code is a text like any other', () => {
    const on = having(setup, ruleOn('spouse', '[age] is "{\\"var\\":\\"constructor\\"}"'))
    expect(isOn(having(on, fill('age', 'self', '{"var":"constructor"}')).state, 'spouse')).toBe(true)
    expect(isOn(having(on, fill('age', 'self', '1')).state, 'spouse')).toBe(false)
  })
})

describe('a field with a condition', () => {
  const ruled = out(ruleOn('spouse', '[married] is "Yes"'), ruleOn('school', '[age] < 18'))

  test('[D-295] takes part only while all of its rules are true, and is no duty while one is not', () => {
    const both = having(setup, ruleOn('spouse', '[married] is "Yes"', 'one'), ruleOn('spouse', '[age] > 17', 'two'))
    const outcome = (married: string, age: string) =>
      isOn(having(both, fill('married', 'self', married), fill('age', 'self', age)).state, 'spouse')
    expect([outcome('Yes', '18'), outcome('Yes', '17'), outcome('No', '18'), outcome('No', '17')]).toEqual([true, false, false, false])
    const due = (world: World) => fieldsDue(world.state, idOf('first')).due
    expect(due(having(ruled, fill('married', 'first', 'Yes')))).toBe(due(ruled) + 1)
  })

  test('[D-296] [D-297] is emptied in the append of what caused it and remembers what it held, which comes back with it', () => {
    const filled = having(ruled, fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'))
    expect(fieldIn(filled.state, 'spouse')).toMatchObject({ value: 'Ann', filledBy: idOf('first') })
    const away = given(filled)
      .when(fill('married', 'first', 'No'))
      .then(facts(['FieldFilled', { field: idOf('married') }], ['FieldsDisabled', { fields: [idOf('spouse')] }]))
    expect(fieldIn(away.state, 'spouse')).toMatchObject({
      value: null,
      filledBy: null,
      disabled: { value: 'Ann', filledBy: idOf('first') },
    })
    const back = given(away)
      .when(fill('married', 'first', 'Yes'))
      .then(facts(['FieldFilled'], ['FieldsEnabled', { fields: [idOf('spouse')] }]))
    expect(fieldIn(back.state, 'spouse')).toMatchObject({ value: 'Ann', filledBy: idOf('first') })
    expect(fieldIn(back.state, 'spouse')).not.toHaveProperty('disabled')
  })

  test('[D-296] [D-297] a file is put aside and comes back too', () => {
    const attached = { method: 'attached', file: idOf('passport'), digest: 'd'.repeat(43), size: 9, filename: 'passport.pdf' } as const
    const on = out(place('passport', 'file', 'first', { required: false }), ruleOn('passport', '[agree] is ticked'))
    const held = having(on, fill('agree', 'first', CHECKED), fill('passport', 'first', attached))
    const away = having(held, { do: 'ClearField', field: idOf('agree'), by: idOf('first') })
    expect(fieldIn(away.state, 'passport')).toMatchObject({ value: null, disabled: { value: attached } })
    expect(fieldIn(having(away, fill('agree', 'first', CHECKED)).state, 'passport').value).toEqual(attached)
  })

  test('what is written into it while it is put aside waits there, and changes nothing else', () => {
    const on = out(
      place('left', 'check', 'first', { group: 'side', exclusive: true }),
      place('right', 'check', 'first', { group: 'side', exclusive: true }),
      ruleOn('right', '[married] is "Yes"'),
    )
    const ticked = having(on, fill('left', 'first', CHECKED))
    const waits = given(ticked)
      .when(fill('right', 'first', CHECKED))
      .then(facts(['FieldFilled']))
    expect([fieldIn(waits.state, 'left').value, fieldIn(waits.state, 'right').value]).toEqual([CHECKED, null])
    // An exclusive group keeps one tick: the one that was there.
    const back = given(waits)
      .when(fill('married', 'first', 'Yes'))
      .then(facts(['FieldFilled'], ['FieldsEnabled'], ['FieldCleared', { field: idOf('right'), because: 'group' }]))
    expect([fieldIn(back.state, 'left').value, fieldIn(back.state, 'right').value]).toEqual([CHECKED, null])
  })

  test('chains: what depends on a field that is put aside finds it empty, in one append', () => {
    const chain = out(ruleOn('spouse', '[married] is "Yes"'), ruleOn('age', '[spouse] has a value'), ruleOn('school', '[age] is empty'))
    const all = having(chain, fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'), fill('age', 'first', '9'))
    expect(['spouse', 'age', 'school'].map((part) => isOn(all.state, part))).toEqual([true, true, false])
    const away = given(all)
      .when(fill('married', 'first', 'No'))
      .then(facts(['FieldFilled'], ['FieldsDisabled'], ['FieldsEnabled']))
    expect(['spouse', 'age', 'school'].map((part) => isOn(away.state, part))).toEqual([false, false, true])
    expect(isOn(having(away, fill('married', 'first', 'Yes')).state, 'school')).toBe(false)
  })

  test('stays out of what is signed, of the final file, of one-click signing and of dates that set themselves', () => {
    const on = out(
      place('day', 'date', 'first', { autoDate: true }),
      place('also', 'signature', 'first', { required: false }),
      place('stamp', 'highlight', null),
      { do: 'SetOneClickSigning', on: true },
      ...['day', 'also', 'stamp', 'spouse'].map((part) => ruleOn(part, '[married] is "Yes"')),
    )
    const filled = having(on, fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'), fill('married', 'first', 'No'))
    const digest = viewDigest(filled.state, idOf('first'))
    // What is put aside can change without a change of the page.
    expect(viewDigest(having(filled, fill('spouse', 'first', 'Bea')).state, idOf('first'))).toBe(digest)
    const signed = having(filled, fill('first signature', 'first', typed('Ann')), sign('first'))
    for (const part of ['day', 'also', 'stamp', 'spouse']) {
      expect(finalValueOf(signed.state, fieldIn(signed.state, part)), part).toBeNull()
      expect(fieldIn(signed.state, part).value, part).toBeNull()
    }
    const shown = having(filled, fill('married', 'first', 'Yes'), fill('first signature', 'first', typed('Ann')), sign('first'))
    for (const part of ['day', 'also', 'stamp', 'spouse'])
      expect(finalValueOf(shown.state, fieldIn(shown.state, part)), part).not.toBeNull()
  })

  test('of somebody who has finished stays as they finished it, and of others it follows', () => {
    const on = sent(having(setup, ruleOn('age', '[school] is empty'), ruleOn('spouse', '[married] is "Yes"')))
    const first = signedBy(on, 'first')
    const after = given(first)
      .when(fill('school', 'second', 'Mill Lane'))
      .then(facts(['FieldFilled']))
    expect(isOn(after.state, 'age')).toBe(true)
    const others = out(ruleOn('spouse', '[married] is "Yes"'), ruleOn('second signature', '[school] has a value'))
    expect(isOn(signedBy(others, 'first').state, 'second signature')).toBe(false)
    expect(isOn(having(signedBy(others, 'first'), fill('school', 'second', 'Mill Lane')).state, 'second signature')).toBe(true)
  })

  test('of somebody who was excluded, or of a pack that was rejected, stays as it is', () => {
    const on = sent(having(setup, ruleOn('age', '[school] is empty'), ruleOn('spouse', '[school] has a value')))
    const filling = given(having(on, { do: 'ExcludeSignatory', signatory: idOf('first'), viewing: false, requests: {} }))
      .when(fill('school', 'second', 'Mill Lane'))
      .then(facts(['FieldFilled']))
    expect([isOn(filling.state, 'age'), isOn(filling.state, 'spouse')]).toEqual([true, false])
    const rejected = having(on, reject('first'))
    expect(rejected.state.status).toBe('rejected')
    expect([isOn(rejected.state, 'age'), isOn(rejected.state, 'spouse')]).toEqual([true, false])
  })

  test('goes by values as they are, set by one editor while another fills in', () => {
    const rule = ruleOn('spouse', '[ours] is "Yes"')
    const both = having(setup, place('ours', 'choice', 'self', { options: ['Yes', 'No'], overlapping: true }))
    for (const commands of [
      [rule, fill('ours', 'self', 'Yes')],
      [fill('ours', 'self', 'Yes'), rule],
    ])
      expect(isOn(having(both, ...commands).state, 'spouse')).toBe(true)
    for (const commands of [
      [rule, fill('ours', 'self', 'No')],
      [fill('ours', 'self', 'No'), rule],
    ])
      expect(isOn(having(both, ...commands).state, 'spouse')).toBe(false)
  })

  test('going back to setup takes off signatures that were put aside, and keeps what else they held', () => {
    const on = out(
      place('also', 'signature', 'first', { required: false }),
      ...['also', 'spouse'].map((part) => ruleOn(part, '[married] is "Yes"')),
    )
    const yes = having(on, fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'), fill('also', 'first', typed('Ann')))
    const back = having(yes, fill('married', 'first', 'No'), { do: 'RevertToSetup' })
    expect(fieldIn(back.state, 'also').disabled).toMatchObject({ value: null })
    expect(fieldIn(back.state, 'spouse').disabled).toMatchObject({ value: 'Ann' })
  })

  test('its value is withheld from whom it would be withheld anyway, and goes with the person', () => {
    const away = having(ruled, fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'), fill('married', 'first', 'No'))
    const held = (audience: Parameters<typeof viewFor>[1]) => fieldIn(viewFor(away.state, audience), 'spouse').disabled?.value
    expect(held({ of: 'team' })).toEqual(WITHHELD)
    expect(held({ of: 'signatory', signatory: idOf('second') })).toEqual(WITHHELD)
    expect(held({ of: 'signatory', signatory: idOf('first') })).toBe('Ann')
    const erased = pack.evolve(
      away.state,
      { type: 'PersonErased', data: { people: [idOf('first')] } },
      { time: contextAt(away).now, revision: 99, principal: 'user:x' },
    )
    expect(fieldIn(erased, 'spouse').disabled?.value).toEqual(WITHHELD)
  })

  test('is known to be hidden by whom the value that decides is withheld from', () => {
    const seen = viewFor(having(ruled, fill('age', 'first', '30')).state, { of: 'signatory', signatory: idOf('second') })
    expect(fieldIn(seen, 'age').value).toEqual(WITHHELD)
    expect(isOn(seen, 'school')).toBe(false)
    expect(outcomesOf(seen).of(idOf('school'))).toBe('disabled')
  })

  test('all tick boxes of a group have the conditions of the group', () => {
    const on = out(place('left', 'check', 'first', { group: 'side' }), place('right', 'check', 'second', { group: 'side' }), {
      do: 'SetFieldRule',
      rule: idOf('r'),
      target: { group: 'side' },
      condition: `[${idOf('married')}] is "Yes"`,
    })
    expect(['left', 'right', 'agree'].map((part) => isOn(on.state, part))).toEqual([false, false, true])
    const yes = having(on, fill('married', 'first', 'Yes'))
    expect(['left', 'right'].map((part) => isOn(yes.state, part))).toEqual([true, true])
  })
})

describe('a rule', () => {
  const wait = 'rules-wait'
  test.each<[string, PackCommand, Parameters<typeof refused>[0]]>([
    ['that cannot be read', ruleOn('spouse', 'married is Yes'), 'condition-invalid'],
    ['for no field', ruleOn('nobody', '[married] is "Yes"'), 'rule-target-missing'],
    ['that asks of no field', ruleOn('spouse', '[nobody] is "Yes"'), 'condition-asks-nobody'],
    ['that asks a text whether it is ticked', ruleOn('spouse', '[age] is ticked'), 'condition-misfit'],
    ['that asks a tick box for a text', ruleOn('spouse', '[agree] is "Yes"'), 'condition-misfit'],
    ['that asks a signature for a text', ruleOn('spouse', '[first signature] contains "A"'), 'condition-misfit'],
    ['that asks for a choice that is not offered', ruleOn('spouse', '[married] is "Perhaps"'), 'condition-never-true'],
    [
      'that excludes every choice',
      ruleOn('spouse', '[married] has a value and [married] is none of ("yes", "no")'),
      'condition-never-true',
    ],
    ['that contradicts itself', ruleOn('spouse', '[age] is "1" and [age] is "2"'), 'condition-never-true'],
    ['of no number', ruleOn('spouse', '[age] > 5 and [age] < 5'), 'condition-never-true'],
    ['of a number that is none', ruleOn('spouse', '[age] is "old" and [age] > 5'), 'condition-never-true'],
    ['ticked and not', ruleOn('spouse', '[agree] is ticked and [agree] is not ticked'), 'condition-never-true'],
    ['that asks of its own field', ruleOn('spouse', '[spouse] is "Ann"'), 'rule-circle'],
    ['that is too large', ruleOn('spouse', Array(201).fill('[age] is empty').join(' or ')), 'condition-too-large'],
  ])('%s is refused', (_title, command, code) => {
    given(setup).when(command).then(refused(code))
  })

  test('that contradicts another one of the same field is refused', () => {
    given(having(setup, ruleOn('spouse', '[married] is "Yes"', 'one')))
      .when(ruleOn('spouse', '[married] is "No"', 'two'))
      .then(refused('condition-never-true'))
  })

  test('that is possible, or true of all, is taken; the latter is known', () => {
    const condition = '[age] is not "1" or [age] is not "2"'
    const on = having(setup, ruleOn('spouse', condition))
    expect(isAlwaysTrue(on.state, readCondition(condition.replaceAll('[age]', `[${idOf('age')}]`)) as Condition)).toBe(true)
    expect(isAlwaysTrue(on.state, readCondition(`[${idOf('age')}] is "1"`) as Condition)).toBe(false)
  })

  test('of two parts with very many cases each is taken: a million are not looked through', () => {
    const part = (name: string) => Array.from({ length: 10 }, (_, at) => `([age] contains "${name}${at}" or [age] is empty)`).join(' and ')
    given(setup)
      .when(ruleOn('spouse', `(${part('a')}) and (${part('b')})`))
      .then(facts(['FieldRuleSet']))
  })

  test('that closes a circle is refused, through others and through a group too', () => {
    const on = having(setup, ruleOn('spouse', '[age] is "1"'), ruleOn('age', '[agree] is ticked'))
    given(on)
      .when(ruleOn('married', '[spouse] has a value'))
      .then(facts(['FieldRuleSet'], ['FieldsDisabled']))
    given(on).when(ruleOn('agree', '[spouse] has a value')).then(refused('rule-circle'))
    const grouped = having(on, place('other', 'check', 'first', { group: 'g' }), {
      do: 'SetFieldRule',
      rule: idOf('g'),
      target: { group: 'g' },
      condition: `[${idOf('spouse')}] has a value`,
    })
    given(grouped)
      .when({ do: 'GroupField', field: idOf('agree'), group: 'g' })
      .then(refused('rule-circle'))
  })

  test('by which the fields of two signers hide each other is a circle', () => {
    given(having(setup, ruleOn('school', '[spouse] is empty')))
      .when(ruleOn('spouse', '[school] is empty'))
      .then(refused('rule-circle', idOf('spouse'), idOf('school')))
  })

  test('compares with as many characters as a text may have, and with no more', () => {
    const long = 'x'.repeat(MOST_TEXT)
    const on = having(setup, ruleOn('spouse', `[age] is "${long}"`))
    expect(isOn(on.state, 'spouse')).toBe(false)
    given(setup)
      .when(ruleOn('spouse', `[age] is "${long}y"`))
      .then(refused('condition-too-large'))
  })

  test('set again as it is says nothing; another condition takes its place; removed it lets its field take part', () => {
    const on = having(setup, ruleOn('spouse', '[married] is "Yes"'))
    expect(isOn(on.state, 'spouse')).toBe(false)
    given(on).when(ruleOn('spouse', '[married]  is  "Yes"')).then(nothing)
    given(on)
      .when(ruleOn('spouse', '[married] is not "Yes"'))
      .then(facts(['FieldRuleSet'], ['FieldsEnabled']))
    const off = given(on)
      .when({ do: 'RemoveFieldRule', rule: idOf('spouse rule') })
      .then(facts(['FieldRuleRemoved'], ['FieldsEnabled']))
    expect(off.state).not.toHaveProperty('rules')
    given(off)
      .when({ do: 'RemoveFieldRule', rule: idOf('spouse rule') })
      .then(nothing)
  })

  test('is read by a signer only where what they enter may change what it says', () => {
    const hidden = (world: World, part: string) =>
      viewFor(sent(world).state, { of: 'signatory', signatory: idOf(part) }).rules?.map(({ condition }) => condition === WITHHELD)
    const own = having(setup, ruleOn('spouse', '[age] > 17'), ruleOn('school', '[married] is "Yes"'))
    expect([hidden(own, 'first'), hidden(own, 'second')]).toEqual([
      [false, false],
      [true, true],
    ])
    // By way of another condition, of a copy, and as the editor of everybody's values.
    const chained = having(setup, ruleOn('agree', '[school] has a value'), ruleOn('spouse', '[agree] is ticked'))
    expect(hidden(chained, 'second')).toEqual([false, false])
    const same = (part: string): PackCommand => ({ do: 'SetFieldCustomId', field: idOf(part), customId: 'same' })
    const copied = having(own, { do: 'SetValueReplication', on: true }, same('age'), same('school'))
    expect(hidden(copied, 'second')).toEqual([false, true])
    const edited = having(
      setup,
      { do: 'SetFirstSignerMultiEdit', on: true },
      place('town', 'text', 'second'),
      ruleOn('school', '[town] has a value'),
    )
    expect(hidden(edited, 'first')).toEqual([false])
  })

  test('keeps the fields that it asks of: they cannot be removed, alone or with their signer or document', () => {
    const on = having(setup, ruleOn('school', '[married] is "Yes"'))
    given(on)
      .when({ do: 'RemoveField', field: idOf('married') })
      .then(refused('field-in-rule', idOf('married')))
    given(on)
      .when({ do: 'RemoveSignatory', signatory: idOf('first'), withFields: true })
      .then(refused('field-in-rule', idOf('married')))
    given(on)
      .when({ do: 'RemoveSignatory', signatory: idOf('second'), withFields: true })
      .then(facts(['FieldsRemoved'], ['SignatoryRemoved']))
    // With its own field gone, it keeps nothing.
    const gone = having(on, { do: 'RemoveField', field: idOf('school') })
    given(gone)
      .when({ do: 'RemoveField', field: idOf('married') })
      .then(facts(['FieldRemoved']))
    expect(
      having(gone, { do: 'RemoveField', field: idOf('married') }, { do: 'RestoreField', field: idOf('school') }).state.rules,
    ).toHaveLength(1)
  })

  test('asked of a later signer keeps the request back, and one that no longer fits does too', () => {
    const codes = (...commands: readonly Given[]) => {
      const world = having(setup, ...commands)
      return checksBeforeRequest(world.state, contextAt(world)).map(({ code, at }) => [code, at])
    }
    const later = ruleOn('age', '[school] is empty')
    expect(codes({ do: 'SetSequentialSigning', on: true }, later)).toContainEqual([wait, [idOf('age')]])
    expect(codes(later).map(([code]) => code)).not.toContain(wait)
    expect(codes({ do: 'SetSequentialSigning', on: true }, ruleOn('school', '[age] is empty')).map(([code]) => code)).not.toContain(wait)
    const fits = ruleOn('spouse', '[married] is "Yes"')
    expect(codes(fits).map(([code]) => code)).not.toContain('rules-invalid')
    expect(codes(fits, { do: 'RetypeField', field: idOf('married'), type: 'check' })).toContainEqual(['rules-invalid', [idOf('spouse')]])
    expect(codes(fits, { do: 'SetFieldOptions', field: idOf('married'), options: ['No'] })).toContainEqual([
      'rules-invalid',
      [idOf('spouse')],
    ])
    given(having(setup, { do: 'SetSequentialSigning', on: true }, later))
      .when(request)
      .then(refused(wait, idOf('age')))
  })

  test('is set only in setup, and by whom the permission allows', () => {
    given(packSentTo('first')).when(ruleOn('first signature', '[first signature] has a value')).then(refused('not-in-setup'))
    const who = (permissions: readonly string[]) =>
      ({ as: 'team', user: idOf('creator'), workspace: setup.state.workspace, permissions: new Set(permissions), isAdmin: false }) as const
    for (const command of [ruleOn('spouse', '[age] is "1"'), { do: 'RemoveFieldRule', rule: idOf('r') } as const]) {
      expect(permits(command, setup.state, who([]))).toMatchObject({ refused: 'not-permitted' })
      expect(permits(command, setup.state, who(['can_use_field_rules']))).toBeNull()
    }
  })

  test('goes with a copy, over the copy’s own fields', () => {
    const on = having(setup, ruleOn('spouse', '[married] is "Yes"'), fill('married', 'self', 'No'))
    const keys = { of: (key: string) => idOf(`copy of ${key}`), fileOf: (key: string) => idOf(`file of ${key}`) }
    const commands = commandsOfCopy(
      { pack: idOf('origin'), state: on.state },
      { kind: 'document', workspace: on.state.workspace, creator: on.state.creator, name: 'Copy' },
      keys,
    )
    expect(commands).toContainEqual({
      do: 'SetFieldRule',
      rule: keys.of(idOf('spouse rule')),
      target: { field: keys.of(idOf('spouse')) },
      condition: `[${keys.of(idOf('married'))}] is "Yes"`,
    })
  })
})

test('a rule tried on a copy asks of its values now, also of who has finished; what the team does not see is not known, and a field that is not there says nothing', () => {
  const target = { field: idOf('spouse') }
  const rules = draftedRules(setup.state, { rule: idOf('r'), target, condition: `[${idOf('married')}] is "Yes"` })
  if ('refused' in rules) throw new Error(rules.refused)
  const tried = ({ state }: World, keyOf = (key: string) => key) => triedOn(viewFor(state, { of: 'team' }), rules, target, keyOf)
  const typing = having(out(), fill('married', 'first', 'Yes'), fill('spouse', 'first', 'Ann'))
  expect(tried(out())).toEqual({ was: 'shown', would_be: 'hidden' })
  expect(tried(typing)).toEqual({ was: 'shown', would_be: 'unknown' })
  expect(tried(signedBy(typing, 'first'))).toEqual({ was: 'shown', would_be: 'shown' })
  const otherwise = out(ruleOn('spouse', '[married] is "No"'))
  expect(tried(signedBy(having(otherwise, fill('married', 'first', 'Yes')), 'first'))).toEqual({ was: 'hidden', would_be: 'shown' })
  expect(tried(typing, (key) => (key === idOf('married') ? idOf('nobody') : key))).toEqual({ was: 'shown', would_be: 'not_evaluated' })
  expect(tried(typing, () => idOf('nobody'))).toEqual({ was: 'absent', would_be: 'not_evaluated' })
  expect(draftedRules(setup.state, { rule: idOf('r'), target, condition: `[${idOf('married')}] is "Perhaps"` })).toMatchObject({
    refused: 'condition-never-true',
  })
})
