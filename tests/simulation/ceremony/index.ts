export { type Ceremony, openCeremony, savedAt } from './ceremony.ts'
export { hold } from './hold.ts'
export { COURSES, drawPlan, type Plan } from './plan.ts'
