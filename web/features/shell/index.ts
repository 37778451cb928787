export { Nothing } from './Nothing.tsx'
export type { Place } from './Rail.tsx'
export { Shell } from './Shell.tsx'
export { useTroubles } from './troubles.ts'
