export { createIntake, INTAKE_LIMITS } from './intake.ts'
export { createPrintedValues } from './printed-values.ts'
export type * from './types.ts'
