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
  const give = orders(to)
  const [bad, good] = await Promise.all([give(order, order === 'loop' ? { ms: 300 } : {}), give('answer')])
  expect(bad).toMatchObject({ ok: false, failure })
  expect(good).toEqual({ ok: true, value: 'answer' })
  expect(await Promise.all([give('answer'), give('answer'), give('answer')])).toHaveLength(3)
  expect(await give('answer')).toEqual({ ok: true, value: 'answer' })
}

test.each(WAYS)(
  'a thread made to %s fails as %s, disturbs no other, and is replaced',
  (order, failure) => failsAlone(pool, order, failure),
  60_000,
)

test.each([...WAYS, ['burst', 'took-too-much-memory']] as const)(
  'a process made to %s fails as %s, disturbs no other, and is replaced',
  (order, failure) => failsAlone(apart, order, failure),
  60_000,
)

test('a thread whose heap fills is ended by its watcher: V8 might end the whole program', async () => {
  expect(await tell('heap')).toEqual({ ok: false, failure: 'took-too-much-memory', words: 'more than 192 MB' })
})

test('what a thread says of its failure quotes nothing', async () => {
  const bad = await tell('throw')
  expect(bad.ok ? '' : bad.words).not.toContain('secret')
  expect(bad.ok ? '' : bad.words).toContain('TypeError')
})

test.each(['answer', 'zlib'] as const)(
  'a thread made to %s goes alone when it is asked to, and need not be ended',
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

/** Which process did a job, and how many MB it held then. */
async function grown(to: typeof pool): Promise<{ pid: number; mb: number }> {
  const worked = await orders(to)('grow')
  if (!worked.ok) throw new Error(worked.words)
  const [pid = 0, mb = 0] = worked.value.split(' ').map(Number)
  return { pid, mb }
}
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

test('a process that has done its share is replaced between two jobs of a busy pool, and no job is lost', async () => {
  const worn = testPool(LIMITS, 2, true, { wear: { jobs: 3 } })
  const all = await Promise.all(many(10, () => grown(worn)))
  const shares = Map.groupBy(all, ({ pid }) => pid)
  expect(Math.max(...[...shares.values()].map(({ length }) => length))).toBeLessThanOrEqual(3)
  expect(shares.size).toBeGreaterThanOrEqual(4)
  await expect.poll(() => [...shares.keys()].filter(isThere).length).toBeLessThanOrEqual(2)
}, 60_000)

test('a process that holds on to a little of every file never holds more than its bound and one file', async () => {
  const growing = testPool(LIMITS, 1, true, { wear: { mb: 250 } })
  const all = await Promise.all(many(12, () => grown(growing)))
  expect(Math.max(...all.map(({ mb }) => mb))).toBeLessThan(250 + 60 + 90)
  expect(new Set(all.map(({ pid }) => pid)).size).toBeGreaterThan(1)
}, 60_000)

test('a job whose process is killed from outside half-way is done by the next, and given up where that is killed too', async () => {
  const killed = testPool(LIMITS, 1, true)
  const { pid } = await grown(killed)
  const begun = Promise.withResolvers<void>()
  const loops = killed.run<Order, string>(ECHO, 'loop', { limits: { ms: 2_000 }, onProgress: () => begun.resolve() })
  const after = grown(killed)
  await begun.promise
  process.kill(pid, 'SIGKILL')
  // The same job again, by another process: it loops there too, until its time is over.
  expect(await loops).toMatchObject({ ok: false, failure: 'took-too-long' })
  expect((await after).pid).not.toBe(pid)
  const twice = killed.run<Order, string>(ECHO, 'kill-itself', {})
  expect(await twice).toMatchObject({ ok: false, failure: 'crashed' })
  expect(await killed.run<Order, string>(ECHO, 'answer')).toEqual({ ok: true, value: 'answer' })
}, 60_000)

test('a process that was killed while it had nothing to do takes no job with it', async () => {
  const killed = testPool(LIMITS, 1, true)
  const { pid } = await grown(killed)
  process.kill(pid, 'SIGKILL')
  expect((await grown(killed)).pid).not.toBe(pid)
}, 60_000)

test.each([0, 1])(
  'processes end that had nothing to do for a while, but for the %i that stand ready',
  async (ready) => {
    const idle: (() => void)[] = []
    const timers: Timers = {
      after(ms, task) {
        if (ms === 77) idle.push(task)
        const handle = ms === 77 ? undefined : setTimeout(task, ms)
        return () => clearTimeout(handle)
      },
    }
    const resting = testPool(LIMITS, 2, true, { ready, timers, idleMs: 77 })
    const pids = new Set((await Promise.all(many(6, () => grown(resting)))).map(({ pid }) => pid))
    expect(pids.size).toBe(2)
    await expect.poll(() => idle.length).toBeGreaterThanOrEqual(2)
    for (const pass of idle) pass()
    await expect.poll(() => [...pids].filter(isThere).length).toBe(ready)
    expect(await resting.run<Order, string>(ECHO, 'answer')).toEqual({ ok: true, value: 'answer' })
  },
  60_000,
)

test('a closed pool refuses', async () => {
  const other = testPool()
  await other.close()
  expect(await other.run(ECHO, 'answer')).toMatchObject({ ok: false, failure: 'crashed' })
})
