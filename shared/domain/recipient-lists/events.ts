import { z } from 'zod'
import { COLUMN_TYPES, DATE_ORDERS, DECIMALS } from '#domain/filters'
import { event, type FactsOf, sealed } from '#domain/kernel'
import { MOST_LIST_COLUMNS } from './limits.ts'

const id = z.uuid()
const list = id
const type = z.enum(COLUMN_TYPES)
const count = z.int().min(0)

/** Rows are personal data and stay outside of the log: events hold digests and counts. */
export const EVENTS = {
  RecipientListCreated: event(1, { list, description: sealed(z.string()) }),
  RecipientListDescribed: event(1, { list, description: sealed(z.string()) }),
  RecipientFileImported: event(1, {
    list,
    /** Under which key its rows stand in the database. */
    import: id,
    /** False: it took the place of all rows before it. */
    appended: z.boolean(),
    /** SHA-256 of the file. */
    digest: z.string(),
    rows: count,
    /** The number of its last row. */
    last: count,
    /** All columns of the list from here on, and how values are written in it. */
    columns: sealed(z.array(z.string()).max(MOST_LIST_COLUMNS)),
    types: z.array(type).max(MOST_LIST_COLUMNS),
    decimal: z.enum(DECIMALS),
    dates: z.enum(DATE_ORDERS),
  }),
  /** A row has other values from here on. They stand in the database under a key of their own. */
  RecipientRowCorrected: event(1, { list, row: count, import: id, digest: sealed(z.string()) }),
  RecipientColumnTypesChanged: event(1, { list, types: z.array(type).max(MOST_LIST_COLUMNS) }),
  /** Rows about somebody who was erased went for good. */
  RecipientRowsErased: event(1, { list, rows: z.array(z.strictObject({ import: id, rows: count })) }),
  RecipientListArchived: event(1, { list }),
  RecipientListRestored: event(1, { list }),
  /** For good, with its rows. */
  RecipientListDeleted: event(1, { list }),
}
export type RecipientListsFact = FactsOf<typeof EVENTS>
