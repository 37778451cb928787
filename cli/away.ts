import { isLogAway, logRefuses, OutcomeUnknown } from '#platform/event-log'
import { isMongoAway } from '#platform/mongodb'
import { isDatabaseAway } from '#platform/postgres'
import { ForPeople } from './explain.ts'

export type Awaited = 'database' | 'event store' | 'files'

/** What is away, where waiting may help. */
export function awayOf(error: unknown): Awaited | null {
  if (logRefuses(error)) return null
  if (isLogAway(error)) return 'event store'
  if (isMongoAway(error)) return 'files'
  if (isDatabaseAway(error) || isUnknownHost(error)) return 'database'
  return error instanceof OutcomeUnknown ? awayOf(error.cause) : null
}

/** Where names come and go with what they name, as among containers, one that is not known yet may be soon. */
function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'ENOTFOUND'
}

const GOES_ON = 'Check that it runs and can be reached, and run this again: nothing that was acknowledged is lost.'

/** What a part beside the program keeps it from, for whoever sits at the terminal; any other error as it is. */
export function inWords(error: unknown): unknown {
  const refused = logRefuses(error)
  if (refused === 'credentials') {
    return new ForPeople('EventStoreDB refuses the user or the password in EVENTSTOREDB_URL.', { cause: error })
  }
  if (refused === 'certificate') {
    const words = 'The certificate of EventStoreDB is refused, or it serves without one.'
    return new ForPeople(`${words} Name its authority by tlsCAFile in EVENTSTOREDB_URL, or check tls there.`, { cause: error })
  }
  const away = awayOf(error)
  if (away === 'event store')
    return new ForPeople(`EventStoreDB, which EVENTSTOREDB_URL names, does not answer. ${GOES_ON}`, { cause: error })
  if (away === 'files') return new ForPeople(`MongoDB, which MONGODB_URL names, does not answer. ${GOES_ON}`, { cause: error })
  return error
}
