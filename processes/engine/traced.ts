import type { Tracing } from '#platform/tracing'
import type { Effect } from './process.ts'
import type { Reader } from './read.ts'

/** A reader that tells which event led to which jobs: event by event, so that each stands in the trace of what caused it. */
export function tracedReader(reader: Reader, tracing: Pick<Tracing, 'about'>): Reader {
  return {
    ...reader,
    async effectsOf(events) {
      const all: Effect[] = []
      for (const event of events) {
        const effects = () => reader.effectsOf([event])
        all.push(...(await tracing.about(`process ${reader.name}`, [event], effects, (asked) => asked.map(({ key }) => key))))
      }
      return all
    },
  }
}
