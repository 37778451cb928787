export { type FileContent, FileKeyTaken, type FileRow, type Files, fileMigrations, postgresFiles } from './files.ts'
