import { afterEach, expect, test, vi } from 'vitest'
import type { Job, Jobs, QueueSettings } from '#platform/jobs'
import type { World } from '#platform/ports'

export const quick: QueueSettings = { retries: 2, backoff: { firstSeconds: 0.01, maxSeconds: 0.02 }, concurrency: 2, timeoutSeconds: 30 }

export interface JobsUnderTest {
  readonly jobs: Jobs
  readonly world: World & { advance?(ms: number): void }
}

/** What every place for jobs must promise. */
export function jobsConformance(name: string, make: () => Promise<JobsUnderTest>): void {
  const title = (words: string) => `${name}: ${words}`
  const open: Jobs[] = []
  afterEach(async () => {
    for (const jobs of open.splice(0)) await jobs.stop()
  })
  const made = async () => {
    const under = await make()
    open.push(under.jobs)
    return {
      ...under,
      until: (check: () => void | Promise<void>) =>
        vi.waitFor(
          async () => {
            under.world.advance?.(1000)
            await check()
          },
          { timeout: 60_000, interval: 5 },
        ),
    }
  }

  test(title('a job runs with its data and its key, and is done'), async () => {
    const { jobs, until } = await made()
    const seen: unknown[] = []
    jobs.define('greet', async (data, job) => void seen.push([data, job.key, job.attempt]), quick)
    await jobs.start()
    expect(await jobs.send('greet', { who: 'a' }, { key: 'k1' })).toBe(true)
    await until(async () => expect((await jobs.find('k1'))?.state).toBe('done'))
    expect(seen).toEqual([[{ who: 'a' }, 'k1', 1]])
  })

  test(title('sent again under the same key it runs once, also when it was done long ago'), async () => {
    const { jobs, until } = await made()
    const runs: string[] = []
    jobs.define('once', async (_, job) => void runs.push(job.key), quick)
    await jobs.start()
    const sent = await Promise.all(Array.from({ length: 10 }, () => jobs.send('once', null, { key: 'same' })))
    expect(sent.filter(Boolean)).toHaveLength(1)
    await until(async () => expect((await jobs.find('same'))?.state).toBe('done'))
    expect(await jobs.send('once', null, { key: 'same' })).toBe(false)
    await jobs.send('once', null, { key: 'other' })
    await until(async () => expect((await jobs.find('other'))?.state).toBe('done'))
    expect(runs).toEqual(['same', 'other'])
  })

  test(title('a failed run is repeated with the attempt counted, and success forgets the failure'), async () => {
    const { jobs, until } = await made()
    const attempts: Pick<Job, 'attempt' | 'last'>[] = []
    jobs.define(
      'flaky',
      async (_, { attempt, last }) => {
        attempts.push({ attempt, last })
        if (attempt < 3) throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
      },
      quick,
    )
    await jobs.start()
    await jobs.send('flaky', null, { key: 'k' })
    await until(async () => expect((await jobs.find('k'))?.state).toBe('done'))
    expect(attempts).toEqual([
      { attempt: 1, last: false },
      { attempt: 2, last: false },
      { attempt: 3, last: true },
    ])
    expect(await jobs.find('k')).toMatchObject({ attempts: 3, error: null })
  })

  test(title('a job that fails to the end is told once, keeps its kind of failure in sight, and can be run again'), async () => {
    const { jobs, until } = await made()
    let broken = true
    const reported: unknown[] = []
    jobs.define(
      'broken',
      async () => {
        if (broken) throw new TypeError('private words')
      },
      { ...quick, retries: 1, onExhausted: async (data, key) => void reported.push([data, key]) },
    )
    await jobs.start()
    await jobs.send('broken', { pack: 'p' }, { key: 'k' })
    await until(async () =>
      expect(await jobs.find('k')).toEqual({ key: 'k', queue: 'broken', state: 'failed', attempts: 2, error: 'TypeError' }),
    )
    expect(reported).toEqual([[{ pack: 'p' }, 'k']])
    broken = false
    expect(await jobs.retry('k')).toBe(true)
    await until(async () => expect((await jobs.find('k'))?.state).toBe('done'))
    expect(await jobs.retry('k')).toBe(false)
  })

  test(title('a job that fails to the end while nobody can be told of it is not given up, but run again until somebody is'), async () => {
    const { jobs, until } = await made()
    const runs: boolean[] = []
    let away = 3
    const run = async (_: unknown, { last }: Job) => {
      runs.push(last)
      throw new Error('broken')
    }
    const onExhausted = async () => {
      if (away-- > 0) throw new Error('the log is away')
    }
    jobs.define('untold', run, { ...quick, retries: 1, onExhausted })
    await jobs.start()
    await jobs.send('untold', { pack: 'p' }, { key: 'k' })
    await until(async () => expect((await jobs.find('k'))?.state).toBe('failed'))
    expect(runs).toEqual([false, true, true, true, true])
    expect(away).toBe(-1)
  })

  test(title('what is done is run once more with the data it had forgotten, and nothing is that still waits or runs'), async () => {
    const { jobs, until } = await made()
    const seen: unknown[] = []
    const held = Promise.withResolvers<void>()
    jobs.define(
      'again',
      async (data) => {
        seen.push(data)
        if (seen.length === 2) await held.promise
      },
      quick,
    )
    await jobs.start()
    expect(await jobs.retry('k', { pack: 'p' })).toBe(false)
    await jobs.send('again', { pack: 'p' }, { key: 'k' })
    await until(async () => expect((await jobs.find('k'))?.state).toBe('done'))
    expect(await jobs.retry('k', { pack: 'q' })).toBe(true)
    expect(await jobs.retry('k', { pack: 'r' })).toBe(false)
    await until(() => expect(seen).toHaveLength(2))
    expect(await jobs.retry('k', { pack: 'r' })).toBe(false)
    held.resolve()
    await until(async () => expect((await jobs.find('k'))?.state).toBe('done'))
    expect(seen).toEqual([{ pack: 'p' }, { pack: 'q' }])
  })

  test(title('no more run at once than allowed, and a burst is worked off without pauses'), async () => {
    const { jobs, until } = await made()
    let now = 0
    let most = 0
    let done = 0
    // The first waits for a second job: two do run at once, however quick each is.
    const two = Promise.withResolvers<void>()
    jobs.define(
      'many',
      async () => {
        most = Math.max(most, ++now)
        if (now === 2) two.resolve()
        await two.promise
        await new Promise((next) => setImmediate(next))
        now--
        done++
      },
      quick,
    )
    await jobs.start()
    await Promise.all(Array.from({ length: 40 }, (_, i) => jobs.send('many', null, { key: `m${i}` })))
    await until(() => expect(done).toBe(40))
    expect(most).toBe(2)
  })

  test(title('a job with a date waits for it'), async () => {
    const { jobs, world, until } = await made()
    const order: string[] = []
    jobs.define('later', async (_, job) => void order.push(job.key), { ...quick, concurrency: 1 })
    await jobs.start()
    await jobs.send('later', null, { key: 'later', notBefore: world.clock.now() + 1500 })
    await jobs.send('later', null, { key: 'now' })
    await until(() => expect(order).toEqual(['now', 'later']))
  })

  test(
    title('[D-294] of a pack that is removed nothing is left to do, whether it failed, runs or waits for its day; others’ is'),
    async () => {
      const { jobs, world, until } = await made()
      const runs: string[] = []
      const removed = Promise.withResolvers<void>()
      jobs.define(
        'work',
        async (_, { key }) => {
          runs.push(key)
          if (key === 'under way') await removed.promise
          if (key !== 'later') throw new TypeError('it cannot be done')
        },
        { ...quick, retries: 0 },
      )
      jobs.define('patient', async (_, { key }) => void runs.push(key), { ...quick, retries: Number.POSITIVE_INFINITY })
      jobs.define(
        'removal',
        async (_, { key }) => {
          await jobs.removeOf('p', { but: key })
          removed.resolve()
        },
        quick,
      )
      await jobs.start()
      const of = (pack: string) => ({ pack, document: 'd' })
      const farOff = { notBefore: world.clock.now() + 86_400_000 * 300 }
      await jobs.send('work', of('p'), { key: 'failed' })
      await jobs.send('work', of('other'), { key: 'other' })
      await jobs.send('work', of('p'), { key: 'under way' })
      await jobs.send('patient', of('p'), { key: 'far off', ...farOff })
      await jobs.send('patient', of('other'), { key: 'other, far off', ...farOff })
      await until(async () => expect([(await jobs.find('failed'))?.state, (await jobs.find('other'))?.state]).toEqual(['failed', 'failed']))
      await until(() => expect(runs).toContain('under way'))
      await jobs.send('removal', of('p'), { key: 'removal' })
      await until(async () => expect((await jobs.find('removal'))?.state).toBe('done'))
      const left = async (...keys: string[]) => Promise.all(keys.map(async (key) => (await jobs.find(key))?.state))
      // Its worker comes to its end, and that is no end worth keeping.
      await jobs.send('work', null, { key: 'later' })
      await until(async () => expect(await left('later')).toEqual(['done']))
      expect(await left('failed', 'under way', 'far off')).toEqual(['done', 'done', 'done'])
      expect(await left('other', 'other, far off')).toEqual(['failed', 'waiting'])
      expect(await jobs.retry('failed')).toBe(false)
      expect(await jobs.send('patient', of('p'), { key: 'far off' })).toBe(false)
    },
  )
}
