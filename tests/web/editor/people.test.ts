import { expect, test } from 'vitest'
import { idOf, packSentTo } from '#tests/pack'
import { whoseIs } from '../../../web/features/editor/view/people.ts'

test('whose a field is: its signer’s, the sender’s where its type is theirs alone, else nobody’s, who is not missing', () => {
  const { state } = packSentTo('first')
  const whose = (type: 'text' | 'link' | 'block' | 'highlight', assignee: string | null) => whoseIs(state, { type, assignee })
  expect(whose('text', idOf('first'))).toMatch(/first/i)
  expect(whose('text', null)).not.toBe(whose('block', null))
  expect(whose('link', 'self')).toBe('Me (sender)')
  expect(whose('link', null)).toBe('Me (sender)')
  for (const type of ['block', 'highlight'] as const) expect(whose(type, null)).toBe('No signer')
})
