export { DryRun } from './DryRun.tsx'
export { Mapping } from './Mapping.tsx'
