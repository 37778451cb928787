export {
  type DecisionContext,
  type Declaration,
  type DeclaredAggregate,
  decideInTurn,
  defineAggregate,
  EVERYBODY,
  evolved,
  type Principal,
  type Rules,
  type Standing,
  userOfPrincipal,
} from './aggregate.ts'
export * from './canonical.ts'
export * from './decider.ts'
export { codecOf, type EventDefinition, event, type FactsOf, OWN_SUBJECT, sealed, sealedRows, shared, UnknownEvent } from './define.ts'
export * from './digest.ts'
export { MOST_DRAWN } from './drawing.ts'
export * from './event.ts'
export * from './ids.ts'
export * from './json.ts'
export * from './merkle.ts'
export { grouped, ownMap, ownSet } from './own-copy.ts'
export * from './private.ts'
export { MAX_APPEND_BYTES, utcOf } from './storable.ts'
export { capitalised, elided, folded, isBlank, isStorable, shortened, withoutFormat, withoutOverrides } from './text.ts'
