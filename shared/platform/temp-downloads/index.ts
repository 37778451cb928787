export { type AskedFor, dropDownloadsOf, postgresTempDownloads, type TempDownloadStore, tempDownloadMigrations } from './temp-downloads.ts'
