import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefused, isWithheld } from '#domain/kernel'
import {
  CHECKED,
  commandsOfCopy,
  decide,
  filledWith,
  finalValueOf,
  outcomesOf,
  type PackCommand,
  type PackState,
  permits,
  UNCHECKED,
  viewDigest,
  viewFor,
} from '#domain/pack'
import {
  contextAt,
  converted,
  decideIn,
  facts,
  fieldIn,
  fill,
  type Given,
  given,
  having,
  idOf,
  nothing,
  nothingYet,
  packInSetup,
  place,
  refused,
  sent,
  sign,
  signedBy,
  typed,
  type World,
} from '#tests/pack'
import { histories, PARTS } from '#tests/pack-histories'

const annex = idOf('annex')
const inAnnex = (command: PackCommand) => ('document' in command ? { ...command, document: annex } : command)
const two = having(packInSetup('first', 'second'), ...converted(1).map(inAnnex))
const WITHIN: PackCommand = { do: 'SetValueReplication', on: true }
const ACROSS: PackCommand = { do: 'SetReplicationAcrossDocuments', on: true }
const TICKS: PackCommand = { do: 'SetTickReplication', on: true }
const named = (customId: string, more: object = {}) => ({ customId, ...more })

/** The same name in two places of the lease, for each of two signers, and in the annex. */
const setup = having(
  two,
  place('name', 'text', 'first', named('name')),
  place('again', 'text', 'first', named('name')),
  place('theirs', 'text', 'second', named('name')),
  place('annexed', 'text', 'second', named('name', { document: annex })),
  place('other', 'text', 'first', named('other')),
)
const out = (...more: readonly Given[]) => sent(having(setup, ...more))
const values = ({ state }: World, ...parts: readonly string[]) => parts.map((part) => fieldIn(state, part).value)
const clear = (part: string, by: string): PackCommand => ({ do: 'ClearField', field: idOf(part), by: by === 'self' ? by : idOf(by) })
const ruleOn = (target: string, condition: string): PackCommand => ({
  do: 'SetFieldRule',
  rule: idOf(`${target} rule`),
  target: { field: idOf(target) },
  condition: condition.replace(/\[([a-z ]+)\]/g, (_, part: string) => `[${idOf(part)}]`),
})

describe('a value', () => {
  test('goes into the fields of the same custom id in its document, in the append of its cause, and says where it came from', () => {
    const filled = given(out(WITHIN))
      .when(fill('name', 'first', 'Ann'))
      .then(
        facts(
          ['FieldFilled', { field: idOf('name') }],
          ['FieldsFilled', { fields: [idOf('again')], by: idOf('first'), value: 'Ann', from: idOf('name') }],
          ['FieldsFilled', { fields: [idOf('theirs')], by: idOf('first'), value: 'Ann', from: idOf('name') }],
        ),
      )
    expect(fieldIn(filled.state, 'theirs')).toMatchObject({ value: 'Ann', filledBy: idOf('first'), filledFrom: idOf('name') })
    expect(fieldIn(filled.state, 'name')).not.toHaveProperty('filledFrom')
    expect(values(filled, 'annexed', 'other')).toEqual([null, null])
    // What is typed over a copy is a value of its own, and goes everywhere else.
    const theirs = having(filled, fill('theirs', 'second', 'Bea'))
    expect(fieldIn(theirs.state, 'theirs')).not.toHaveProperty('filledFrom')
    expect(values(theirs, 'name', 'again', 'theirs')).toEqual(['Bea', 'Bea', 'Bea'])
    given(theirs)
      .when(fill('theirs', 'second', 'Bea'))
      .then(nothing)
  })

  test('goes into the other documents by their own setting alone', () => {
    expect(values(having(out(ACROSS), fill('name', 'first', 'Ann')), 'again', 'theirs', 'annexed')).toEqual([null, null, 'Ann'])
    expect(values(having(out(WITHIN, ACROSS), fill('annexed', 'second', 'Ann')), 'name', 'again', 'theirs')).toEqual(['Ann', 'Ann', 'Ann'])
    given(out())
      .when(fill('name', 'first', 'Ann'))
      .then(facts(['FieldFilled']))
  })

  test('goes by no id that nobody chose, not even where two fields got the same in the same moment', () => {
    const alike = having(setup, place('one', 'text', 'first', named('text_90')), place('two', 'text', 'second', named('text_90')))
    expect(values(having(sent(having(alike, WITHIN)), fill('one', 'first', 'Ann')), 'two')).toEqual([null])
    const repeated = having(alike, { do: 'RepeatField', field: idOf('one there'), of: idOf('one'), document: annex })
    expect(fieldIn(repeated.state, 'one there').customId).not.toBe('text_90')
  })

  test('taken out is taken out of all', () => {
    const filled = having(out(WITHIN, ACROSS), fill('name', 'first', 'Ann'))
    const emptied = given(filled)
      .when(clear('annexed', 'second'))
      .then(facts(['FieldCleared'], ['FieldsCleared', { because: 'replicated', from: idOf('annexed') }]))
    expect(values(emptied, 'name', 'again', 'theirs', 'annexed')).toEqual([null, null, null, null])
    expect(fieldIn(emptied.state, 'theirs')).not.toHaveProperty('filledFrom')
  })

  test('never goes into signatures and initials, nor from a tick into a text', () => {
    const on = out(
      WITHIN,
      TICKS,
      place('mark', 'initial', 'first', named('name')),
      place('sign', 'signature', 'second', named('name')),
      place('agree', 'check', 'first', named('name')),
    )
    expect(values(having(on, fill('mark', 'first', typed('A'))), 'name', 'sign', 'agree')).toEqual([null, null, null])
    expect(values(having(on, fill('agree', 'first', CHECKED)), 'name', 'sign', 'mark')).toEqual([null, null, null])
  })

  test('never goes into the field of somebody who has finished, nor of the sender once it was sent', () => {
    const on = out(WITHIN, place('senders', 'text', 'self', named('name', { required: false })))
    const filled = (world: World) => having(world, fill('name', 'first', 'Ann'))
    expect(values(filled(on), 'again', 'theirs', 'senders')).toEqual(['Ann', 'Ann', null])
    expect(values(filled(signedBy(on, 'second')), 'again', 'theirs')).toEqual(['Ann', null])
    const exclude: Given = { do: 'ExcludeSignatory', signatory: idOf('second'), viewing: true, requests: {} }
    expect(values(filled(having(on, exclude)), 'again', 'theirs')).toEqual(['Ann', null])
    const finished = signedBy(filled(on), 'first')
    expect(values(having(finished, fill('theirs', 'second', 'Bea')), 'name', 'again', 'theirs')).toEqual(['Ann', 'Ann', 'Bea'])
    expect(values(having(finished, clear('theirs', 'second')), 'name', 'again', 'theirs')).toEqual(['Ann', 'Ann', null])
    // A document that somebody rejected takes nothing from anybody.
    const rejected = having(on, { do: 'RejectSigning', signatory: idOf('second'), reason: '' })
    expect(filledWith(rejected.state, fieldIn(rejected.state, 'name'))).toEqual([])
  })

  test('that a field cannot hold leaves out that field, and an earlier copy there goes', () => {
    const on = out(
      WITHIN,
      place('short', 'text', 'first', named('name', { maxLength: 3 })),
      place('day', 'date', 'first', named('name')),
      place('pick', 'choice', 'first', named('name', { options: ['Ann', 'Bea'] })),
    )
    const ann = having(on, fill('name', 'first', 'Ann'))
    expect(values(ann, 'short', 'day', 'pick')).toEqual(['Ann', null, 'Ann'])
    expect(values(having(ann, fill('name', 'first', 'Beatrice')), 'again', 'short', 'day', 'pick')).toEqual(['Beatrice', null, null, null])
    expect(values(having(on, fill('short', 'first', 'own'), fill('name', 'first', 'Bea')), 'short')).toEqual(['Bea'])
    expect(values(having(on, fill('day', 'first', '2026-03-01')), 'name', 'pick')).toEqual(['2026-03-01', null])
  })

  test('of a date that sets itself goes into others of its name, and no other value into it', () => {
    const on = out(
      WITHIN,
      place('signed', 'date', 'first', named('day', { autoDate: true, required: false })),
      place('begins', 'date', 'second', named('day', { required: false })),
    )
    expect(values(having(on, fill('begins', 'second', '2026-04-01')), 'signed')).toEqual([null])
    expect(values(signedBy(on, 'first'), 'signed', 'begins')).toEqual(['2026-03-02', '2026-03-02'])
  })
})

describe('ticks', () => {
  const boxes = having(
    setup,
    place('yes', 'check', 'first', named('yes', { group: 'one', exclusive: true })),
    place('no', 'check', 'first', named('no', { group: 'one', exclusive: true })),
    place('yes too', 'check', 'second', named('yes', { group: 'two', exclusive: true })),
    place('no too', 'check', 'second', named('no', { group: 'two', exclusive: true })),
  )
  test('are copied by their own setting, and only next to the other', () => {
    const ticked = (...settings: readonly Given[]) =>
      values(having(sent(having(boxes, ...settings)), fill('yes', 'first', CHECKED)), 'yes too')
    expect(ticked(WITHIN, TICKS)).toEqual([CHECKED])
    for (const settings of [[], [WITHIN], [TICKS], [ACROSS, TICKS]]) expect(ticked(...settings)).toEqual([null])
  })

  test('untick the others of an exclusive group there as here', () => {
    const on = sent(having(boxes, WITHIN, TICKS))
    const yes = having(on, fill('yes', 'first', CHECKED))
    const no = having(yes, fill('no too', 'second', CHECKED))
    expect(values(no, 'yes', 'no', 'yes too', 'no too')).toEqual([null, CHECKED, null, CHECKED])
    expect(values(having(no, fill('no', 'first', UNCHECKED)), 'no too')).toEqual([UNCHECKED])
  })

  test('of two boxes of one exclusive group with the same id one is ticked', () => {
    const on = sent(
      having(
        boxes,
        WITHIN,
        TICKS,
        place('yes also', 'check', 'second', named('yes', { group: 'two', exclusive: true })),
        place('yes mine', 'check', 'first', named('yes', { group: 'one', exclusive: true })),
      ),
    )
    const yes = having(on, fill('yes', 'first', CHECKED))
    expect(values(yes, 'yes', 'yes mine', 'yes too', 'yes also')).toEqual([CHECKED, null, CHECKED, null])
  })
})

describe('conditions', () => {
  test('a copied value shows and hides other fields in the same append', () => {
    const on = out(WITHIN, ruleOn('other', '[again] is "Ann"'))
    const ann = given(on)
      .when(fill('theirs', 'second', 'Ann'))
      .then(facts(['FieldFilled'], ['FieldsFilled'], ['FieldsEnabled', { fields: [idOf('other')] }]))
    expect(fieldIn(ann.state, 'other').disabled).toBeUndefined()
  })

  test('a value that is hidden after it was copied is hidden where it was copied to, and comes back with its field', () => {
    const on = out(WITHIN, ACROSS, ruleOn('name', '[other] is not "hide"'))
    const filled = having(on, fill('name', 'first', 'Ann'))
    const hidden = given(filled)
      .when(fill('other', 'first', 'hide'))
      .then(facts(['FieldFilled'], ['FieldsDisabled'], ['FieldsCleared', { because: 'replicated', from: idOf('name') }]))
    expect(values(hidden, 'name', 'again', 'theirs', 'annexed')).toEqual([null, null, null, null])
    for (const part of ['name', 'again', 'theirs', 'annexed']) expect(finalValueOf(hidden.state, fieldIn(hidden.state, part))).toBeNull()
    const back = having(hidden, fill('other', 'first', 'show'))
    expect(values(back, 'name', 'again', 'theirs', 'annexed')).toEqual(['Ann', 'Ann', 'Ann', 'Ann'])
    // An entry made meanwhile waits in the hidden field too: all come back alike.
    const meanwhile = having(hidden, fill('theirs', 'second', 'Bea'))
    expect(values(meanwhile, 'name', 'again', 'annexed')).toEqual([null, 'Bea', 'Bea'])
    expect(values(having(meanwhile, fill('other', 'first', 'show')), 'name')).toEqual(['Bea'])
  })

  test('a hidden copy leaves its origin', () => {
    const on = out(WITHIN, ruleOn('again', '[other] is not "hide"'))
    const hidden = having(on, fill('name', 'first', 'Ann'), fill('other', 'first', 'hide'))
    expect(values(hidden, 'name', 'again', 'theirs')).toEqual(['Ann', null, 'Ann'])
    const shown = having(hidden, fill('name', 'first', 'Bea'), fill('other', 'first', 'show'))
    expect(fieldIn(shown.state, 'again')).toMatchObject({ value: 'Bea', filledFrom: idOf('name') })
  })

  test('of a field that hides itself by its copy the rounds end, and nothing hidden stays on a page', () => {
    const on = out(WITHIN, ruleOn('name', '[theirs] is empty'))
    const filled = having(on, fill('name', 'first', 'Ann'))
    expect(values(filled, 'name', 'again', 'theirs')).toEqual(['Ann', null, null])
    expect(outcomesOf(filled.state).of(idOf('name'))).toBe('enabled')
  })

  test('reverting keeps copies, and what waits', () => {
    const on = out(WITHIN, ruleOn('again', '[other] is not "hide"'))
    const hidden = having(on, fill('name', 'first', 'Ann'), fill('other', 'first', 'hide'))
    const back = having(hidden, { do: 'RevertToSetup' })
    expect(fieldIn(back.state, 'theirs')).toMatchObject({ value: 'Ann', filledFrom: idOf('name') })
    expect(fieldIn(back.state, 'again').disabled).toMatchObject({ value: 'Ann', filledFrom: idOf('name') })
  })
})

describe('in setup', () => {
  const mine = having(
    two,
    place('mine', 'text', 'self', named('name')),
    place('theirs', 'text', 'second', named('name')),
    place('annexed', 'text', 'second', named('name', { document: annex })),
  )

  test('what the sender wrote goes into fields that come to share its id, wherever they stand empty', () => {
    const filled = having(mine, fill('mine', 'self', 'Ann'))
    expect(values(filled, 'theirs')).toEqual([null])
    const on = having(filled, WITHIN)
    expect(fieldIn(on.state, 'theirs')).toMatchObject({ value: 'Ann', filledBy: 'self', filledFrom: idOf('mine') })
    expect(values(having(on, ACROSS), 'annexed')).toEqual(['Ann'])
    expect(values(having(on, place('late', 'text', 'first', named('name'))), 'late')).toEqual(['Ann'])
    const unlike = having(on, place('late', 'text', 'first', named('unlike')))
    expect(values(having(unlike, { do: 'SetFieldCustomId', field: idOf('late'), customId: 'name' }), 'late')).toEqual(['Ann'])
    const removed = having(on, { do: 'RemoveField', field: idOf('theirs') }, fill('mine', 'self', 'Bea'))
    expect(values(having(removed, { do: 'RestoreField', field: idOf('theirs') }), 'theirs')).toEqual(['Ann'])
  })

  test('what stands there already is not overwritten by a setting', () => {
    const both = having(mine, fill('mine', 'self', 'Ann'), fill('theirs', 'self', 'Bea'), WITHIN)
    expect(values(both, 'mine', 'theirs')).toEqual(['Ann', 'Bea'])
  })

  test('what a signer entered goes nowhere by what the team changes', () => {
    const back = having(sent(mine), fill('theirs', 'second', 'Bea'), { do: 'RevertToSetup' }, WITHIN)
    expect(values(back, 'mine', 'annexed')).toEqual([null, null])
  })

  test('goes into a copy made of the document, with the settings', () => {
    const on = having(mine, WITHIN, ACROSS, fill('mine', 'self', 'Ann'))
    const keys = { of: (key: string) => idOf(`copy of ${key}`), fileOf: (key: string) => idOf(`file of ${key}`) }
    const { workspace, creator } = on.state
    const commands = commandsOfCopy({ pack: idOf('origin'), state: on.state }, { kind: 'document', workspace, creator, name: 'Copy' }, keys)
    const copy = having(nothingYet, ...commands)
    for (const part of ['mine', 'theirs', 'annexed']) expect(copy.state.fields[keys.of(idOf(part))]?.value, part).toBe('Ann')
  })
})

describe('what is seen', () => {
  test('a signer signs the same, wherever their value came from', () => {
    const [copied, typedIn] = [
      having(out(WITHIN), fill('name', 'first', 'Ann')),
      having(out(), fill('name', 'first', 'Ann'), fill('again', 'first', 'Ann'), fill('theirs', 'second', 'Ann')),
    ]
    expect(viewDigest(copied.state, idOf('second'))).not.toBe(viewDigest(out().state, idOf('second')))
    const looks = (world: World) => viewDigest({ ...world.state, settings: out().state.settings }, idOf('second'))
    expect(looks(copied)).toBe(looks(typedIn))
  })

  test('a copy is seen by whose field it is in and who entered it, and by others once either has signed', () => {
    const on = sent(
      having(
        packInSetup('first', 'second', 'third'),
        place('a', 'text', 'first', named('x')),
        place('b', 'text', 'second', named('x')),
        WITHIN,
      ),
    )
    const filled = having(on, fill('a', 'first', 'secret'))
    const seen = (world: World, audience: Parameters<typeof viewFor>[1]) =>
      JSON.stringify(viewFor(world.state, audience)).includes('secret')
    const who = (part: string) => ({ of: 'signatory', signatory: idOf(part) }) as const
    expect([seen(filled, who('first')), seen(filled, who('second')), seen(filled, who('third')), seen(filled, { of: 'team' })]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const signed = having(filled, fill('first signature', 'first', typed('F')), sign('first'))
    expect([seen(signed, who('third')), seen(signed, { of: 'team' })]).toEqual([true, true])
  })

  test('whatever happens, a browser that knows only its own view comes to what the server decides, in all that it may read', () => {
    fc.assert(
      fc.property(
        histories,
        fc.constantFrom(...PARTS),
        fc.constantFrom('shared', 'text'),
        fc.constantFrom('x', ''),
        (world, part, kind, value) => {
          const audience = { of: 'signatory', signatory: idOf(part) } as const
          fc.pre(world.state.status === 'awaiting_signatures')
          const view = viewFor(world.state, audience)
          const command = fill(`${part} ${kind}`, part, value)
          const [there, here] = [world.state, view].map((state) => decide(command, state, contextAt(world)))
          expect(isRefused(there!)).toBe(isRefused(here!))
          if (isRefused(there!)) return
          const [shown, guessed] = [viewFor(having(world, command).state, audience), having({ ...world, state: view }, command).state]
          for (const [key, field] of Object.entries(shown.fields)) {
            const guess = guessed.fields[key]!
            // A condition on what is withheld is the server’s to answer.
            if (outcomesOf(view).of(key) === 'unknown' || outcomesOf(guessed).of(key) === 'unknown') continue
            if (isWithheld(guess.value) || isWithheld(field.value)) continue
            expect([key, guess.value, guess.disabled === undefined]).toEqual([key, field.value, field.disabled === undefined])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('nothing that is hidden stands in a copy of it, whatever happens', () => {
    fc.assert(
      fc.property(histories, ({ state }) => {
        for (const field of Object.values(state.fields)) {
          const source = field.filledFrom === undefined ? undefined : state.fields[field.filledFrom]
          if (source?.disabled && state.status === 'awaiting_signatures') {
            expect(state.signatories.find(({ uuid }) => uuid === field.assignee)?.status).not.toBe('awaiting_signatures')
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('repeating a field', () => {
  const repeat = (part: string, of: string, to = annex): PackCommand => ({
    do: 'RepeatField',
    field: idOf(part),
    of: idOf(of),
    document: to,
  })

  test('places one like it in the same place of another document, under the same id', () => {
    const origin = having(setup, { do: 'LabelField', field: idOf('name'), label: 'Full name' })
    const repeated = having(origin, repeat('name in annex', 'name'))
    const { key: _, document: __, updated: ___, ...looks } = fieldIn(origin.state, 'name')
    expect(fieldIn(repeated.state, 'name in annex')).toMatchObject({ ...looks, document: annex, label: 'Full name', customId: 'name' })
    given(repeated).when(repeat('name in annex', 'name')).then(nothing)
    expect(values(having(origin, ACROSS, fill('name', 'self', 'Ann'), repeat('name in annex', 'name')), 'name in annex')).toEqual(['Ann'])
  })

  test('is refused where the page is missing, where it would cover another, and where fields are locked', () => {
    const second = having(setup, place('far', 'text', 'first', { page: 1, y: 300_000 }))
    given(second).when(repeat('far again', 'far')).then(refused('no-such-page'))
    given(having(setup, repeat('once', 'name')))
      .when(repeat('twice', 'name'))
      .then(refused('fields-overlap'))
    given(having(setup, { do: 'LockFields' }))
      .when(repeat('again there', 'name'))
      .then(refused('fields-locked'))
    given(setup).when(repeat('of nothing', 'nobody')).then(refused('field-missing'))
  })

  test('makes groups of tick boxes groups of their own', () => {
    const boxes = having(
      setup,
      place('yes', 'check', 'first', { group: 'one', exclusive: true }),
      place('no', 'check', 'first', { group: 'one', exclusive: true }),
      repeat('yes too', 'yes'),
      repeat('no too', 'no'),
    )
    expect([fieldIn(boxes.state, 'yes too').group, fieldIn(boxes.state, 'no too').group]).toEqual(['one 2', 'one 2'])
    const ticked = having(sent(boxes), fill('yes', 'first', CHECKED), fill('no too', 'first', CHECKED))
    expect(values(ticked, 'yes', 'no too')).toEqual([CHECKED, CHECKED])
  })

  test('needs its permission', () => {
    const who = (permissions: readonly string[]) =>
      ({ as: 'team', user: idOf('creator'), workspace: setup.state.workspace, permissions: new Set(permissions), isAdmin: false }) as const
    expect(permits(repeat('x', 'name'), setup.state, who([]))).toMatchObject({ refused: 'not-permitted' })
    expect(permits(repeat('x', 'name'), setup.state, who(['can_repeat_fields_across_documents']))).toBeNull()
  })
})

test('a document from before copies nothing and holds nothing new', () => {
  const before = having(out(), fill('name', 'first', 'Ann'))
  const text = JSON.stringify(before.state satisfies PackState)
  for (const word of ['filledFrom', 'valueReplication', 'replicationAcrossDocuments', 'tickReplication']) expect(text).not.toContain(word)
  expect(isRefused(decideIn(before, fill('again', 'first', 'Bea')))).toBe(false)
})
