export { FieldLayer } from './FieldLayer.tsx'
export { SigningApp } from './SigningApp.tsx'
export { stepsOf } from './steps.ts'
