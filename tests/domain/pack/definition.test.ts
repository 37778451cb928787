import { expect, test } from 'vitest'
import { canonicalise, digestOfLeaf, type Json, WITHHELD } from '#domain/kernel'
import { codec, copyOfBeginning, factsOfNewCopy, type PackFact } from '#domain/pack'
import { happened, idOf, nothingYet } from '#tests/pack'
import { factsOfCopy, salted } from '#tests/pack-scenarios'

const begun = (pack: string) => {
  const { facts, origins } = factsOfCopy(pack)
  return { facts, beginning: factsOfNewCopy(facts, origins, salted) }
}
const takenIn = (facts: readonly PackFact[]) =>
  facts.find(({ type }) => type === 'DefinitionTaken') as Extract<PackFact, { type: 'DefinitionTaken' }>

test('what begins from a definition is what its facts one by one make it', () => {
  const { facts, beginning } = begun(idOf('copy of it'))
  const [one, other] = [happened(nothingYet, facts).state, happened(nothingYet, beginning).state]
  const plain = ({ moved: _, updated: __, created: ___, statusSince: ____, ...state }: typeof one) =>
    JSON.parse(JSON.stringify(state, (key, value) => (key === 'created' || key === 'updated' ? '' : value)))
  expect(plain(other)).toEqual(plain(one))
  expect(Object.keys(one.fields).length).toBeGreaterThan(3)
})

test('two copies share one definition under one digest, and each has keys of its own', () => {
  const [one, other] = [takenIn(begun(idOf('one')).beginning), takenIn(begun(idOf('other')).beginning)]
  expect(one.data.definition).toEqual(other.data.definition)
  expect(one.data.texts).toEqual(other.data.texts)
  const digest = ({ data }: typeof one) => digestOfLeaf((data.definition as { salt: string }).salt, data.definition as unknown as Json)
  expect(digest(one)).toBe(digest(other))
  const fieldsOf = (pack: string) => happened(nothingYet, begun(pack).beginning).state.fieldOrder
  expect(fieldsOf(idOf('one')).filter((key) => fieldsOf(idOf('other')).includes(key))).toEqual([])
})

test('what began one copy begins another of the same, whose keys alone are other ones', () => {
  const [one, other] = [factsOfCopy(idOf('one')), factsOfCopy(idOf('other'))]
  const back = new Map(Array.from(other.origins.keys, ([own, origin]) => [origin, own]))
  const like = copyOfBeginning(
    factsOfNewCopy(one.facts, one.origins, salted),
    idOf('other'),
    (text) => back.get(one.origins.keys.get(text) ?? '') ?? text,
  )
  expect(like).toEqual(factsOfNewCopy(other.facts, other.origins, salted))
})

test('no name, address or value of a person is in a definition, and no word in what the sealed file carries of it', () => {
  const { facts, beginning } = begun(idOf('one'))
  const { data } = takenIn(beginning)
  const isAdding = ({ type }: PackFact) => type === 'SignatoryAdded'
  const personal = facts.filter((fact) => codec.confidential(fact).some(({ subject }) => subject !== 'pack'))
  expect(personal.length).toBeGreaterThan(3)
  expect(beginning).toEqual(expect.arrayContaining(personal.filter((fact) => !isAdding(fact))))
  // A role is its signatory's own, and goes with them.
  const roles = codec
    .confidential({ type: 'DefinitionTaken', data })
    .flatMap(({ path, subject }) => (path[1] === 'signatories' ? [subject] : []))
  expect(roles).toEqual(personal.filter(isAdding).map((fact) => (fact.data as { signatory: string }).signatory))
  expect(roles.length).toBeGreaterThan(0)
  const shared = canonicalise([data.definition, data.texts] as unknown as Json)
  for (const fact of personal)
    for (const { path } of codec.confidential(fact)) {
      const value = fact.data[path[1] as keyof typeof fact.data] as Json
      if (value !== '') expect(shared).not.toContain(canonicalise(value))
    }
  for (const { data: said, type, version } of (data.definition as { facts: { data: object; type: string; version: number }[] }).facts) {
    const fact = codec.upcast(type, version, said)
    for (const { path } of codec.confidential(fact)) expect(fact.data[path[1] as keyof typeof fact.data]).toEqual(WITHHELD)
  }
})
