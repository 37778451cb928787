export {
  type FileContent,
  FileKeyTaken,
  type FileRow,
  type Files,
  FilesOfAnother,
  fileMigrations,
  imagesOfPack,
  type NewFile,
  type PostgresFiles,
  packsSharing,
  postgresFiles,
  refuseFilesOfAnother,
} from './files.ts'
export { type QuotaName, QuotaReached, type Quotas, type Upload } from './quotas.ts'
export { EXPIRED_WORDS, type UnattachedUpload, type UnusedUploads } from './unused.ts'
