import { expect, test } from 'vitest'
import { mailContent } from '#contract/mail-content'

const subjectOf = (subject: string) => mailContent({ subject, before: [], after: [] }).subject

test('a long subject ends before the character that no longer fits whole', () => {
  const family = '👩‍👧‍👦'
  for (const at of [1, 2, 3, 5, 7]) {
    const begun = 'x'.repeat(200 - at)
    expect(subjectOf(`${begun}${family} and more`)).toBe(begun)
  }
  const fits = `${'x'.repeat(200 - family.length)}${family}`
  expect(subjectOf(`${fits} and more`)).toBe(fits)
  expect(subjectOf('e\u0301'.repeat(150))).toBe('e\u0301'.repeat(100))
  // One character of 300 marks: cut, and still text.
  expect(subjectOf(`a${'\u0301'.repeat(300)}`)).toHaveLength(200)
})
