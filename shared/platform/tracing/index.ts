import type { OtlpOptions } from './otlp.ts'
import { noTracing, type Tracing } from './port.ts'

export { rootOf, traceOf } from './ids.ts'
export { noTracing, type Tracing } from './port.ts'

/** The collector's library is loaded only where there is one: most installations have none. */
export async function openTracing(options: OtlpOptions | null): Promise<Tracing> {
  return options === null ? noTracing : (await import('./otlp.ts')).otlpTracing(options)
}
