export { answersGoTo, type Correspondent, type Letter, type LetterParts, oneLine, written } from '#contract/letter'
