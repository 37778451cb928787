export { noteView } from './view-below.ts'
