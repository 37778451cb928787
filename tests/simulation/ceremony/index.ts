export { type Aspect, arrangedBy, arrangementOf } from './arrange.ts'
export { addressInTeam } from './belong.ts'
export {
  brokenPaperOf,
  type Ceremony,
  calledIn,
  documentOf,
  FILENAME,
  openCeremony,
  paperOf,
  reasonOf,
  savedAt,
  signsWith,
  stepsOf,
  wrongPaperOf,
} from './ceremony.ts'
export { fieldsToChoose } from './choosing.ts'
export { ANSWER } from './depending.ts'
export { hold } from './hold.ts'
export { isShared, keptOffPages, noteOf } from './notes.ts'
export { COURSES, drawPlan, type Plan } from './plan.ts'
export { proofsFor } from './proofs.ts'
export { type Setting, settingsOf, settledBy } from './settle.ts'
export { shownTo } from './shown.ts'
export { type Reader, supportingFor, supportingOf, wrongSupporting } from './supporting.ts'
export { namedAndRemoved } from './think-better.ts'
