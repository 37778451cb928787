export { answersGoTo, type Correspondent, type Letter, type LetterParts, oneLine, written } from '#contract/letter'
export { type OwnerDeps, ownerOf } from './owner.ts'
