export { followColourScheme } from './colour-scheme.ts'
export { VerifyApp } from './VerifyApp.tsx'
