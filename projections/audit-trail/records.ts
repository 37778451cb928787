import type { Queries } from '#platform/postgres'
import type { Projection } from '#projections/runner'

/** The team's view of one event. The actor is kept as an opaque principal: names are found when it is read. */
export type AuditRow = {
  readonly pack: string
  readonly revision: number
  /** ISO 8601, in UTC. */
  readonly happened: string
  readonly code: string
  readonly words: string
  readonly principal: string
  readonly capacity: string
  /** The principal on whose behalf they acted, and why. */
  readonly on_behalf_of: string | null
  readonly reason: string | null
  readonly address: string | null
  readonly agent: string | null
  readonly hash: string
}

/** Where the audit trail's records are kept. `tables` is the transaction in which the checkpoint moves. */
export interface AuditRecords extends Pick<Projection, 'schema' | 'version' | 'indexesForReaders' | 'compare'> {
  /** The same again changes nothing. */
  write(tables: Queries, rows: readonly AuditRow[]): Promise<void>
  /** Puts others in the place of all that there are of a pack. `upTo` makes them, up to the last revision that there is. */
  rewrite(tables: Queries, pack: string, upTo: (revision: number) => AsyncIterable<readonly AuditRow[]>): Promise<void>
  /** In the order of events. @param since only what came after this time, ISO 8601 */
  of(pack: string, since?: string): Promise<readonly Omit<AuditRow, 'pack'>[]>
}

/** PostgreSQL cannot hold the character NUL in any form. */
export const storable = <T>(value: T): T => (typeof value === 'string' ? (value.replaceAll('\0', '') as T) : value)
