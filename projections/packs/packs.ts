import { pack as aggregate, type PackFact, type PackState } from '#domain/pack'
import { type FoldDeps, type Folder, foldStreams, type Step as StepOf } from '#projections/folding'

/** One event with the pack as it was before and after it. */
export type Step = StepOf<PackState, PackFact>

export type PackFolder = Folder<PackState, PackFact>

export const foldPacks = (deps: FoldDeps): PackFolder => foldStreams(aggregate, deps)

/** Its own key was destroyed: it is gone for good, and so is everything that could be read of it. */
export const isGone = (steps: readonly Step[]): boolean => steps.some(({ after }) => aggregate.isGone(after))
