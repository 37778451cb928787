export { type FoldDeps, foldPacks, PACK_STREAMS, type PackFolder, packOfStream, type Step, streamOfPack } from './fold.ts'
