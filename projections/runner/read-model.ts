import type pg from 'pg'
import type { EventLog } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Projection } from './port.ts'

export interface ReadModelSources {
  readonly pool: pg.Pool
  readonly log: EventLog
  readonly keys: SubjectKeys
}
export interface Reading extends ReadModelSources {
  /** Resolves once the rows hold all changes that were acknowledged before; false where that took too long. */
  upToNow(): Promise<boolean>
  /** The streams whose rows changed, once they are there. Only of rows that this process fills. */
  onRows(listener: (streams: readonly string[]) => void): () => void
}

/** A read model: how its rows are made, and what may be asked of them. `Needs`: what it takes of the program besides its sources. */
export interface ReadModel<in Needs, out Answers> {
  readonly projection: (sources: ReadModelSources, needs: Needs) => Projection
  readonly answers: (reading: Reading, needs: Needs) => Answers
}

export const defineReadModel = <Answers, Needs = unknown>(readModel: ReadModel<Needs, Answers>): ReadModel<Needs, Answers> => readModel
