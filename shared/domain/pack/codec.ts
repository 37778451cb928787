import { codecOf } from '#domain/kernel'
import { EVENTS, type PackFact } from './events/index.ts'

export const codec = codecOf<PackFact>(EVENTS, 'a pack')
