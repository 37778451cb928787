import { expect, test } from 'vitest'
import { AGGREGATES, aggregateNameOf } from '#domain/aggregates'
import type { CommandHandler } from '#platform/command-handler'
import { type EventLog, OutcomeUnknown, RevisionConflict } from '#platform/event-log'
import type { Handler, Jobs } from '#platform/jobs'
import { createMetrics, type Metrics } from '#platform/metrics'
import { quick } from '../conformance/jobs.ts'

/** As the program is put together, without what is the process's own. */
const PLAIN = { ofProcess: false, kinds: Object.keys(AGGREGATES), kindOf: aggregateNameOf }

/** The samples of what this process counts, with how often each happened. */
async function counted(metrics: Metrics, name: string): Promise<readonly string[]> {
  const { body } = await metrics.text()
  return body.split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket') && !line.includes('_sum'))
}

/** Each of these in turn: thrown where it is an error. */
const answering = (answers: readonly unknown[]) => {
  const left = [...answers]
  return async () => {
    const answer = left.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
}

test('an append is counted by what became of it, and events one by one where they were written', async () => {
  const metrics = createMetrics(PLAIN)
  const answers = [{}, new RevisionConflict('s', 0n, 1n), new OutcomeUnknown('s', new Error('cut')), new Error('too large'), {}]
  const log = metrics.log({ append: answering(answers) } as unknown as EventLog)
  const events = [{}, {}, {}] as unknown as Parameters<EventLog['append']>[2]
  for (const answer of answers) {
    if (answer instanceof Error) await expect(log.append('pack-a', 0n, events)).rejects.toBe(answer)
    else expect(await log.append('pack-a', 0n, events)).toBe(answer)
  }
  expect(await counted(metrics, 'paraph_append_seconds')).toEqual([
    'paraph_append_seconds_count{aggregate="pack",outcome="written"} 2',
    'paraph_append_seconds_count{aggregate="pack",outcome="conflict"} 1',
    'paraph_append_seconds_count{aggregate="pack",outcome="unknown"} 1',
    'paraph_append_seconds_count{aggregate="pack",outcome="refused"} 1',
  ])
  expect(await counted(metrics, 'paraph_events_total{aggregate="pack"}')).toEqual(['paraph_events_total{aggregate="pack"} 6'])
})

test('every kind of aggregate that the registry holds is counted under its own name, from the start on, and no key of a stream is', async () => {
  const metrics = createMetrics(PLAIN)
  const log = metrics.log({ append: async () => ({}) } as unknown as EventLog)
  const names = Object.keys(AGGREGATES)
  const samples = (counts: (name: string) => number) => names.map((name) => `paraph_events_total{aggregate="${name}"} ${counts(name)}`)
  expect(await counted(metrics, 'paraph_events_total')).toEqual(samples(() => 0))
  for (const [at, aggregate] of Object.values(AGGREGATES).entries()) {
    await log.append(aggregate.streamNameOf('somebodys-key'), 0n, Array(at + 1).fill({}) as Parameters<EventLog['append']>[2])
  }
  expect(await counted(metrics, 'paraph_events_total')).toEqual(samples((name) => names.indexOf(name) + 1))
  await log.append('of-a-later-version', 0n, [{}] as unknown as Parameters<EventLog['append']>[2])
  expect(await counted(metrics, 'paraph_events_total{aggregate="other"}')).toEqual(['paraph_events_total{aggregate="other"} 1'])
  expect((await metrics.text()).body).not.toContain('somebodys-key')
})

test('a command is counted as done, refused or failed', async () => {
  const metrics = createMetrics(PLAIN)
  const answers = [{ revision: 1 }, { refused: 'locked' }, new Error('away'), { revision: 2 }]
  const handler = metrics.handler({ handle: answering(answers) } as unknown as CommandHandler)
  const command = { stream: 'workspace-a' } as Parameters<CommandHandler['handle']>[0]
  for (const answer of answers) {
    if (answer instanceof Error) await expect(handler.handle(command)).rejects.toBe(answer)
    else expect(await handler.handle(command)).toBe(answer)
  }
  expect(await counted(metrics, 'paraph_command_seconds')).toEqual([
    'paraph_command_seconds_count{aggregate="workspace",outcome="done"} 2',
    'paraph_command_seconds_count{aggregate="workspace",outcome="refused"} 1',
    'paraph_command_seconds_count{aggregate="workspace",outcome="failed"} 1',
  ])
})

test('the runs of a queue are counted, and those of them that failed', async () => {
  const metrics = createMetrics(PLAIN)
  const handlers = new Map<string, Handler>()
  const jobs = metrics.jobs({ define: (queue: string, handler: Handler) => void handlers.set(queue, handler) } as unknown as Jobs)
  const broken = new Error('broken')
  jobs.define('sealing', answering([undefined, broken]) as Handler, quick)
  jobs.define('requests', answering([undefined]) as Handler, quick)
  const job = { key: 'k', attempt: 1, last: false, signal: new AbortController().signal }
  await handlers.get('sealing')!({}, job)
  await expect(handlers.get('sealing')!({}, job)).rejects.toBe(broken)
  await handlers.get('requests')!({}, job)
  expect(await counted(metrics, 'paraph_job_seconds')).toEqual([
    'paraph_job_seconds_count{queue="sealing"} 2',
    'paraph_job_seconds_count{queue="requests"} 1',
  ])
  expect(await counted(metrics, 'paraph_job_failures_total')).toEqual(['paraph_job_failures_total{queue="sealing"} 1'])
})

test('a scrape holds present figures: neither earlier ones nor those that cannot be read', async () => {
  const metrics = createMetrics(PLAIN)
  const looks = [
    [
      { labels: ['list', 'live'], value: 3 },
      { labels: ['inbox', 'stopped'], value: 1 },
    ],
    [{ labels: ['list', 'live'], value: 4 }],
    new Error('the database is away'),
  ]
  const look = answering(looks) as Parameters<Metrics['looked']>[0]['look']
  metrics.looked({ name: 'paraph_lag', help: 'Behind', labels: ['name', 'state'], look })
  expect(await counted(metrics, 'paraph_lag')).toEqual([
    'paraph_lag{name="list",state="live"} 3',
    'paraph_lag{name="inbox",state="stopped"} 1',
  ])
  expect(await counted(metrics, 'paraph_lag')).toEqual(['paraph_lag{name="list",state="live"} 4'])
  expect(await counted(metrics, 'paraph_lag')).toEqual([])
})
