import { expect, test } from 'vitest'
import { idOf, packSentTo } from '#tests/pack'
import { whoseIs } from '../../../web/features/editor/view/people.ts'

test('whose a field is: its signer’s, the sender’s where its type is theirs alone, else nobody’s, who is not missing', () => {
  const { state } = packSentTo('first')
  const told = (type: 'text' | 'link' | 'block' | 'highlight', assignee: string | null) => whoseIs(state, { type, assignee })
  expect(told('text', idOf('first'))).toMatch(/first/i)
  expect(told('text', null)).not.toBe(told('block', null))
  expect(told('link', 'self')).toBe('Me (sender)')
  expect(told('link', null)).toBe('Me (sender)')
  for (const type of ['block', 'highlight'] as const) expect(told(type, null)).toBe('No signer')
})
