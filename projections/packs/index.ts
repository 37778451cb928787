export { type FoldDeps, foldPacks, isGone, type PackFolder, type Step } from './fold.ts'
