export { type AskedFor, postgresTempDownloads, type TempDownloadStore, tempDownloadMigrations } from './temp-downloads.ts'
