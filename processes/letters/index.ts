export { type Letter, type LetterParts, oneLine, written } from './written.ts'
