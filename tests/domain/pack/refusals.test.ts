import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PACK_REFUSALS } from '#domain/pack'

const entries = Object.entries(PACK_REFUSALS)

test('every refusal is of one of four kinds and says a sentence', () => {
  for (const [code, { kind, says }] of entries) {
    expect(['invalid', 'forbidden', 'conflict', 'gone']).toContain(kind)
    expect([code, /^([A-Z]|\{name\} ).{9,}/.test(says)]).toEqual([code, true])
  }
  expect(entries.length).toBeGreaterThanOrEqual(70)
})

test('every refusal in the table is one that somebody gives', () => {
  const folder = new URL('../../../shared/domain/pack/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && path !== 'refusals.ts',
  )
  const text = sources.map((path) => readFileSync(new URL(path, folder), 'utf8')).join('\n')
  expect(entries.map(([code]) => code).filter((code) => !text.includes(`'${code}'`))).toEqual([])
})
