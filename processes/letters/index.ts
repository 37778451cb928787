export { type Letter, type LetterParts, oneLine, written } from '#contract/letter'
