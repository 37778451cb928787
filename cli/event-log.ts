import type pg from 'pg'
import type { Configuration } from '#platform/configuration'
import { type EventLog, eventStoreDbEventLog, type LogKind, postgresEventLog, requireLogAt } from '#platform/event-log'
import type { World } from '#platform/ports'
import { ForPeople } from './explain.ts'
import type { Finding } from './health.ts'
import { AT_ONCE, type Waiting } from './waiting.ts'

export const logKindOf = ({ eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>): LogKind =>
  eventStoreUrl === null ? 'postgres' : 'eventstoredb'

export interface LogParts {
  readonly configuration: Pick<Configuration, 'eventStoreUrl'>
  readonly pool: pg.Pool
  readonly world: Pick<World, 'timers' | 'random'>
}

/** The log that the settings choose, once it answers. @throws LogElsewhere where this installation's events are in the other one */
export async function openEventLog({ configuration, pool, world }: LogParts, waiting: Waiting = AT_ONCE): Promise<EventLog> {
  await waiting.until('database', () => requireLogAt(pool, logKindOf(configuration)))
  const { timers, random } = world
  if (configuration.eventStoreUrl === null) return waiting.log(postgresEventLog({ pool, timers, random }), 'database')
  const log = openStore(configuration.eventStoreUrl, world)
  try {
    await waiting.until('event store', log.head)
  } catch (error) {
    await log.close()
    throw error
  }
  return waiting.log(log, 'event store')
}

/** Whether or not anybody is there, the address can be read: asked before anything is made. */
export async function requireReadableStore({ configuration: { eventStoreUrl }, world }: Omit<LogParts, 'pool'>): Promise<void> {
  if (eventStoreUrl !== null) await openStore(eventStoreUrl, world).close()
}

function openStore(url: string, { timers, random }: LogParts['world']): EventLog {
  try {
    return eventStoreDbEventLog({ url, timers, random })
  } catch (error) {
    // Its words quote the address, which may hold a password.
    throw new ForPeople('EVENTSTOREDB_URL cannot be read as EventStoreDB’s own programs read it. Check how it is written.', {
      cause: error,
    })
  }
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
