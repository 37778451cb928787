import { expect, test } from 'vitest'
import { CONVERSION_FAILURES } from '#domain/pack'
import { createIntake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { CORPUS } from './support/corpus/index.ts'
import { mutant, seeded } from './support/mutations.ts'
import { wayOf } from './support/sealable.ts'
import { testPool } from './support/threads.ts'

const LONG = process.env.LONG_TESTS === '1'
const MUTANTS = LONG ? 2_000 : 200
const SEED = 20_261_121
const MB = 1024 * 1024

test(`each of ${MUTANTS} files with something wrong is sealed or refused, and leaves nothing behind`, { timeout: 600_000 }, async () => {
  const pool = testPool({ ms: 20_000 })
  const intake = createIntake(pool, { ms: 20_000 })
  const sealer = createSealer(pool)
  const whole = Object.values(CORPUS)
    .flat()
    .filter(({ heavy, outcome }) => !heavy && outcome === 'converted')
  const outcomes = new Map<string, number>()
  const wrong: string[] = []
  const choose = seeded(SEED)
  let before = 0
  for (let number = 0; number < MUTANTS; number++) {
    const entry = whole[choose(whole.length)]!
    const { name, bytes } = mutant(Buffer.from(await entry.bytes()), SEED + number)
    const { outcome, words } = await wayOf({ bytes, ...(entry.password === undefined ? {} : { password: entry.password }) }, intake, sealer)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const isAnswer = outcome === 'converted' || (CONVERSION_FAILURES as readonly string[]).includes(outcome)
    if (!isAnswer) wrong.push(`${number}: ${entry.name}, ${name}: ${outcome} (${words})`)
    if (number === 50) before = process.memoryUsage().rss
  }
  expect(wrong).toEqual([])
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTANTS)
  // Most damage is survived; a lane in which everything was refused would prove nothing.
  expect(outcomes.get('converted')).toBeGreaterThan(MUTANTS / 2)
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(600)
})
