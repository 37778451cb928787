import { expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { auditWords, BULK_SENDS, EVENTS, type FieldTypeName } from '#domain/pack'
import { having, idOf, packInSetup, packSentTo, reject } from '#tests/pack'
import { allWorlds } from '#tests/pack-scenarios'

const TEAM = `user:${idOf('mira')}`

test('every event of every scenario has a sentence without a gap, a key or an address', () => {
  const described = new Set<string>()
  for (const { events, state } of allWorlds()) {
    for (const { fact, meta } of events) {
      const sentence = auditWords(fact, state, meta.actor.principal)
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
  expect(auditWords(asked, state, TEAM)).toBe('a signature request to first signer was queued')
  const nameless = { ...state, signatories: state.signatories.map((one) => ({ ...one, name: WITHHELD })) }
  expect(auditWords(asked, nameless, TEAM)).toBe('a signature request to signer-1 was queued')
})

test('a filled field is described without its value, a rejection with its reason', () => {
  const { state, events } = having(packSentTo('first'), reject('first', 'Wrong rent'))
  const sentence = (type: string) => auditWords(events.find(({ fact }) => fact.type === type)!.fact, state, TEAM)
  expect(sentence('SignatoryRejected')).toBe('rejected the document: Wrong rent')
  const filled = { type: 'FieldFilled', data: { field: idOf('first signature'), by: idOf('first'), value: 'my secret' } } as const
  expect(auditWords(filled, state, TEAM)).toBe('filled in the signature field “signature_1” on page 1')
  const ofType = (type: FieldTypeName) => ({ ...state.fields[idOf('first signature')]!, type })
  const ticked = { ...state, fields: { [idOf('first signature')]: ofType('check') } }
  expect(auditWords(filled, ticked, TEAM)).toBe('filled in the tick box “signature_1” on page 1')
})

test('what a bulk send took from its list names the row; what a person changes later does not', () => {
  const { state } = having(packInSetup('first'), { do: 'RecordBulkSendRow', bulkSend: idOf('spring'), description: 'Spring', row: 7 })
  const set = { customField: idOf('client'), id: 'Client', name: 'Client', value: '381', required: false, visible: true, from: null }
  const fact = { type: 'CustomFieldSet', data: set } as const
  expect(auditWords(fact, state, BULK_SENDS)).toBe('set the custom field “Client”, from row 7 of the bulk send')
  expect(auditWords(fact, state, TEAM)).toBe('set the custom field “Client”')
  expect(auditWords({ type: 'MadeByBulkSend', data: { bulkSend: idOf('spring'), description: 'Spring', row: 7 } }, state, BULK_SENDS)).toBe(
    'was made by the bulk send “Spring”, row 7',
  )
})
