export { type FileContent, FileKeyTaken, type FileRow, type Files, fileMigrations, imagesOfPack, postgresFiles } from './files.ts'
