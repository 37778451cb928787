export {
  type FileContent,
  FileKeyTaken,
  type FileRow,
  type Files,
  FilesOfAnother,
  fileMigrations,
  imagesOfPack,
  packsSharing,
  postgresFiles,
  refuseFilesOfAnother,
} from './files.ts'
