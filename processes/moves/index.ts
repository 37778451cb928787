export { movesProcess } from './moves.ts'
