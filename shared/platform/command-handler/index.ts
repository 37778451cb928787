export * from './command.ts'
export { type CommandHandlerOptions, commandHandler } from './handler.ts'
export { COMMAND_REFUSALS, type CommandRefusal } from './refusals.ts'
export type { Moment } from './tips.ts'
