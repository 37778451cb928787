import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideInTurn, isRefused } from '#domain/kernel'
import {
  asWritten,
  commandsOfCopy,
  FIELD_TYPES,
  initial,
  listedSteps,
  liveFields,
  liveSignatories,
  mergedState,
  offeredIn,
  type PackState,
  pack,
} from '#domain/pack'
import {
  contextAt,
  decideIn,
  fieldIn,
  fill,
  type Given,
  happened,
  having,
  idOf,
  nothingYet,
  packInSetup,
  place,
  workspace,
} from '#tests/pack'
import { histories, PARTS, secretReason, secretValue } from '#tests/pack-histories'

const COPIER = idOf('copier')
const withNote = having(packInSetup('first'), place('note', 'text', 'first'))

function copyOf(state: PackState, kind: PackState['kind']): { readonly copy: PackState; readonly facts: readonly object[] } {
  const keys = {
    of: (origin: string) => idOf(`copied ${origin}`),
    fileOf: (file: string) => idOf(`copied file ${file}`),
  }
  const as = { kind, workspace, creator: COPIER, name: 'Copy' }
  const from = { key: idOf('copy'), state: initial, revision: -1 }
  const facts = decideInTurn(pack, commandsOfCopy({ pack: idOf('pack'), state }, as, keys), from, null, contextAt(nothingYet))
  if ('refused' in facts) throw new Error(facts.refused)
  const when = { time: '2026-03-03T09:00:00.000Z', revision: 0, principal: `user:${COPIER}` }
  return { copy: facts.reduce((next, fact) => pack.evolve(next, fact, when), initial), facts }
}
const every = (holds: (state: PackState) => void) =>
  fc.assert(
    fc.property(histories, ({ state }) => holds(state)),
    { numRuns: 150, seed: 12 },
  )

test('whatever happened to a pack, a copy of it can be made: in setup, with the preparation and nothing of the signing', () => {
  every((state) => {
    const { copy, facts } = copyOf(state, 'document')
    expect([copy.status, copy.trashed, copy.completed, copy.creator, copy.from]).toEqual(['setup', null, null, COPIER, idOf('pack')])
    expect(copy.settings).toEqual(asWritten(state).settings)
    expect(copy.documents.map(({ pages }) => pages)).toEqual(state.documents.map(({ pages }) => pages))
    const people = liveSignatories(state).map(({ role, name, email, mobile, user }) => ({ role, name, email, mobile, user }))
    expect(liveSignatories(copy)).toMatchObject(people.map((one) => ({ ...one, status: 'setup', request: null, links: [], visit: null })))
    expect(liveFields(copy).map(({ page, type, x, y }) => [page, type, x, y])).toEqual(
      liveFields(state).map(({ page, type, x, y }) => [page, type, x, y]),
    )
    const said = JSON.stringify(facts)
    for (const part of PARTS) for (const secret of [secretValue(part), secretReason(part)]) expect(said).not.toContain(secret)
    expect(said).toContain('seen by all')
    expect(said).not.toContain('never meant for signers')
    expect(said).not.toContain(idOf('link first'))
  })
})

test('a template made from it knows roles, and nobody', () => {
  every((state) => {
    const { copy } = copyOf(state, 'template')
    expect(copy.kind).toBe('template')
    expect(liveSignatories(copy).map(({ role }) => role)).toEqual(liveSignatories(state).map(({ role }) => role))
    for (const { name, email, mobile, user } of liveSignatories(copy)) expect([name, email, mobile, user]).toEqual(['', '', '', null])
  })
})

test('no key of the origin stands in the copy', () => {
  every((state) => {
    const said = JSON.stringify(copyOf(state, 'document').facts)
    const files = state.documents.flatMap(({ conversion }) => ('file' in conversion ? [conversion.source, conversion.file] : []))
    const keys = [
      ...Object.keys(state.fields),
      ...state.signatories.map(({ uuid }) => uuid),
      ...state.documents.map(({ key }) => key),
      ...files,
    ]
    for (const key of keys) expect(said).not.toContain(key)
  })
})

test('whatever a field was made into, with whatever belonged to it before, a copy of it can be made', () => {
  const field = idOf('note')
  const text = fc.constantFrom('', 'some', 'ten letters')
  const on = fc.boolean()
  const step: fc.Arbitrary<Given> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...FIELD_TYPES).map((type): Given => ({ do: 'RetypeField', field, type })) },
    fc.constantFrom('self', idOf('first'), null).map((assignee): Given => ({ do: 'AssignField', field, assignee })),
    on.map((required): Given => ({ do: 'SetFieldRequired', field, required })),
    on.map((to): Given => ({ do: 'SetFieldAutoDate', field, on: to })),
    on.map((to): Given => ({ do: 'SetFieldTemporary', field, on: to })),
    on.map((to): Given => ({ do: 'ShowFieldInFinal', field, on: to })),
    fc
      .constantFrom(null, { as: 'comb', cells: 8 } as const, { as: 'multi-line' } as const)
      .map((layout): Given => ({ do: 'LayOutField', field, layout })),
    fc.constantFrom<readonly string[]>([], ['a', 'b'], ['some']).map((options): Given => ({ do: 'SetFieldOptions', field, options })),
    fc.tuple(fc.constantFrom(null, 'g'), on).map(([group, exclusive]): Given => ({ do: 'GroupField', field, group, exclusive })),
    fc.constantFrom(null, 4, 40).map((most): Given => ({ do: 'SetFieldMaxLength', field, most })),
    fc.constantFrom(null, 14).map((points): Given => ({ do: 'SetFieldTextSize', field, points })),
    fc.constantFrom('name', 'email', null).map((from): Given => ({ do: 'SetFieldAutoFill', field, from })),
    text.map((words): Given => ({ do: 'SetFieldButtonText', field, text: words })),
    text.map((question): Given => ({ do: 'SetContinueQuestion', field, question })),
    text.map((customId): Given => ({ do: 'SetFieldCustomId', field, customId })),
    fc.tuple(text, on).map(([role, identification]): Given => ({ do: 'SetDelegatedSetup', field, role, identification })),
    fc.constantFrom('some', 'a', 'checked', '2026-01-01').map((value) => fill('note', 'self', value)),
  )
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 30 }), (steps) => {
      const { state } = steps.reduce((world, command) => {
        const decision = decideIn(world, command)
        return isRefused(decision) ? world : happened(world, decision)
      }, withNote)
      const like = fieldIn(state, 'note')
      if (like.temporary) return
      seen.set(like.type, (seen.get(like.type) ?? 0) + 1)
      const made = copyOf(state, 'document').copy.fields[idOf(`copied ${field}`)]
      const { type, required, autoDate, group, exclusive, layout, autoFill, maxLength } = like
      expect(made).toMatchObject({
        type,
        required,
        autoDate,
        group,
        exclusive,
        ...(layout && { layout }),
        ...(autoFill && { autoFill }),
        ...(maxLength && { maxLength }),
      })
      expect(made!.options).toEqual(offeredIn(like))
    }),
    { numRuns: 600, seed: 6 },
  )
  expect(seen.size).toBe(FIELD_TYPES.length)
})

test('a text that holds still what it offered when it was a choice is copied without that', () => {
  const { state } = withNote
  const field = idOf('note')
  const held = { ...state, fields: { ...state.fields, [field]: { ...state.fields[field]!, options: ['a', 'b'] } } }
  expect(copyOf(held, 'document').copy.fields[idOf(`copied ${field}`)]).toMatchObject({ type: 'text', options: [] })
})

test('signer groups come along, with their names and those who are in them', () => {
  const group = idOf('group')
  const { state } = having(
    packInSetup('first', 'second', 'third'),
    { do: 'AddSignerGroup', group, name: 'Clients' },
    { do: 'SetSigningOrder', steps: [[idOf('third')], [group, idOf('first'), idOf('second')]] },
  )
  for (const kind of ['document', 'template'] as const) {
    const { copy } = copyOf(state, kind)
    expect(copy.settings.signerGroups).toBe(true)
    expect(copy.groups?.map(({ name }) => name)).toEqual(['Clients'])
    expect(listedSteps(copy).map((step) => [step.group?.name, step.signatories.length])).toEqual([
      [undefined, 1],
      ['Clients', 2],
    ])
  }
})

test('a merge keeps the groups of all, and tells those of one name apart', () => {
  const one = (part: string) =>
    having(
      packInSetup(part, `${part} two`),
      { do: 'AddSignerGroup', group: idOf(`${part} group`), name: 'Clients' },
      { do: 'SetSigningOrder', steps: [[`${part} group`, part, `${part} two`].map(idOf)] },
    ).state
  const file = { file: idOf('joined'), digest: 'x', size: 1, repaired: false, pages: [] }
  const merged = mergedState([packInSetup('zed').state, one('ada'), one('ben')], file)
  expect(merged.settings.signerGroups).toBe(true)
  expect(listedSteps(merged).map((step) => [step.group?.name, step.signatories.length])).toEqual([
    [undefined, 1],
    ['Clients', 2],
    ['3 Clients', 2],
  ])

  // A name with no room for a number, and a number that another has already.
  const long = `${'x'.repeat(196)}😀😀`
  const named = (part: string, name: string) =>
    having(packInSetup(part), { do: 'AddSignerGroup', group: idOf(`${part} group`), name }).state
  const names = (...packs: readonly [PackState, ...PackState[]]) => mergedState(packs, file).groups?.map(({ name }) => name)
  expect(names(named('eve', long), named('fay', long))).toEqual([long, `2 ${'x'.repeat(196)}😀`])
  expect(names(named('eve', 'Clients'), named('fay', '3 Clients'), named('gil', 'Clients'))).toEqual(['Clients', '3 Clients', '4 Clients'])
})
