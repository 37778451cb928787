import { isLogAway, logRefuses, OutcomeUnknown } from '#platform/event-log'
import { isMongoAway, mongoRefuses } from '#platform/mongodb'
import { isDatabaseAway } from '#platform/postgres'
import { ForPeople } from './explain.ts'

export type ExternalService = 'database' | 'event store' | 'files'

/** What is away, where waiting may help. */
export function unreachableServiceIn(error: unknown): ExternalService | null {
  if (logRefuses(error)) return null
  if (isLogAway(error)) return 'event store'
  if (isMongoAway(error)) return 'files'
  if (isDatabaseAway(error) || isUnknownHost(error)) return 'database'
  return error instanceof OutcomeUnknown ? unreachableServiceIn(error.cause) : null
}

/** Where names come and go with what they name, as among containers, one that is not known yet may be soon. */
function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'ENOTFOUND'
}

/** What keeps this program from a part however long it waits, for people; null where waiting may help, or nobody knows. */
export function permanentRefusalIn(error: unknown): string | null {
  if (error instanceof ForPeople) return error.message
  const ofLog = logRefuses(error)
  if (ofLog !== null) return LOG_REFUSES[ofLog]
  const ofFiles = mongoRefuses(error)
  return ofFiles === null ? null : MONGO_REFUSES[ofFiles]
}

const LOG_REFUSES = {
  credentials:
    'EventStoreDB refuses the user or the password in EVENTSTOREDB_URL, or needs them and none are there. Correct them: esdb://user:password@host.',
  certificate:
    'The certificate of EventStoreDB is refused, or it serves without one. Name its authority by tlsCAFile in EVENTSTOREDB_URL, or check tls there.',
} as const
const MONGO_REFUSES = {
  address: 'MONGODB_URL cannot be read as MongoDB’s own programs read it. Check how it is written.',
  credentials:
    'MongoDB refuses the user or the password in MONGODB_URL, or needs them and none are there. Correct them: mongodb://user:password@host/paraph.',
  certificate:
    'The certificate of MongoDB is refused, or it serves without one. Name its authority by tlsCAFile in MONGODB_URL, or check tls there.',
} as const

const GOES_ON = 'Check that it runs and can be reached, and run this again: nothing that was acknowledged is lost.'

/** What keeps the program from a part it needs, for people at the terminal; any other error as it is. */
export function explainForTerminal(error: unknown): unknown {
  if (error instanceof ForPeople) return error
  const refused = permanentRefusalIn(error)
  if (refused !== null) return new ForPeople(refused, { cause: error })
  const away = unreachableServiceIn(error)
  if (away === 'event store')
    return new ForPeople(`EventStoreDB, which EVENTSTOREDB_URL names, does not answer. ${GOES_ON}`, { cause: error })
  if (away === 'files') return new ForPeople(`MongoDB, which MONGODB_URL names, does not answer. ${GOES_ON}`, { cause: error })
  return error
}
