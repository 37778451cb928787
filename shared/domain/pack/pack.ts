import { defineAggregate, isWithheld } from '#domain/kernel'
import { EVENTS, type PackFact } from './events/index.ts'
import { evolve } from './evolve.ts'
import { initial } from './initial.ts'
import type { PackState } from './state.ts'

export const pack = defineAggregate<PackState, PackFact>({
  called: 'a pack',
  streams: ['pack-'],
  events: EVENTS,
  initial,
  evolve,
  plain: true,
  isGone: ({ name }) => isWithheld(name),
})
export const { codec, streamOf: streamOfPack, keyOf: packOfStream } = pack
