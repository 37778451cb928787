export { type FoldDeps, foldPacks, isGone, PACK_STREAMS, type PackFolder, packOfStream, type Step, streamOfPack } from './fold.ts'
