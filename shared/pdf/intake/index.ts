export { createIntake, INTAKE_LIMITS } from './intake.ts'
export { createJoining } from './joining.ts'
export { createPrintedValues } from './printed-values.ts'
export type * from './types.ts'
