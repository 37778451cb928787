export { sendsOver } from './over-list.ts'
