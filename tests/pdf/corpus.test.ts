import { describe, expect, test } from 'vitest'
import { createIntake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { CORPUS } from './support/corpus/index.ts'
import { wayOf } from './support/sealable.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const intake = createIntake(pool)
const sealer = createSealer(pool)

for (const [trait, entries] of Object.entries(CORPUS)) {
  describe(trait, () => {
    for (const entry of entries) {
      const end = entry.outcome === 'converted' ? 'is taken in and sealed' : `is refused as ${entry.outcome}`
      test(`${entry.name}: ${end}`, async () => {
        const upload = { bytes: await entry.bytes(), ...(entry.password === undefined ? {} : { password: entry.password }) }
        const way = await wayOf(upload, intake, sealer)
        expect({ outcome: way.outcome, words: way.outcome === entry.outcome ? '' : way.words }).toEqual({
          outcome: entry.outcome,
          words: '',
        })
        if (way.pages && entry.pages !== null) expect(way.pages).toEqual(entry.pages ?? [[400, 500]])
      })
    }
  })
}

test('the corpus is as large as it says', () => {
  const entries = Object.values(CORPUS).flat()
  expect(entries.length).toBeGreaterThanOrEqual(190)
  expect(new Set(Object.entries(CORPUS).flatMap(([trait, each]) => each.map(({ name }) => `${trait}: ${name}`))).size).toBe(entries.length)
})
