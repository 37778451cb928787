import { expect, test } from 'vitest'
import { decideInbox, INBOX_EVENTS, type InboxFact, inbox } from '#domain/inbox'
import { idOf } from '#tests/pack'

const fold = (facts: readonly InboxFact[]) =>
  facts.reduce((state, fact) => inbox.evolve(state, fact, { time: '', revision: 0, principal: '' }), inbox.initial)
const given = (...facts: readonly InboxFact[]) => ({
  when: (...notifications: string[]) => decideInbox({ do: 'ReadNotifications', notifications }, fold(facts)) as InboxFact[],
})
const many = (count: number) => Array.from({ length: count }, (_, at) => idOf(`notification ${at}`))

test('what was read is named, each once; the same again changes nothing', () => {
  const [one, two] = many(2) as [string, string]
  const facts = given().when(one, two, one)
  expect(facts).toEqual([{ type: 'NotificationsRead', data: { notifications: [one, two] } }])
  expect(given(...facts).when(two)).toEqual([])
  expect(given(...facts).when(two, idOf('third'))).toEqual([{ type: 'NotificationsRead', data: { notifications: [idOf('third')] } }])
  expect(given().when()).toEqual([])
})

test('very many are several events, none larger than its shape allows, and the state does not grow with them', () => {
  const facts = given().when(...many(1_234))
  expect(facts.map(({ data }) => data.notifications.length)).toEqual([500, 500, 234])
  for (const { data } of facts) expect(INBOX_EVENTS.NotificationsRead.schema.parse(data)).toEqual(data)
  expect(fold(facts).recent).toHaveLength(500)
})
