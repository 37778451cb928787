import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Handler, Jobs } from '#platform/jobs'
import { createMetrics } from '#platform/metrics'
import { testWorld } from '#tests/world'
import { openStatus, registerStatusMetrics } from '../../cli/status.ts'

/** Labels of each number, by its name, as /metrics answers them; numbers without a label have none. */
let exposed: ReadonlyMap<string, ReadonlySet<string>>

beforeAll(async () => {
  const metrics = createMetrics({ ofProcess: true, kinds: [], kindOf: () => null })
  const rows = (sql: string) =>
    sql.includes('FROM job') ? [{ queue: 'seal', state: 'waiting', count: 1 }] : [{ kind: 'projection', name: 'list', position: '1' }]
  registerStatusMetrics(metrics, {
    pool: { query: async (sql: string) => ({ rows: rows(sql) }) } as never,
    log: { head: async () => '2', compare: () => -1, readAll: async () => ({ events: [], position: '2', atEnd: true }) },
    world: testWorld(),
    health: async () => [{ name: 'disk', ok: true, words: 'fine' }],
    serves: {
      http: { getConnections: (done: (error: null, count: number) => void) => done(null, 3) } as never,
      live: { connections: () => 2 },
    },
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

interface Alarm {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
const alarms = (): readonly Alarm[] =>
  parse(readFileSync('deploy/alarms.yml', 'utf8')).groups.flatMap((group: { rules: Alarm[] }) => group.rules)

test('every alarm watches numbers that /metrics answers, and has its page', () => {
  expect(alarms().length).toBeGreaterThan(10)
  expect(alarms().flatMap(({ expr }) => unknownIn(expr))).toEqual([])
  const pages = [...readFileSync('docs/incidents.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(pages.toSorted()).toEqual(
    alarms()
      .map(({ alert }) => alert)
      .toSorted(),
  )
  for (const { alert, labels, annotations } of alarms()) {
    expect(annotations.runbook).toBe(`docs/incidents.md#${alert.toLowerCase()}`)
    expect(['page', 'look']).toContain(labels.severity)
  }
})

test('the manual tells of every alarm as it rings, and of numbers that are there', () => {
  const manual = readFileSync('docs/operating.md', 'utf8')
  const listed = [...manual.matchAll(/^\| \[(\w+)\]\(incidents\.md#(\w+)\) \|.*\| (\w+) \|$/gm)].map(([, alert, , severity]) => ({
    alert,
    severity,
  }))
  expect(listed).toEqual(expect.arrayContaining(alarms().map(({ alert, labels: { severity } }) => ({ alert, severity }))))
  expect(listed).toHaveLength(alarms().length)
  const queries = [...manual.matchAll(/`(paraph_[^`]*)`/g)].map(([, query]) => query!)
  expect(queries.length).toBeGreaterThan(5)
  // Of a histogram the manual names the whole.
  const bare = (query: string) => (exposed.has(query) ? query : query.replace(/_seconds(?=\{|$)/, '_seconds_count'))
  expect(queries.flatMap((query) => unknownIn(bare(query)))).toEqual([])
})

const promtool = spawnSync('promtool', ['--version']).status === 0
test.skipIf(!promtool)('each alarm rings when it should and not before (promtool, where it is installed)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'tests/platform/alarms.promtool.yml'], { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(status).toBe(0)
})
