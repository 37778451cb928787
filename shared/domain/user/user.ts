import { type DecisionContext, defineAggregate, EVERYBODY, type Principal } from '#domain/kernel'
import { decide, permits, type UserCommand } from './decide.ts'
import { EVENTS, type UserFact } from './events.ts'
import { USER_REFUSALS, type UserRefusalCode } from './refusals.ts'
import { evolve, initial, type UserState } from './state.ts'

export const user = defineAggregate<UserState, UserFact, UserCommand, Principal, DecisionContext, UserRefusalCode>({
  called: 'a user',
  streams: ['user-'],
  events: EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: USER_REFUSALS,
  keyedBy: 'user',
  erases: (fact) => (fact.type === 'ProfileErased' ? EVERYBODY : []),
})
export const { streamNameOf: streamOfUser, keyOf: userOfStream } = user
