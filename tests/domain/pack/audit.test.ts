import { expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { auditSentence, auditWords, EVENTS } from '#domain/pack'
import { having, idOf, packSentTo, reject, signedBy } from '#tests/pack'
import { allWorlds } from '#tests/pack-scenarios'

test('every event of every scenario is told in a sentence without an empty slot, a key or an address', () => {
  const told = new Set<string>()
  for (const { events, state } of allWorlds()) {
    for (const { fact } of events) {
      const sentence = auditSentence(auditWords(fact), state)
      // Users are named by whoever knows them; all others the pack knows itself.
      if (fact.type !== 'PackOpened') expect(sentence).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
      expect(sentence).not.toMatch(/[{}]|undefined|@|\s$| {2}/)
      told.add(fact.type)
    }
  }
  expect([...told].sort()).toEqual(Object.keys(EVENTS).sort())
  expect(told.size).toBeGreaterThanOrEqual(82)
})

test('people are named, and a role stands in where a name is not readable', () => {
  const { state, events } = signedBy(packSentTo('first', 'second'), 'first')
  const signed = auditWords(events.find(({ fact }) => fact.type === 'SignatoryCompleted')!.fact)
  expect(signed).toEqual({ code: 'SignatoryCompleted', slots: { signatory: idOf('first') } })
  expect(auditSentence(signed, state)).toBe('first signer signed and finished')
  const nameless = { ...state, signatories: state.signatories.map((one) => ({ ...one, name: WITHHELD })) }
  expect(auditSentence(signed, nameless)).toBe('signer-1 signed and finished')
})

test('a filled field is told without its value, a rejection with its reason', () => {
  const { state, events } = having(packSentTo('first'), reject('first', 'Wrong rent'))
  const sentence = (type: string) => auditSentence(auditWords(events.find(({ fact }) => fact.type === type)!.fact), state)
  expect(sentence('SignatoryRejected')).toBe('first signer rejected the document: Wrong rent')
  const filled = { type: 'FieldFilled', data: { field: idOf('first signature'), by: idOf('first'), value: 'my secret' } } as const
  expect(auditSentence(auditWords(filled), state)).toBe('first signer filled in field signature_1')
})
