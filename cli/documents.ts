import type pg from 'pg'
import type { Configuration } from '#platform/configuration'
import { type DocumentStore, mongoDocumentStore, postgresDocumentStore } from '#platform/documents'
import { type Mongo, openMongo } from '#platform/mongodb'
import type { Log } from '#platform/ports'
import { type AuditRecords, documentRecords, tableRecords } from '#projections/audit-trail'
import { ForPeople } from './explain.ts'

export interface Homes {
  readonly mongo: Pick<Mongo, 'db'> | null
  readonly pool: pg.Pool
}

export const documentsIn = ({ mongo, pool }: Homes): DocumentStore => (mongo ? mongoDocumentStore(mongo.db) : postgresDocumentStore(pool))

/** The largest of the read models goes where documents are; without MongoDB a table is faster. */
export const auditRecordsIn = ({ mongo, pool }: Homes): AuditRecords =>
  mongo ? documentRecords(mongoDocumentStore(mongo.db), pool) : tableRecords(pool)

/** Null where none is configured. */
export function mongoOf({ mongoUrl }: Pick<Configuration, 'mongoUrl'>, log: Pick<Log, 'warn'>): Mongo | null {
  if (mongoUrl === null) return null
  try {
    return openMongo(mongoUrl, log)
  } catch (error) {
    throw new ForPeople('MONGODB_URL cannot be read as MongoDB’s own programs read it. Check how it is written.', { cause: error })
  }
}
