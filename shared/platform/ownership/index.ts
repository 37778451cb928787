export { endFrozen, NAME_LOCK, NAMES_CLASS } from './frozen.ts'
export { type Owners, type Ownership, soleOwner } from './port.ts'
export { postgresOwners } from './postgres.ts'
export { ALWAYS_MINE, keepTurn, type Turn } from './turn.ts'
