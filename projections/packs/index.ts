export type { FoldDeps } from '#projections/folding'
export { foldPacks, isGone, type PackFolder, type Step } from './packs.ts'
