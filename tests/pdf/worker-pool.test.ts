import { expect, test } from 'vitest'
import type { Timers } from '#platform/ports'
import { threadBody } from '../../shared/pdf/worker-pool/thread-body.ts'
import type { Order } from './support/echo.job.ts'
import { testPool } from './support/threads.ts'

const ECHO = new URL('./support/echo.job.ts', import.meta.url)
const LIMITS = { ms: 60_000, memoryMb: 192 }
const pool = testPool(LIMITS, 2)
const apart = testPool(LIMITS, 2, true)
const orders =
  (to: typeof pool) =>
  (order: Order, limits: { ms?: number } = {}) =>
    to.run<Order, string>(ECHO, order, { limits })
const tell = orders(pool)

test('work is answered, with its progress', async () => {
  for (const each of [pool, apart]) {
    const progress: number[][] = []
    const answer = await each.run<Order, string>(ECHO, 'answer', { onProgress: (...at) => progress.push(at) })
    expect(answer).toEqual({ ok: true, value: 'answer' })
    expect(progress).toEqual([[1, 2]])
  }
})

const WAYS = [
  ['loop', 'took-too-long'],
  ['heap', 'took-too-much-memory'],
  ['buffers', 'took-too-much-memory'],
  ['throw', 'crashed'],
  ['exit', 'crashed'],
] as const

async function failsAlone(to: typeof pool, order: Order, failure: string) {
  const told = orders(to)
  const [bad, good] = await Promise.all([told(order, order === 'loop' ? { ms: 300 } : {}), told('answer')])
  expect(bad).toMatchObject({ ok: false, failure })
  expect(good).toEqual({ ok: true, value: 'answer' })
  expect(await Promise.all([told('answer'), told('answer'), told('answer')])).toHaveLength(3)
  expect(await told('answer')).toEqual({ ok: true, value: 'answer' })
}

test.each(WAYS)(
  'a thread told to %s fails as %s, disturbs no other, and is replaced',
  (order, failure) => failsAlone(pool, order, failure),
  60_000,
)

test.each([...WAYS, ['burst', 'took-too-much-memory']] as const)(
  'a process told to %s fails as %s, disturbs no other, and is replaced',
  (order, failure) => failsAlone(apart, order, failure),
  60_000,
)

test('a thread whose heap fills is ended by whoever watches it: V8 might end the whole program', async () => {
  expect(await tell('heap')).toEqual({ ok: false, failure: 'took-too-much-memory', words: 'more than 192 MB' })
})

test('what a thread says of its failure quotes nothing', async () => {
  const bad = await tell('throw')
  expect(bad.ok ? '' : bad.words).not.toContain('secret')
  expect(bad.ok ? '' : bad.words).toContain('TypeError')
})

test.each(['answer', 'zlib'] as const)(
  'a thread that was told to %s goes by itself when it is asked to, and need not be ended',
  async (order) => {
    const begun = Promise.withResolvers<void>()
    const never: Timers = { after: () => () => undefined }
    const body = threadBody(192, { onUp: () => undefined, onReply: () => begun.resolve(), onGone: () => undefined }, never)
    body.hold(true)
    body.post({ id: 1, job: ECHO.href, payload: order, memoryMb: 192 })
    await begun.promise
    await body.end()
  },
  30_000,
)

test('a closed pool refuses', async () => {
  const other = testPool()
  await other.close()
  expect(await other.run(ECHO, 'answer')).toMatchObject({ ok: false, failure: 'crashed' })
})
