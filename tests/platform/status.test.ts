import { expect, test } from 'vitest'
import type { LoggedEvent } from '#platform/event-log'
import { createMetrics } from '#platform/metrics'
import { testWorld } from '#tests/world'
import { explain } from '../../cli/explain.ts'
import { openStatus, registerStatusMetrics, type StatusMetricsParts } from '../../cli/status.ts'
import { waitingRoom } from '../../cli/waiting-room.ts'
import { freePort } from '../support/spawned.ts'

const START = '2026-03-01T09:00:00.000Z'

/** A log of events at positions 1, 2, 3 …, by the second in which each was written; null for one that is gone. */
function logOf(seconds: readonly (number | null)[]): StatusMetricsParts['log'] {
  const at = (position: number): LoggedEvent[] => {
    const second = seconds[position - 1]
    if (second == null) return []
    const time = new Date(Date.parse(START) + second * 1_000).toISOString()
    return [{ position: String(position), event: { meta: { time } } } as unknown as LoggedEvent]
  }
  return {
    head: async () => String(seconds.length),
    compare: (a, b) => Number(a) - Number(b),
    async readAll(after) {
      const position = Number(after) + 1
      return { events: at(position), position: String(position), atEnd: position >= seconds.length }
    },
  }
}

interface Given extends Partial<StatusMetricsParts> {
  /** Of read models, by name. */
  readonly places?: Readonly<Record<string, number>>
}
function numbers({ places = {}, ...given }: Given) {
  const metrics = createMetrics({ ofProcess: false, kinds: [], kindOf: () => null })
  const rows = Object.entries(places).map(([name, position]) => ({ kind: 'projection', name, position: String(position) }))
  const pool = { query: async (sql: string) => ({ rows: sql.includes('FROM projection') ? rows : [] }) } as never
  registerStatusMetrics(metrics, {
    pool,
    log: logOf([]),
    world: testWorld({ start: START }),
    health: async () => [],
    serves: null,
    ...given,
  })
  return async (name: string) => (await metrics.text()).body.split('\n').filter((line) => line.startsWith(name))
}

test('a lag is how long the oldest event waits that was not taken in: nothing at the end, nor where the rest is gone', async () => {
  const world = testWorld({ start: START })
  const log = logOf([0, 30, 45, null, 80, null])
  const look = numbers({ log, world, places: { far: 0, near: 2, over_a_gap: 3, before_what_is_gone: 5, at_the_end: 6 } })
  world.advance(60_000)
  expect(await look('paraph_lag_seconds')).toEqual([
    'paraph_lag_seconds{kind="projection",name="far"} 60',
    'paraph_lag_seconds{kind="projection",name="near"} 15',
    // Written by a clock that is ahead.
    'paraph_lag_seconds{kind="projection",name="over_a_gap"} 0',
    'paraph_lag_seconds{kind="projection",name="before_what_is_gone"} 0',
    'paraph_lag_seconds{kind="projection",name="at_the_end"} 0',
  ])
  world.advance(30_000)
  expect(await look('paraph_lag_seconds{kind="projection",name="over_a_gap"}')).toEqual([
    'paraph_lag_seconds{kind="projection",name="over_a_gap"} 10',
  ])
})

test('tables that are rebuilt next to the live ones are not behind: nobody reads them yet', async () => {
  const look = numbers({ log: logOf([0]), places: { list: 1, list_next: 0, other_next: 0 } })
  expect((await look('paraph_lag_seconds')).map((line) => /name="(\w+)"/.exec(line)?.[1])).toEqual(['list', 'other_next'])
})

test('each part that is looked after is 1 where it is well and 0 where it is not', async () => {
  const health = async () => [
    { name: 'disk', ok: false, words: 'full' },
    { name: 'projection list', ok: true, words: 'live' },
  ]
  expect(await numbers({ health })('paraph_well')).toEqual(['paraph_well{part="disk"} 0', 'paraph_well{part="projection list"} 1'])
})

test('a figure not known in time is missing, and the rest is there', async () => {
  const world = testWorld()
  const look = numbers({ world, health: () => new Promise(() => undefined), places: { list: 0 } })
  const figures = Promise.all([look('paraph_well'), look('paraph_lag_seconds')])
  await expect.poll(() => world.waiting()).toBeGreaterThan(0)
  world.advance(5_000)
  expect(await figures).toEqual([[], ['paraph_lag_seconds{kind="projection",name="list"} 0']])
})

test('connections of a process that serves are counted, live ones by themselves', async () => {
  const http = { getConnections: (done: (error: null, count: number) => void) => done(null, 7) } as never
  const look = numbers({ serves: { http, live: { connections: () => 3 } } })
  expect([await look('paraph_connections'), await look('paraph_live_connections')]).toEqual([
    ['paraph_connections 7'],
    ['paraph_live_connections 3'],
  ])
})

test('a process that serves is ready, however ill what it stands on', async () => {
  const ill = async () => [{ name: 'mail', ok: false, words: 'the mail server does not answer' }]
  const status = await openStatus({
    at: { host: '127.0.0.1', port: 0 },
    metrics: createMetrics({ ofProcess: false, kinds: [], kindOf: () => null }),
    health: ill,
  })
  const answered = async (path: string) => (await fetch(`http://127.0.0.1:${status.port}${path}`)).status
  expect([await answered('/ready'), await answered('/health'), await answered('/else')]).toEqual([200, 503, 404])
  await status.close()
})

test('while it starts, what is waited for is said on the port for machines and to no stranger', async () => {
  const [outside, inside] = [await freePort(), await freePort()]
  const ports = [outside, inside].map((port) => ({ host: '127.0.0.1', port, inside: port === inside }))
  const room = waitingRoom(ports, () => [{ name: 'event store', ok: false, words: 'cannot be reached' }])
  room.open()
  const said = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    return { code: answer.status, ...((await answer.json()) as object) }
  }
  await expect
    .poll(() => said(outside).catch(() => null))
    .toEqual({ code: 503, status: 'not ok', success: false, message: expect.any(String) })
  await expect.poll(() => said(inside).catch(() => null)).toMatchObject({ dependencies: [{ name: 'start' }, { name: 'event store' }] })
  await room.close()
})

test('a port for machines that is taken is reported with the setting that names it', async () => {
  const parts = { metrics: createMetrics({ ofProcess: false, kinds: [], kindOf: () => null }), health: async () => [] }
  const first = await openStatus({ at: { host: '127.0.0.1', port: 0 }, ...parts })
  const second = openStatus({ at: { host: '127.0.0.1', port: first.port }, ...parts })
  await expect(second.catch((error) => Promise.reject(new Error(explain(error))))).rejects.toThrow(
    `Port ${first.port} is used by another program. Stop that one, or set PARAPH_STATUS_PORT to another number.`,
  )
  await first.close()
})
