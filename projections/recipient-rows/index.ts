export { eraseRecipients } from './erase.ts'
export {
  type AnnouncedImport,
  type FoundRow,
  postgresRecipientRows,
  type RecipientRows,
  type RowCount,
  type RowPage,
  type RowPageQuestion,
  type RowsQuestion,
} from './rows.ts'
export { recipientRowMigrations } from './schema.ts'
