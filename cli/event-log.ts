import type pg from 'pg'
import type { Configuration } from '#platform/configuration'
import { type EventLog, eventStoreDbEventLog, type LogKind, postgresEventLog, requireLogAt } from '#platform/event-log'
import type { World } from '#platform/ports'
import type { Finding } from './health.ts'

export const logKindOf = ({ eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>): LogKind =>
  eventStoreUrl === null ? 'postgres' : 'eventstoredb'

export interface LogParts {
  readonly configuration: Pick<Configuration, 'eventStoreUrl'>
  readonly pool: pg.Pool
  readonly world: Pick<World, 'timers' | 'random'>
}

/** The log that the settings choose. @throws LogElsewhere where this installation's events are in the other one */
export async function openEventLog({ configuration, pool, world }: LogParts): Promise<EventLog> {
  await requireLogAt(pool, logKindOf(configuration))
  const { timers, random } = world
  return configuration.eventStoreUrl === null
    ? postgresEventLog({ pool, timers, random })
    : eventStoreDbEventLog({ url: configuration.eventStoreUrl, timers, random })
}

/** Only asked where the log is a server of its own. */
export async function eventLogHealth(log: Pick<EventLog, 'head'>): Promise<Finding> {
  const answers = await log.head().then(
    () => true,
    () => false,
  )
  return {
    name: 'event store',
    ok: answers,
    words: answers ? 'EventStoreDB answers' : 'does not answer: nothing can be changed until it does',
  }
}
