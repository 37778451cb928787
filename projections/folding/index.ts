export { type FoldDeps, type Folder, foldStreams, type Step } from './fold.ts'
