export { keepListening, type Listening } from './keep-listening.ts'
export { type Pauses, pausesOf } from './pauses.ts'
export type { Clock, Ids, Log, Random, Steady, Timers, World } from './ports.ts'
export { systemWorld } from './system.ts'
