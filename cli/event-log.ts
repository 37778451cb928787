import type pg from 'pg'
import type { Configuration } from '#platform/configuration'
import {
  type EventLog,
  eventStoreDbEventLog,
  isLogAway,
  type LogKind,
  meetsTls,
  postgresEventLog,
  requireLogAt,
  START,
} from '#platform/event-log'
import type { World } from '#platform/ports'
import { ForPeople } from './explain.ts'
import type { Finding } from './health.ts'
import { permanentRefusalIn } from './unreachable.ts'
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
  const { eventStoreUrl: url } = configuration
  const log = eventStoreDbEventLog({ url, timers, random })
  try {
    await waiting.until('event store', () => requireStore(log, url, timers))
  } catch (error) {
    await log.close()
    throw error
  }
  return waiting.log(log, 'event store')
}

/** Whether or not anybody is there, the address can be used: asked before anything is made. @throws UnusableAddress */
export async function requireUsableStore({ configuration: { eventStoreUrl }, world }: Omit<LogParts, 'pool'>): Promise<void> {
  if (eventStoreUrl !== null) await eventStoreDbEventLog({ url: eventStoreUrl, ...world }).close()
}

/** Asks the server for its end; where it does not answer, the error says why as far as that can be found out. */
export async function requireStore(log: Pick<EventLog, 'head'>, url: string, timers: World['timers']): Promise<void> {
  try {
    await log.head()
  } catch (error) {
    if (!isLogAway(error) || !(await meetsTls(url, timers))) throw error
    throw new ForPeople(
      'EventStoreDB serves by TLS only, and EVENTSTOREDB_URL says tls=false. Take that out, and name its authority by tlsCAFile.',
      {
        cause: error,
      },
    )
  }
}

/**
 * A new Paraph needs an empty log: on any other it fails half-way, since what it finds there is another installation's.
 * @throws ForPeople
 */
export async function requireEmptyStore(url: string, { timers, random }: LogParts['world']): Promise<void> {
  const log = eventStoreDbEventLog({ url, timers, random })
  try {
    await requireStore(log, url, timers)
    if ((await log.head()) === START) return
    throw new ForPeople(
      'The event store that EVENTSTOREDB_URL names holds events already, and an empty one is needed here. Start one on an empty data folder, or leave EVENTSTOREDB_URL out.',
    )
  } finally {
    await log.close()
  }
}

/** Only asked where the log is a server of its own. */
export async function eventLogHealth(ask: () => Promise<unknown>): Promise<Finding> {
  const trouble = await ask().then(
    () => null,
    (error: unknown) => permanentRefusalIn(error) ?? 'does not answer: nothing can be changed until it does',
  )
  return { name: 'event store', ok: trouble === null, words: trouble ?? 'EventStoreDB answers' }
}
