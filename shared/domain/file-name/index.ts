export { isExecutableName } from './executable.ts'
export { MOST_FILE_NAME, safeFileName, shortenedFileName } from './safe.ts'
