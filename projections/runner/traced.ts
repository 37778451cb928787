import type { Tracing } from '#platform/tracing'
import type { Projection } from './port.ts'

/** A projection that tells of each event when it came into the rows. */
export function tracedProjection<T>(projection: Projection<T>, tracing: Pick<Tracing, 'about'>): Projection<T> {
  return {
    ...projection,
    open() {
      const projector = projection.open()
      return {
        project: (events, tables, erased) =>
          tracing.about(`project ${projection.name}`, events, () => projector.project(events, tables, erased)),
        forget: (stream, tables) => projector.forget(stream, tables),
        letGo: (stream) => projector.letGo(stream),
      }
    },
  }
}
