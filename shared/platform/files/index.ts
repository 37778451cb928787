export {
  type FileContent,
  FileKeyTaken,
  type FileRow,
  type Files,
  FilesOfAnother,
  fileMigrations,
  imagesOfPack,
  postgresFiles,
  refuseFilesOfAnother,
} from './files.ts'
