import type { Edge } from './edge/call.ts'
import type { Packs } from './pack/packs.ts'
import type { People } from './people.ts'
import type { Services } from './services.ts'

/** What every route file is given. */
export interface App {
  readonly edge: Edge
  readonly packs: Packs
  readonly services: Services
  readonly people: People
  /** Sockets of a session that ended are cut. */
  sessionEnded(session: string): void
}
