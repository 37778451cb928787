import { type Aggregate, isWithheld } from '#domain/kernel'
import { codec } from './codec.ts'
import type { PackFact } from './events/index.ts'
import { evolve } from './evolve.ts'
import { initial } from './initial.ts'
import type { PackState } from './state.ts'

export const pack = {
  initial,
  evolve,
  codec,
  plain: true,
  isGone: ({ name }) => isWithheld(name),
} as const satisfies Aggregate<PackState, PackFact>
