import type { Edge } from './edge/call.ts'
import type { Gate } from './edge/gate.ts'
import type { Packs } from './pack/packs.ts'
import type { People } from './people.ts'
import type { PackHistory } from './replay/pack-history.ts'
import type { Services } from './services.ts'

/** Where work is taken only as far as there is a place for it. */
export interface Gates {
  /** Files that are checked, by address. */
  readonly checking: Gate
  /** Pictures that are read, by session. */
  readonly pictures: Gate
}

/** What every route file is given. */
export interface App {
  readonly edge: Edge
  readonly packs: Packs
  readonly services: Services
  readonly people: People
  readonly gates: Gates
  readonly moments: PackHistory
  /** Sockets of a session that ended are cut. */
  sessionEnded(session: string): void
}
