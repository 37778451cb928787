import { defineAggregate, isWithheld } from '#domain/kernel'
import type { PackCommand } from './commands.ts'
import { type DecisionContext, decide } from './decide.ts'
import { EVENTS, type PackFact } from './events/index.ts'
import { evolve } from './evolve.ts'
import { initial } from './initial.ts'
import { permits } from './policy.ts'
import { PACK_REFUSALS, type PackRefusalCode } from './refusals.ts'
import type { PackState } from './state.ts'
import type { Who } from './who.ts'

export const pack = defineAggregate<PackState, PackFact, PackCommand, Who, DecisionContext, PackRefusalCode>({
  called: 'a pack',
  streams: ['pack-'],
  events: EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: PACK_REFUSALS,
  plain: true,
  erases: (fact) => (fact.type === 'PersonErased' ? fact.data.people : []),
  isGone: ({ name }) => isWithheld(name),
})
export const { codec, streamNameOf: streamOfPack, keyOf: packOfStream } = pack
