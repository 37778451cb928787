export { createIntake, INTAKE_LIMITS } from './intake.ts'
export type * from './types.ts'
