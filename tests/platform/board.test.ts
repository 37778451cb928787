import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Handler, Jobs } from '#platform/jobs'
import { createMetrics } from '#platform/metrics'
import { lookInto, openStatus } from '../../cli/status.ts'

/** Labels of each number, by its name, as /metrics answers them; numbers without a label have none. */
let exposed: ReadonlyMap<string, ReadonlySet<string>>

beforeAll(async () => {
  const metrics = createMetrics({ ofProcess: true })
  const rows = (sql: string) =>
    sql.includes('FROM effect') ? [{ queue: 'seal', state: 'waiting', count: 1 }] : [{ kind: 'projection', name: 'list', position: '1' }]
  lookInto(metrics, {
    pool: { query: async (sql: string) => ({ rows: rows(sql) }) } as never,
    log: { head: async () => '2', compare: () => -1 },
    http: { getConnections: (told: (error: null, count: number) => void) => told(null, 3) } as never,
  })
  await metrics.log({ append: async () => ({}) } as unknown as EventLog).append('s', 0n, [])
  await metrics.handler({ handle: async () => ({ ok: true }) } as unknown as CommandHandler).handle({} as never)
  const defined: Handler[] = []
  const failing: Handler = async () => Promise.reject(new Error('failed'))
  metrics
    .jobs({ define: (_queue: string, handler: Handler) => void defined.push(handler) } as unknown as Jobs)
    .define('seal', failing, {} as never)
  await defined[0]!(null, {} as never).catch(() => undefined)
  const status = await openStatus({ at: { host: '127.0.0.1', port: 0 }, metrics, health: async () => [] })
  const text = await (await fetch(`http://127.0.0.1:${status.port}/metrics`)).text()
  await status.close()
  const found = new Map<string, Set<string>>()
  for (const [, name, labels] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name!) ?? new Set()
    for (const [, label] of (labels ?? '').matchAll(/(\w+)="/g)) known.add(label!)
    found.set(name!, known)
  }
  exposed = found
})

/** What Prometheus itself adds to every number. */
const BY_PROMETHEUS = ['instance', 'job']

function unknownIn(expression: string): string[] {
  const wrong: string[] = []
  const names = [...expression.matchAll(/paraph_\w+/g)].map(([name]) => name)
  for (const name of names) if (!exposed.has(name)) wrong.push(name)
  const labels = new Set([...BY_PROMETHEUS, ...names.flatMap((name) => [...(exposed.get(name) ?? [])])])
  const asked = [
    ...[...expression.matchAll(/(\w+)\s*(?:!?=~?|!~)\s*"/g)].map(([, label]) => label!),
    ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(',').map((label) => label.trim())),
  ]
  for (const label of asked) if (!labels.has(label)) wrong.push(`${label} of ${names.join(', ')}`)
  return wrong
}

test('every query of the board asks for numbers and labels that /metrics answers', () => {
  const board = JSON.parse(readFileSync('deploy/grafana-board.json', 'utf8')) as {
    panels: readonly { title: string; targets?: readonly { expr: string; legendFormat: string }[] }[]
  }
  const targets = board.panels.flatMap(({ targets: own = [] }) => own)
  expect(targets.length).toBeGreaterThan(10)
  expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([])
  for (const { expr, legendFormat } of targets) {
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
    // What a legend names must have survived the sum.
    const kept = /by \(([^)]*)\)/
      .exec(expr)?.[1]
      ?.split(',')
      .map((label) => label.trim())
    expect(shown.filter((label) => (kept ? !kept.includes(label) : !BY_PROMETHEUS.includes(label)))).toEqual([])
  }
  expect(unknownIn('rate(paraph_appends_total{outcome="x"}[5m])')).not.toEqual([])
})

test('every number that an alarm of the manual watches is there', () => {
  const manual = readFileSync('docs/operating.md', 'utf8')
  const queries = [...manual.matchAll(/`(paraph_[^`]*)`/g)].map(([, query]) => query!.replace('queue=…', 'queue="seal"'))
  expect(queries.length).toBeGreaterThan(5)
  // Of a histogram the manual names the whole.
  const bare = (query: string) => (exposed.has(query) ? query : query.replace(/_seconds(?=\{|$)/, '_seconds_count'))
  expect(queries.flatMap((query) => unknownIn(bare(query)))).toEqual([])
})
