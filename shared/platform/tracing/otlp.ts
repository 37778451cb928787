import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type Link, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { LoggedEvent } from '#platform/event-log'
import type { Clock } from '#platform/ports'
import { rootOf, traceOf } from './ids.ts'
import type { Tracing, Words } from './port.ts'

export interface OtlpOptions {
  /** Where the collector takes traces: `…/v1/traces`. */
  readonly url: string
  /** Parts of the program that this process runs. */
  readonly roles: string
  readonly version: string
  readonly clock: Clock
  /** The name of a stream without what may say who somebody is. */
  shown(stream: string): string
}

/** The spans of a page of old events are not exported one by one: a process that catches up does not trace years. */
const MOST_ABOUT = 20
/** A collector that is away costs this much memory and no more. */
const QUEUE = 2_048

export function otlpTracing({ url, roles, version, clock, shown }: OtlpOptions): Tracing {
  const random = new RandomIdGenerator()
  /** The ids of the next span: asked for at once, while it is made. */
  let next: { readonly trace: string; readonly span: string } | null = null
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'paraph', 'service.version': version, 'paraph.roles': roles }),
    idGenerator: {
      generateTraceId: () => next?.trace ?? random.generateTraceId(),
      generateSpanId: () => next?.span ?? random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), maxQueueSize: QUEUE })],
  })
  const tracer = provider.getTracer('paraph', version)
  const within = new AsyncLocalStorage<Context>()

  /** The one span that a trace begins with; spans below it, in this process or another, may be exported earlier. */
  function root(name: string, correlation: string, words: Words): Span {
    next = { trace: traceOf(correlation), span: rootOf(correlation) }
    const span = tracer.startSpan(name, { root: true, kind: SpanKind.SERVER, attributes: words })
    next = null
    return span
  }
  const spanContext = (correlation: string) => ({
    traceId: traceOf(correlation),
    spanId: rootOf(correlation),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })
  const below = (correlation: string): Context => trace.setSpanContext(ROOT_CONTEXT, spanContext(correlation))
  /** Below whatever runs here, with a link to where the correlation leads if that is another trace. */
  function child(name: string, correlation: string, words: Words): Span {
    const here = within.getStore()
    const elsewhere = here !== undefined && trace.getSpanContext(here)?.traceId !== traceOf(correlation)
    const links: Link[] = elsewhere ? [{ context: spanContext(correlation) }] : []
    return tracer.startSpan(name, { attributes: words, links }, here ?? below(correlation))
  }
  async function during<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await within.run(trace.setSpan(ROOT_CONTEXT, span), work)
    } catch (error) {
      // Its kind and no more: what an error says may quote what people typed.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request(correlation, work) {
      const span = root('request', correlation, {})
      within.run(trace.setSpan(ROOT_CONTEXT, span), work)
      return {
        end(name, words, failed) {
          span.updateName(name).setAttributes(words)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    handler: (handler) => ({
      ...handler,
      handle: (command) => {
        const span = child('command', command.origin.correlation, { 'paraph.stream': shown(command.stream) })
        return during(span, async () => {
          const outcome = await handler.handle(command)
          span.setAttribute('paraph.outcome', 'refused' in outcome ? outcome.refused : outcome.repeated ? 'repeated' : 'done')
          return outcome
        })
      },
    }),
    log: (log) => ({
      ...log,
      append: (stream, expected, events) => {
        const types = [...new Set(events.map(({ type }) => type))].join(' ')
        const words = { 'paraph.stream': shown(stream), 'paraph.events': events.length, 'paraph.types': types }
        return during(child('append', String(events[0]?.meta.correlation ?? stream), words), () => log.append(stream, expected, events))
      },
    }),
    jobs: (jobs) => ({
      ...jobs,
      define(queue, carryOut, settings) {
        const traced: typeof carryOut = (data, job) => {
          const words = { 'paraph.attempt': job.attempt }
          const name = `job ${queue}`
          // A trace begins once: what is tried again hangs below the first attempt.
          const span = job.attempt === 1 ? root(name, job.key, words) : tracer.startSpan(name, { attributes: words }, below(job.key))
          return during(span, () => carryOut(data, job))
        }
        jobs.define(queue, traced, settings)
      },
    }),
    async about(name, events, work, to) {
      const begun = clock.now()
      const done = await work()
      const links = to?.(done).map((key): Link => ({ context: spanContext(key) }))
      if (links?.length === 0) return done
      for (const [correlation, types] of causes(events)) {
        tracer
          .startSpan(name, { startTime: begun, attributes: { 'paraph.types': types }, ...(links ? { links } : {}) }, below(correlation))
          .end()
      }
      return done
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** The correlations of some events, with what happened under each. */
function causes(events: readonly LoggedEvent[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { event } of events) {
    const correlation = String(event.meta.correlation)
    if (found.size === MOST_ABOUT && !found.has(correlation)) continue
    found.set(correlation, [found.get(correlation), event.type].filter(Boolean).join(' '))
  }
  return found
}
