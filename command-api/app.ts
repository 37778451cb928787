import type { Edge } from './edge/call.ts'
import type { Packs } from './pack/packs.ts'
import type { People } from './people.ts'
import type { PackHistory } from './replay/pack-history.ts'
import type { Services } from './services.ts'

/**
 * What routes are mounted on. `Names`: the services of the program that they use; `Own`: those that a topic opens. Routes that need
 * a service they did not name do not compile.
 */
export interface App<Names extends keyof Services = never, Own = unknown> {
  readonly edge: Edge
  readonly packs: Packs
  readonly people: People
  readonly moments: PackHistory
  readonly services: Pick<Services, Names> & Own
  /** Sockets of a session that ended are cut. */
  sessionEnded(session: string): void
}
