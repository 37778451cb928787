export { removeTextUnder } from './remove.ts'
