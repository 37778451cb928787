import { describe, expect, test } from 'vitest'
import { EMPTY_MAPPING, type Mapping, type MappingTarget, rowChecker, withText } from '#domain/bulk-send'
import type { PackState } from '#domain/pack'
import { contextAt, type Given, having, idOf, packInSetup, place } from '#tests/pack'

const columns = ['name', 'email', 'value']
const field: MappingTarget = { of: 'field', key: idOf('value') }
const detail = (part: 'name' | 'email'): MappingTarget => ({ of: 'signer', key: idOf('tenant'), part })
const mapping = [
  [detail('name'), '{{name}}'] as const,
  [detail('email'), '{{email}}'] as const,
  [field, '{{value}}'] as const,
].reduce<Mapping>((sofar, [target, text]) => withText(sofar, target, text), EMPTY_MAPPING)

const world = (...more: readonly Given[]) =>
  having(
    packInSetup(),
    { do: 'AddSignatory', signatory: idOf('tenant'), role: 'Tenant' },
    place('signature', 'signature', 'tenant'),
    ...more,
  )
const context = contextAt(world())

function problems(template: PackState, cells: readonly string[], { sends = true, of = mapping, known = context } = {}) {
  const check = rowChecker({ mapping: of, template, columns, dates: 'day-month', context: known, sends })
  if ('refused' in check) throw new Error(check.refused)
  return check(cells).problems.map(({ message, at }) => [message, at])
}
const good = ['Lena', 'lena@b.example'] as const

describe('a dry run', () => {
  test('finds nothing where the document can be made and sent.', () => {
    expect(problems(world(place('value', 'text', 'self')).state, [...good, '1 980'])).toEqual([])
  })

  test.each([
    ['text', 'x'.repeat(2_000), /^This text does not fit its field/],
    ['text', '\u{13000}', /cannot be printed|no font/i],
    ['date', '31/02/2026', /^This is not a date between 1900 and 2200/],
    ['check', 'perhaps', /^This value does not fit the field/],
    ['link', 'nowhere', /^This value does not fit the field|web address/],
    ['text', 'a\u0000b', /characters that cannot be stored|not text/i],
  ] as const)('A %s field that cannot take “%.20s” says why.', (type, value, message) => {
    const { state } = world(place('value', type, 'self'))
    expect(problems(state, [...good, value])).toEqual([[expect.stringMatching(message), field]])
  })

  test('A choice that is none is refused, and so is a line break where there is one line.', () => {
    const choice = world(place('value', 'choice', 'self', { options: ['Gold', 'Silver'] })).state
    expect(problems(choice, [...good, 'Bronze'])).toEqual([['This value does not fit the field.', field]])
    expect(problems(choice, [...good, 'gold'])).toEqual([])
    const line = world(place('value', 'text', 'self', { layout: { as: 'single-line' } })).state
    expect(problems(line, [...good, 'one\ntwo'])).toEqual([['This field takes a single line. Please remove the line breaks.', field]])
  })

  test('Each thing has one problem, and all problems of a row come together.', () => {
    const { state } = world(place('value', 'text', 'self', { required: true, customId: 'fee' }))
    expect(problems(state, ['', 'nobody', ''])).toEqual([
      ['Name is required', detail('name')],
      ['Not a valid email address in linked data', detail('email')],
      ['Required field fee, has no data or mapping', field],
    ])
  })

  test('A name that is too long is refused by the document’s own rule.', () => {
    const { state } = world(place('value', 'text', 'self'))
    expect(problems(state, ['x'.repeat(201), 'lena@b.example', ''])).toEqual([[expect.stringContaining('200'), detail('name')]])
  })

  test('Where only contacts from a list may be named, a row that names somebody else says so.', () => {
    const { state } = world(
      place('value', 'text', 'self'),
      { do: 'SetContactList', list: idOf('clients') },
      { do: 'SetContactsOnly', on: true },
    )
    const known = { ...context, contactLists: { has: () => true, holds: (_: string, address: string) => address === good[1] } }
    expect(problems(state, [...good, 'x'], { known })).toEqual([])
    expect(problems(state, ['Leo', 'leo@b.example', 'x'], { known })).toEqual([
      [expect.stringContaining('Only contacts from the contact list'), detail('email')],
    ])
  })

  test('What keeps a document from being sent matters only where it is sent.', () => {
    const { state } = world(place('value', 'text', null))
    expect(problems(state, [...good, 'x'])).toEqual([['There are fields that have not been assigned.', field]])
    expect(problems(state, [...good, 'x'], { sends: false })).toEqual([])
  })

  test('A template whose pages are not there yet cannot be checked.', () => {
    const { state } = world(place('value', 'text', 'self'))
    const waiting = { ...state, documents: state.documents.map((one) => ({ ...one, conversion: { state: 'waiting' } as const })) }
    expect(rowChecker({ mapping, template: waiting, columns, dates: 'day-month', context, sends: true })).toHaveProperty('refused')
  })

  test('Rows do not see each other.', () => {
    const { state } = world(place('value', 'text', 'self', { required: true, customId: 'fee' }))
    const check = rowChecker({ mapping, template: state, columns, dates: 'day-month', context, sends: true })
    if ('refused' in check) throw new Error(check.refused)
    expect(check([...good, 'x']).problems).toEqual([])
    expect(check([...good, '']).problems).toHaveLength(1)
    expect(check([...good, 'x']).problems).toEqual([])
  })
})
