import { expect, test } from 'vitest'
import type { Order } from './support/echo.job.ts'
import { testPool } from './support/threads.ts'

const ECHO = new URL('./support/echo.job.ts', import.meta.url)
const pool = testPool({ ms: 2_000, memoryMb: 192 }, 2)
const tell = (order: Order, limits: { ms?: number } = {}) => pool.run<Order, string>(ECHO, order, { limits })

test('work is answered, with its progress', async () => {
  const progress: number[][] = []
  expect(await pool.run<Order, string>(ECHO, 'answer', { onProgress: (...at) => progress.push(at) })).toEqual({ ok: true, value: 'answer' })
  expect(progress).toEqual([[1, 2]])
})

test.each([
  ['loop', 'took-too-long'],
  ['heap', 'took-too-much-memory'],
  ['buffers', 'took-too-much-memory'],
  ['throw', 'crashed'],
  ['exit', 'crashed'],
] as const)('a thread told to %s fails as %s, disturbs no other, and is replaced', async (order, failure) => {
  const limits = order === 'loop' ? { ms: 300 } : { ms: 30_000 }
  const [bad, good] = await Promise.all([tell(order, limits), tell('answer')])
  expect(bad).toMatchObject({ ok: false, failure })
  expect(good).toEqual({ ok: true, value: 'answer' })
  expect(await Promise.all([tell('answer'), tell('answer'), tell('answer')])).toHaveLength(3)
  expect(await tell('answer')).toEqual({ ok: true, value: 'answer' })
})

test('what a thread says of its failure quotes nothing', async () => {
  const bad = await tell('throw')
  expect(bad.ok ? '' : bad.words).not.toContain('secret')
  expect(bad.ok ? '' : bad.words).toContain('TypeError')
})

test('a closed pool refuses', async () => {
  const other = testPool()
  await other.close()
  expect(await other.run(ECHO, 'answer')).toMatchObject({ ok: false, failure: 'crashed' })
})
