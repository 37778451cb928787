import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { CONVERSION_FAILURES } from '#domain/pack'
import { createIntake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { CORPUS } from './support/corpus/index.ts'
import { mutant, seeded } from './support/mutations.ts'
import { wayOf } from './support/sealable.ts'
import { closingPool } from './support/threads.ts'

const LONG = process.env.LONG_TESTS === '1'
const MUTANTS = LONG ? 2_000 : 30
const THREADS = LONG ? 2 : 1
const SEED = 20_261_121
/** Of one thread; a mutant is a few kilobytes. */
const LIMITS = { ms: 60_000, memoryMb: 256 }
const MB = 1024 * 1024
/**
 * By the second half: the memory in use; and the process's memory from the system. Allocators keep some of it once they have it,
 * most of it in the first half. A third of a megabyte lost with each mutant would be more.
 */
const MOST_GROWN_MB = { used: 50, resident: 350 }

const ENTRIES = Object.values(CORPUS)
  .flat()
  .filter(({ heavy, outcome }) => !heavy && outcome === 'converted')

interface Ending {
  readonly number: number
  readonly of: string
  readonly wrong: string
  readonly outcome: string
  readonly words: string
  readonly ms: number
}

/** Takes these mutants all the way, as many at a time as there are threads, and gives everything back. */
async function endings(from: number, to: number): Promise<Ending[]> {
  const uploads = closingPool(LIMITS, THREADS, true)
  const sealing = closingPool(LIMITS, THREADS)
  const intake = createIntake(uploads.pool, LIMITS)
  const sealer = createSealer(sealing.pool)
  const found: Ending[] = []
  let next = from
  const oneAfterAnother = async () => {
    while (next < to) {
      const number = next++
      const { name: of, bytes: whole, password } = ENTRIES[seeded(SEED - number)(ENTRIES.length)]!
      const { name: wrong, bytes } = mutant(Buffer.from(await whole()), SEED + number)
      const begun = performance.now()
      const { outcome, words } = await wayOf({ bytes, ...(password === undefined ? {} : { password }) }, intake, sealer)
      found.push({ number, of, wrong, outcome, words, ms: Math.round(performance.now() - begun) })
    }
  }
  await Promise.all(Array.from({ length: THREADS }, oneAfterAnother))
  await Promise.all([uploads.close(), sealing.close()])
  return found
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** What this process holds once nothing waits to be collected. */
function heldMb(): { readonly used: number; readonly resident: number } {
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { used: (heapUsed + external) / MB, resident: rss / MB }
}

test(`each of ${MUTANTS} files with something wrong is sealed or refused, and leaves nothing behind`, { timeout: 900_000 }, async () => {
  const first = await endings(0, MUTANTS / 2)
  const before = heldMb()
  const all = [...first, ...(await endings(MUTANTS / 2, MUTANTS))]
  const after = heldMb()
  const isAnswer = ({ outcome }: Ending) => outcome === 'converted' || (CONVERSION_FAILURES as readonly string[]).includes(outcome)
  expect(all.filter((each) => !isAnswer(each))).toEqual([])
  expect(all).toHaveLength(MUTANTS)
  // Much damage is survived; a run in which everything was refused would prove nothing.
  expect(all.filter(({ outcome }) => outcome === 'converted').length).toBeGreaterThan(MUTANTS / 3)
  expect(after.used - before.used).toBeLessThan(MOST_GROWN_MB.used)
  expect(after.resident - before.resident).toBeLessThan(MOST_GROWN_MB.resident)
})
