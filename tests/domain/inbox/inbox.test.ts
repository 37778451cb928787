import { expect, test } from 'vitest'
import { INBOX_EVENTS, type InboxFact, inbox } from '#domain/inbox'
import { given as givenOf } from '#tests/given'
import { idOf } from '#tests/pack'

const owner = idOf('owner')
const given = (...facts: readonly InboxFact[]) => ({
  ...givenOf(inbox, ...facts),
  when: (...notifications: string[]) =>
    givenOf(inbox, ...facts).when({ do: 'ReadNotifications', notifications }, { as: 'user', user: owner }, { key: owner }) as InboxFact[],
})
const many = (count: number) => Array.from({ length: count }, (_, at) => idOf(`notification ${at}`))

test('read notifications are named, each once; the same again changes nothing', () => {
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
  expect(given(...facts).state.recent).toHaveLength(500)
})

test('nobody but its owner says that something was read', () => {
  const command = { do: 'ReadNotifications', notifications: many(1) } as const
  for (const who of [{ as: 'user', user: idOf('another') }, { as: 'installation' }] as const)
    expect(givenOf(inbox).when(command, who, { key: owner })).toEqual({ refused: 'not-your-inbox' })
})
