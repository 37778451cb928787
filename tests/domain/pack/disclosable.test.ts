import { expect, test } from 'vitest'
import { disclosableBy, mayDisclose, type Who } from '#domain/pack'
import { fill, having, idOf, packInSetup, place, sent, signedBy } from '#tests/pack'

const out = having(
  sent(having(packInSetup('first', 'second'), place('note', 'text', 'first', { y: 400_000 }))),
  fill('note', 'first', 'a draft'),
  fill('note', 'first', 'as signed'),
)
const { state, events } = signedBy(out, 'first', 'second')
const member: Extract<Who, { as: 'team' }> = {
  as: 'team',
  user: idOf('member'),
  workspace: state.workspace,
  permissions: new Set(['can_download_document_csv_data']),
}
const signer = (part: string): Who => ({ as: 'signatory', signatory: idOf(part), link: idOf('link'), inPerson: false })
const disclosedTo = (who: Who) =>
  events.flatMap(({ fact, revision }) =>
    (disclosableBy(events, state, who).get(revision) ?? []).map(({ path, subject }) => {
      return { type: fact.type, revision, at: path.join('.'), subject, data: fact.data as Record<string, unknown> }
    }),
  )

test('a reader who may not export data, is of another workspace, or has not finished signing, discloses nothing', () => {
  expect(mayDisclose(state, member)).toBe(true)
  expect(mayDisclose(state, { ...member, permissions: new Set() })).toBe(false)
  expect(mayDisclose(state, { ...member, workspace: idOf('elsewhere') })).toBe(false)
  expect(mayDisclose(out.state, signer('first'))).toBe(false)
  expect(mayDisclose(state, signer('nobody'))).toBe(false)
  expect(mayDisclose(state, { as: 'process', name: 'sealing' })).toBe(false)
  expect(disclosableBy(events, state, { ...member, permissions: new Set() }).size).toBe(0)
})

test('of filled-in values only the current one may be disclosed, by nobody the drafts before it', () => {
  for (const who of [member, signer('first'), signer('second')]) {
    const filled = disclosedTo(who).filter(({ type, data }) => type === 'FieldFilled' && data.field === idOf('note'))
    expect(filled.map(({ data }) => data.value)).toEqual(['as signed'])
  }
})

test('a signer discloses their own address and nobody else’s; the team both', () => {
  const addresses = (who: Who) => disclosedTo(who).flatMap(({ type, data }) => (type === 'SignatoryEmailChanged' ? [data.signatory] : []))
  expect(addresses(member)).toEqual([idOf('first'), idOf('second')])
  expect(addresses(signer('first'))).toEqual([idOf('first')])
  expect(addresses(signer('second'))).toEqual([idOf('second')])
})
