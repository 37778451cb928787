import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefused } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { decideIn, facts, fieldIn, fill, type Given, given, happened, having, idOf, leadsTo, packInSetup, place, sent } from '#tests/pack'

describe('an exclusive group of tick boxes', () => {
  const box = (part: string, of: string, y: number, group: string) => place(part, 'check', of, { page: 1, y, group, exclusive: true })
  const world = sent(
    having(
      packInSetup('first', 'second'),
      box('yes', 'first', 100_000, 'answer'),
      box('no', 'first', 150_000, 'answer'),
      box('other group', 'first', 200_000, 'else'),
      box('other signer', 'second', 250_000, 'answer'),
    ),
  )
  const ticked = having(
    world,
    ...(['yes', 'other group'] as const).map((part) => fill(part, 'first', 'checked')),
    fill('other signer', 'second', 'checked'),
  )

  test('[D-298] has one ticked: ticking another unticks it in the same append', () => {
    given(ticked)
      .when(fill('no', 'first', 'checked'))
      .then(
        facts(['FieldFilled', { field: idOf('no') }], ['FieldCleared', { field: idOf('yes'), because: 'group' }]),
        leadsTo((state) => expect([fieldIn(state, 'yes').value, fieldIn(state, 'no').value]).toEqual([null, 'checked'])),
      )
  })

  test('[D-299] minds neither other groups nor the same group of another signer', () => {
    given(ticked)
      .when(fill('no', 'first', 'checked'))
      .then(
        leadsTo((state) =>
          expect([fieldIn(state, 'other group').value, fieldIn(state, 'other signer').value]).toEqual(['checked', 'checked']),
        ),
      )
  })

  test('lets a tick be undone', () => {
    given(ticked)
      .when(fill('yes', 'first', 'unchecked'))
      .then(facts(['FieldFilled', { value: 'unchecked' }]))
  })

  test('that a ticked box joins with another ticked one loses this tick', () => {
    const loose = having(
      packInSetup('first'),
      place('yes', 'check', 'first', { page: 1 }),
      place('no', 'check', 'first', { page: 1, y: 300_000, group: 'answer', exclusive: true }),
      fill('yes', 'self', 'checked'),
      fill('no', 'self', 'checked'),
    )
    given(loose)
      .when({ do: 'GroupField', field: idOf('yes'), group: 'answer', exclusive: true })
      .then(facts(['FieldGrouped'], ['FieldCleared', { field: idOf('yes'), because: 'group' }]))
  })

  test('is one where any of its boxes says so: ticking one that does not say it unticks the others as well', () => {
    const mixed = having(
      packInSetup('first'),
      box('yes', 'first', 100_000, 'answer'),
      place('no', 'check', 'first', { page: 1, y: 300_000, group: 'answer' }),
    )
    given(having(mixed, fill('yes', 'self', 'checked')))
      .when(fill('no', 'self', 'checked'))
      .then(facts(['FieldFilledBySender'], ['FieldCleared', { field: idOf('yes'), because: 'group' }]))
  })
})

describe('of an exclusive group one box at most is ticked', () => {
  const parts = ['a', 'b', 'c', 'd'] as const
  const boxes = having(
    packInSetup('first', 'second'),
    ...parts.map((part, at) =>
      place(part, 'check', 'first', { page: 1, y: 50_000 + at * 40_000, ...(part === 'd' ? {} : { group: 'answer' }) }),
    ),
  )
  const group = (part: string, name: string | null, exclusive: boolean): Given => ({
    do: 'GroupField',
    field: idOf(part),
    group: name,
    exclusive,
  })
  const ticks = (state: PackState) => parts.filter((part) => fieldIn(state, part).value === 'checked' && !fieldIn(state, part).removed)

  test('once it becomes exclusive, no matter which box says so', () => {
    const ticked = having(boxes, ...(['a', 'b', 'c'] as const).map((part) => fill(part, 'self', 'checked')))
    given(ticked)
      .when(group('b', 'answer', true))
      .then(leadsTo((state) => expect(ticks(state)).toEqual(['a'])))
    given(ticked)
      .when(place('e', 'check', 'first', { page: 1, y: 400_000, group: 'answer', exclusive: true }))
      .then(leadsTo((state) => expect(ticks(state)).toEqual(['a'])))
  })

  test('when one that was removed comes back', () => {
    const back = having(
      boxes,
      group('a', 'answer', true),
      fill('a', 'self', 'checked'),
      { do: 'RemoveField', field: idOf('a') },
      fill('b', 'self', 'checked'),
      { do: 'RestoreField', field: idOf('a') },
    )
    expect(ticks(back.state)).toEqual(['b'])
  })

  test('when one is given to a signer who has ticked another', () => {
    const given = having(
      boxes,
      group('a', 'answer', true),
      { do: 'AssignField', field: idOf('b'), assignee: idOf('second') },
      fill('a', 'self', 'checked'),
      fill('b', 'self', 'checked'),
    )
    expect(ticks(given.state)).toEqual(['a', 'b'])
    expect(ticks(having(given, { do: 'AssignField', field: idOf('b'), assignee: idOf('first') }).state)).toEqual(['a'])
  })

  test('whatever is done to them', () => {
    const part = fc.constantFrom(...parts)
    const step = fc.oneof(
      { weight: 4, arbitrary: part.map((of) => fill(of, 'self', 'checked')) },
      part.map((of) => fill(of, 'self', 'unchecked')),
      {
        weight: 3,
        arbitrary: fc.tuple(part, fc.constantFrom('answer', 'else', null), fc.boolean()).map(([of, name, on]) => group(of, name, on)),
      },
      fc
        .tuple(part, fc.constantFrom(idOf('first'), idOf('second'), null))
        .map(([of, assignee]): Given => ({ do: 'AssignField', field: idOf(of), assignee })),
      fc.tuple(part, fc.constantFrom('RemoveField', 'RestoreField')).map(([of, what]): Given => ({ do: what, field: idOf(of) })),
      fc.tuple(part, fc.constantFrom('text', 'check')).map(([of, type]): Given => ({ do: 'RetypeField', field: idOf(of), type })),
    )
    let together = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        let world = boxes
        for (const command of steps) {
          const decision = decideIn(world, command)
          if (!isRefused(decision)) world = happened(world, decision)
          const groups = Map.groupBy(
            parts
              .map((of) => fieldIn(world.state, of))
              .filter((field) => !field.removed && field.group !== null && field.assignee !== null),
            ({ group, assignee }) => `${group} ${assignee}`,
          )
          for (const of of groups.values()) {
            if (!of.some(({ exclusive }) => exclusive)) continue
            if (of.length > 1) together++
            expect(of.filter(({ value }) => value === 'checked').length).toBeLessThan(2)
          }
        }
      }),
      { numRuns: 300, seed: 5 },
    )
    expect(together).toBeGreaterThan(300)
  })
})
