import { expect, test } from 'vitest'
import { completingAt, completionsFor } from '../../web/features/completion/completions.ts'

const item = (name: string) => ({ key: name, inserts: `{{${name}}}`, name })

test('[S-210] a text is completed behind two colons, up to the caret, in its line', () => {
  expect(completingAt('Dear ::Cli', 10)).toEqual({ start: 5, query: 'Cli' })
  expect(completingAt('Dear ::Cli, yes', 10)).toEqual({ start: 5, query: 'Cli' })
  expect(completingAt('::', 2)).toEqual({ start: 0, query: '' })
  expect(completingAt('رقم ::عم', 8)).toEqual({ start: 4, query: 'عم' })
  expect(completingAt('::Client number', 15)).toEqual({ start: 0, query: 'Client number' })
  for (const text of ['Dear :Cli', 'Dear Cli', '::\nCli', ':: Cli', 'at 10::3:5', '']) expect(completingAt(text, text.length)).toBeNull()
  expect(completingAt(`::${'x'.repeat(100_000)}`, 100_002)).toBeNull()
})

test('[S-211] it lists up to 500 items, those that begin as it is typed first', () => {
  const many = Array.from({ length: 700 }, (_, n) => item(`Field ${n}`))
  expect(completionsFor(many, '')).toHaveLength(500)
  expect(completionsFor([item('Our client'), item('Client'), item('Fee')], 'CLI').map(({ name }) => name)).toEqual(['Client', 'Our client'])
  expect(completionsFor(many, 'nothing')).toEqual([])
})
