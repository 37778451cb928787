import { describe, expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import {
  COLOUR_BEYOND,
  groupColour,
  groupOf,
  isTurnOf,
  listedSteps,
  type PackState,
  SIGNATORY_COLOURS,
  signatoryLabel,
  signaturesRequested,
  viewFor,
} from '#domain/pack'
import {
  delivered,
  facts,
  type Given,
  given,
  happened,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  place,
  refused,
  requestIds,
  sent,
  signatoryIn,
  signedBy,
  type World,
} from '#tests/pack'

const add = (part: string, name?: string): Given => ({ do: 'AddSignerGroup', group: idOf(part), ...(name === undefined ? {} : { name }) })
const order = (...steps: readonly (readonly string[])[]): Given => ({ do: 'SetSigningOrder', steps: steps.map((step) => step.map(idOf)) })
const into = (part: string, group: string | null): Given => ({
  do: 'SetSignatoryGroup',
  signatory: idOf(part),
  group: group === null ? null : idOf(group),
})
const exclude =
  (part: string): Given =>
  (world) => ({ do: 'ExcludeSignatory', signatory: idOf(part), viewing: false, requests: requestIds(world, `without ${part}`) })
const optional = (part: string): Given => ({ do: 'SetSignatoryOptional', signatory: idOf(part), optional: true })

const PARTS = ['ada', 'ben', 'cleo', 'dan']
const setup = packInSetup(...PARTS)
/** Two and two. */
const grouped = having(setup, add('clients'), add('advisers'), order(['clients', 'ada', 'ben'], ['advisers', 'cleo', 'dan']))
const listed = (state: PackState) =>
  listedSteps(state).map(({ group, signatories }) => [group?.uuid ?? null, ...signatories.map(({ uuid }) => uuid)])
const asked = (world: World) => PARTS.filter((part) => signatoryIn(world.state, part).request !== null)

describe('a signer group', () => {
  test('[D-180] is called by its number where nobody names it, or by the next that is free', () => {
    const names = (world: World) => world.state.groups?.map(({ name }) => name)
    expect(names(having(setup, add('one', '\u200d'), add('two', '  ')))).toEqual(['Signer group 1', 'Signer group 2'])
    expect(names(having(setup, add('one', 'signer group 2'), add('two')))).toEqual(['signer group 2', 'Signer group 3'])
    given(having(setup, add('one'), add('two')))
      .when({ do: 'NameSignerGroup', group: idOf('two'), name: ' ' })
      .then(nothing)
  })

  test('[D-356] has a name of its own, in whatever case and form it is written', () => {
    const two = having(setup, add('one', 'Élan'), add('two'))
    for (const name of ['Élan', ' élan ', 'E\u0301LAN', 'Éla\u200dn', '\u200dÉlan', 'Éｌan']) {
      given(two)
        .when({ do: 'NameSignerGroup', group: idOf('two'), name })
        .then(refused('group-name-taken', idOf('two')))
      given(two).when(add('three', name)).then(refused('group-name-taken'))
    }
    expect(two.state.groups?.map(({ name }) => name)).toEqual(['Élan', 'Signer group 2'])
    given(two)
      .when({ do: 'NameSignerGroup', group: idOf('one'), name: 'ÉLAN' })
      .then(facts(['SignerGroupNamed', { name: 'ÉLAN' }]))
    given(two)
      .when({ do: 'NameSignerGroup', group: idOf('two'), name: 'x'.repeat(201) })
      .then(refused('too-long'))
    given(setup)
      .when({ do: 'NameSignerGroup', group: idOf('one'), name: 'Nobody' })
      .then(refused('signer-group-missing'))
  })

  test('turns groups on, and is added once', () => {
    given(setup)
      .when(add('one'))
      .then(facts(['SignerGroupsSwitched', { on: true }], ['SignerGroupAdded']))
    given(having(setup, add('one')))
      .when(add('one', 'Another'))
      .then(nothing)
    given(setup).when(add('ada')).then(refused('order-invalid'))
    given(having(setup, add('one')))
      .when({ do: 'AddSignatory', signatory: idOf('one') })
      .then(refused('order-invalid'))
  })

  test('[D-620] has a colour of the palette, and grey beyond it', () => {
    const many = Array.from({ length: SIGNATORY_COLOURS + 1 }, (_, at) => `group ${at}`)
    const { state } = having(setup, ...many.map((part) => add(part)), order(...many.toReversed().map((part) => [part])))
    expect(many.map((part) => groupColour(state, idOf(part)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0])
    expect(COLOUR_BEYOND).toBe('#808080')
  })

  test('holds its signers in one step of the order; out of it they sign right after it', () => {
    expect(listed(grouped.state)).toEqual([
      [idOf('clients'), idOf('ada'), idOf('ben')],
      [idOf('advisers'), idOf('cleo'), idOf('dan')],
    ])
    expect(groupOf(grouped.state, idOf('ben'))?.uuid).toBe(idOf('clients'))
    const out = having(grouped, into('ada', null))
    expect(listed(out.state)).toEqual([
      [idOf('clients'), idOf('ben')],
      [null, idOf('ada')],
      [idOf('advisers'), idOf('cleo'), idOf('dan')],
    ])
    expect(listed(having(out, into('ada', 'advisers')).state)[1]).toEqual([idOf('advisers'), idOf('cleo'), idOf('dan'), idOf('ada')])
    given(grouped).when(into('ada', 'clients')).then(nothing)
    given(grouped).when(into('ada', 'nobody')).then(refused('signer-group-missing'))
  })

  test('stays where nobody is in it, and where an order does not name it', () => {
    const empty = having(setup, add('one'), order(['dan'], ['ada']))
    expect(listed(empty.state)).toEqual([
      [null, idOf('dan')],
      [null, idOf('ada')],
      [idOf('one')],
      [null, idOf('ben')],
      [null, idOf('cleo')],
    ])
    given(grouped)
      .when(order(['clients', 'advisers', 'ada']))
      .then(refused('order-invalid'))
    given(grouped)
      .when(order(['clients'], ['clients', 'ada']))
      .then(refused('order-invalid'))
  })

  test('leaves its signers in its place when it is deleted; removed ones come back into it while it is there', () => {
    given(grouped)
      .when({ do: 'RemoveSignerGroup', group: idOf('clients') })
      .then(
        facts(['SignerGroupRemoved']),
        leadsTo((state) => {
          expect(listed(state)).toEqual([
            [null, idOf('ada')],
            [null, idOf('ben')],
            [idOf('advisers'), idOf('cleo'), idOf('dan')],
          ])
        }),
      )
    given(setup)
      .when({ do: 'RemoveSignerGroup', group: idOf('clients') })
      .then(nothing)
    const gone = having(grouped, { do: 'RemoveSignatory', signatory: idOf('ada'), withFields: true })
    expect(groupOf(having(gone, { do: 'RestoreSignatory', signatory: idOf('ada') }).state, idOf('ada'))?.uuid).toBe(idOf('clients'))
  })

  test('that comes back has its colour again, and others keep theirs; those from before stay where their events put them', () => {
    const remove = (part: string): Given => ({ do: 'RemoveSignerGroup', group: idOf(part) })
    const colours = ({ state }: World) => state.groups?.map(({ uuid }) => [uuid, groupColour(state, uuid)])
    const three = having(setup, ...['one', 'two', 'three'].map((part) => add(part)))
    for (const part of ['one', 'two', 'three']) expect(colours(having(three, remove(part), add(part)))).toEqual(colours(three))
    const all = ['one', 'two', 'three']
    expect(colours(having(three, ...all.map(remove), ...all.toReversed().map((part) => add(part))))).toEqual(colours(three))
    const since = having(three, remove('one'), add('four'), remove('four'), add('five'), add('four'), add('one'))
    expect(since.state.groups?.map(({ uuid }) => uuid)).toEqual(['one', 'two', 'three', 'four', 'five'].map(idOf))
    expect('groupsKnown' in viewFor(sent(since).state, { of: 'signatory', signatory: idOf('ada') })).toBe(false)
    const before = happened(having(three, remove('one')), [{ type: 'SignerGroupAdded', data: { group: idOf('one'), name: 'One' } }])
    expect(before.state.groups?.map(({ uuid }) => uuid)).toEqual(['two', 'three', 'one'].map(idOf))
  })

  test('goes with all others when groups are turned off', () => {
    given(grouped)
      .when({ do: 'SetSignerGroups', on: false })
      .then(
        facts(['SignerGroupRemoved'], ['SignerGroupRemoved'], ['SignerGroupsSwitched', { on: false }]),
        leadsTo((state) => {
          expect(state.groups).toBeUndefined()
          expect(listed(state)).toEqual(PARTS.map((part) => [null, idOf(part)]))
        }),
      )
  })

  test('has a name for the team alone', () => {
    const { state } = sent(grouped)
    expect(viewFor(state, { of: 'signatory', signatory: idOf('ada') }).groups?.map(({ name }) => name)).toEqual([WITHHELD, WITHHELD])
  })
})

describe('signing in groups', () => {
  test('is at once within a group, and one group after another', () => {
    const out = sent(grouped)
    expect(asked(out)).toEqual(['ada', 'ben'])
    const one = signedBy(out, 'ben')
    expect(asked(one)).toEqual(['ada', 'ben'])
    expect(isTurnOf(one.state, idOf('cleo'))).toBe(false)
    expect(signatoryLabel(one.state, signatoryIn(one.state, 'cleo'))).toEqual({ label: 'Queued', waitsForOthers: true })
    expect(signaturesRequested(one.state)).toBe(true)
    const both = signedBy(one, 'ada')
    expect(asked(both)).toEqual(PARTS)
    expect(signedBy(both, 'dan', 'cleo').state.status).toBe('complete')
  })

  test('passes over a group where nobody need sign, nobody is left, or nobody is', () => {
    const none = having(
      grouped,
      optional('ada'),
      optional('ben'),
      add('nobody'),
      order(['nobody'], ['clients', 'ada', 'ben'], ['advisers', 'cleo', 'dan']),
    )
    expect(asked(sent(none))).toEqual(PARTS)
    const needed = signedBy(sent(none), 'cleo')
    expect(needed.state.status).toBe('awaiting_signatures')
    expect(signedBy(needed, 'dan').state.status).toBe('complete')
    const left = having(sent(grouped), exclude('ada'))
    expect(asked(left)).toEqual(['ada', 'ben'])
    expect(asked(delivered(having(left, exclude('ben'))))).toEqual(PARTS)
  })

  test('lets a rule wait for nobody of the same group, and for the one before', () => {
    const rule = (asks: string, of: string): readonly Given[] => [
      place('answer', 'text', asks, { required: false }),
      place('asked', 'text', of, { required: false }),
      { do: 'SetFieldRule', rule: idOf('rule'), target: { field: idOf('asked') }, condition: `[${idOf('answer')}] has a value` },
    ]
    for (const [asks, of] of [
      ['ada', 'ben'],
      ['ada', 'cleo'],
    ] as const)
      expect(asked(sent(having(grouped, ...rule(asks, of))))).toEqual(['ada', 'ben'])
    given(having(grouped, ...rule('cleo', 'ada')))
      .when((world) => ({ do: 'RequestSignatures', requests: requestIds(world) }))
      .then(refused('rules-wait'))
  })

  test('means nothing new for documents from before: their orders fold to the same steps', () => {
    const before = happened(setup, [
      { type: 'SigningOrderChanged', data: { steps: [['ada', 'cleo'].map(idOf), [idOf('ben')], [idOf('dan')]] } },
    ])
    expect(asked(sent(before))).toEqual(PARTS)
    expect(asked(sent(having(before, { do: 'SetSequentialSigning', on: true })))).toEqual(['ada', 'cleo'])
    expect('groups' in before.state).toBe(false)
  })
})
