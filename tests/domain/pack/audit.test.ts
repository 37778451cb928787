import { expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { auditWords, EVENTS, type FieldTypeName } from '#domain/pack'
import { having, idOf, packSentTo, reject } from '#tests/pack'
import { allWorlds } from '#tests/pack-scenarios'

test('every event of every scenario has a sentence without a gap, a key or an address', () => {
  const described = new Set<string>()
  for (const { events, state } of allWorlds()) {
    for (const { fact } of events) {
      const sentence = auditWords(fact, state)
      expect(sentence).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
      expect(sentence).not.toMatch(/[{}]|undefined|object|@|^\s|\s$| {2}/)
      described.add(fact.type)
    }
  }
  expect([...described].sort()).toEqual(Object.keys(EVENTS).sort())
  expect(described.size).toBeGreaterThanOrEqual(82)
})

test('people are named, and a role stands in where a name is not readable', () => {
  const { state, events } = packSentTo('first', 'second')
  const asked = events.find(({ fact }) => fact.type === 'SignatureRequestQueued')!.fact
  expect(auditWords(asked, state)).toBe('a signature request to first signer was queued')
  const nameless = { ...state, signatories: state.signatories.map((one) => ({ ...one, name: WITHHELD })) }
  expect(auditWords(asked, nameless)).toBe('a signature request to signer-1 was queued')
})

test('a filled field is described without its value, a rejection with its reason', () => {
  const { state, events } = having(packSentTo('first'), reject('first', 'Wrong rent'))
  const sentence = (type: string) => auditWords(events.find(({ fact }) => fact.type === type)!.fact, state)
  expect(sentence('SignatoryRejected')).toBe('rejected the document: Wrong rent')
  const filled = { type: 'FieldFilled', data: { field: idOf('first signature'), by: idOf('first'), value: 'my secret' } } as const
  expect(auditWords(filled, state)).toBe('filled in the signature field “signature_1” on page 1')
  const ofType = (type: FieldTypeName) => ({ ...state.fields[idOf('first signature')]!, type })
  const ticked = { ...state, fields: { [idOf('first signature')]: ofType('check') } }
  expect(auditWords(filled, ticked)).toBe('filled in the tick box “signature_1” on page 1')
})
