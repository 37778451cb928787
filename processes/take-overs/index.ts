export { takeOversProcess } from './take-overs.ts'
