import type { Db, MongoError } from 'mongodb'
import type { Log } from '#platform/ports'
import { driver, driverIfUsed } from './driver.ts'

export type { Db } from 'mongodb'
export { driver } from './driver.ts'

export interface Mongo {
  readonly db: Db
  /** Throws where the server does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** An unreachable server is reported within this, not after the driver's half minute. */
const PATIENCE_MS = 5_000
/** A line that is silent for so long while something is asked of it was cut without a word; longer than any question here takes. */
const SILENT_MS = 60_000

/** The server, or the line to it, is not there now. Not where it is there and its certificate is refused. */
export function isMongoAway(error: unknown): boolean {
  // The server itself says so where another of its kind takes over.
  if (isMongoError(error) && error.hasErrorLabel('RetryableWriteError')) return true
  return isConnecting(error) && !CERTIFICATE.test(error.message)
}

function isMongoError(error: unknown): error is MongoError {
  const used = driverIfUsed()
  return used !== null && error instanceof used.MongoError
}
function isConnecting(error: unknown): error is MongoError {
  const used = driverIfUsed()
  return used !== null && (error instanceof used.MongoNetworkError || error instanceof used.MongoServerSelectionError)
}

const CERTIFICATE = /certificate|SSL routines|altnames/i
/** AuthenticationFailed, and Unauthorized where no user is named. */
const CREDENTIALS: readonly unknown[] = [18, 13]

/** What keeps this program from the server, however long it waits. */
export function mongoRefuses(error: unknown): 'address' | 'credentials' | 'certificate' | null {
  // The package that reads addresses has an error of its own by this name.
  if (error instanceof Error && error.name === 'MongoParseError') return 'address'
  if (!isMongoError(error)) return null
  if (CREDENTIALS.includes(error.code)) return 'credentials'
  return isConnecting(error) && CERTIFICATE.test(error.message) ? 'certificate' : null
}

/**
 * One client a process. What is acknowledged is on the disks of a majority, and what is read was acknowledged: a file whose
 * digest stands in the history must still be there after any one machine is gone.
 */
export function openMongo(url: string, log: Pick<Log, 'warn'>, silentMs = SILENT_MS): Mongo {
  const client = new (driver().MongoClient)(url, {
    appName: 'paraph',
    serverSelectionTimeoutMS: PATIENCE_MS,
    socketTimeoutMS: silentMs,
    // A firewall forgets lines on which nothing was said for minutes: none is kept so long.
    maxIdleTimeMS: SILENT_MS,
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    // Transactions and change streams are not needed, nor used.
    retryWrites: new URL(url.replace(/^(mongodb(?:\+srv)?:\/\/)[^/]*/, '$1host')).searchParams.get('retryWrites') !== 'false',
  })
  client.on('serverHeartbeatFailed', () => log.warn({ part: 'mongodb' }, 'MongoDB does not answer'))
  // The address names the database; without a name it is `test`, which nobody means.
  const named = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1]
  const db = client.db(named ?? 'paraph')
  return {
    db,
    async ping() {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}
