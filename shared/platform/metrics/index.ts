import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CommandHandler } from '#platform/command-handler'
import { type EventLog, OutcomeUnknown, RevisionConflict } from '#platform/event-log'
import type { Jobs } from '#platform/jobs'

/** A number that is looked up when somebody asks: by the values of its labels, in their order. */
export interface Looked {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  look(): Promise<readonly { readonly labels: readonly string[]; readonly value: number }[]>
}

/** How this process fares, in the format of Prometheus. Labels are names of parts, never of documents or people. */
export interface Metrics {
  log(log: EventLog): EventLog
  handler(handler: CommandHandler): CommandHandler
  jobs(jobs: Jobs): Jobs
  /** A password was tried. */
  logIn(outcome: 'in' | 'wrong' | 'refused'): void
  looked(gauge: Looked): void
  text(): Promise<{ readonly type: string; readonly body: string }>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface MetricsOptions {
  /** Also memory, processor, garbage and the delay of the event loop. */
  readonly ofProcess: boolean
  /** The kinds of aggregates, and the kind of each stream. */
  readonly kinds: readonly string[]
  kindOf(stream: string): string | null
}

/** A stream that this program does not know. */
const OTHER = 'other'

export function createMetrics({ ofProcess, kinds, kindOf }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'paraph_' })
  const seconds = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers })
  const aggregateIn = (stream: string) => kindOf(stream) ?? OTHER
  const appends = seconds('paraph_append_seconds', 'Appends to the event log, by aggregate and what became of them', 'aggregate', 'outcome')
  const commands = seconds(
    'paraph_command_seconds',
    'Commands from asking to answer, by aggregate and what became of them',
    'aggregate',
    'outcome',
  )
  const work = seconds('paraph_job_seconds', 'Jobs from begin to end: conversion, sealing and whatever else has a queue', 'queue')
  const failures = new Counter({ name: 'paraph_job_failures_total', help: 'Runs of jobs that failed', labelNames: ['queue'], registers })
  const logIns = new Counter({
    name: 'paraph_log_ins_total',
    help: 'Passwords tried: let in, wrong, or refused unread after too many wrong ones',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['in', 'wrong', 'refused']) logIns.inc({ outcome }, 0)
  const events = new Counter({
    name: 'paraph_events_total',
    help: 'Events appended by this process, by aggregate',
    labelNames: ['aggregate'],
    registers,
  })
  for (const aggregate of kinds) events.inc({ aggregate }, 0)

  return {
    log: (log) => ({
      ...log,
      async append(stream, expected, appended) {
        const aggregate = aggregateIn(stream)
        const done = appends.startTimer({ aggregate })
        try {
          const result = await log.append(stream, expected, appended)
          done({ outcome: 'written' })
          events.inc({ aggregate }, appended.length)
          return result
        } catch (error) {
          done({ outcome: error instanceof RevisionConflict ? 'conflict' : error instanceof OutcomeUnknown ? 'unknown' : 'refused' })
          throw error
        }
      },
    }),
    handler: (handler) => ({
      ...handler,
      async handle(command) {
        const done = commands.startTimer({ aggregate: aggregateIn(command.stream) })
        try {
          const outcome = await handler.handle(command)
          done({ outcome: 'refused' in outcome ? 'refused' : 'done' })
          return outcome
        } catch (error) {
          done({ outcome: 'failed' })
          throw error
        }
      },
    }),
    jobs: (jobs) => ({
      ...jobs,
      define(queue, handler, settings) {
        const measured: typeof handler = async (data, job) => {
          const done = work.startTimer({ queue })
          try {
            await handler(data, job)
          } catch (error) {
            failures.inc({ queue })
            throw error
          } finally {
            done()
          }
        }
        jobs.define(queue, measured, settings)
      },
    }),
    logIn: (outcome) => logIns.inc({ outcome }),
    looked({ name, help, labels, look }) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset()
          // What cannot be asked now is missing, so that an alarm on its absence rings; the rest is answered.
          const found = await look().catch(() => [])
          for (const { labels: values, value } of found)
            this.set(Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])), value)
        },
      })
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}
