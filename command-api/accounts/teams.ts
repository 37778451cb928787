import { type Memberships, memberships } from './members.ts'
import { type Moves, moves } from './moves.ts'
import type { AccountParts } from './parts.ts'
import { type Retention, retention } from './retention.ts'
import { accountStreams } from './streams.ts'
import { type Workspaces, workspaces } from './workspaces.ts'

/** All that is done to workspaces. A caller takes only the topic it needs. */
export type Members = Memberships & Retention & Moves & Workspaces

export function createMembers({ handler, tokenKey, world }: Pick<AccountParts, 'handler' | 'tokenKey' | 'world'>): Members {
  const streams = accountStreams(handler, tokenKey)
  return { ...memberships(streams, world), ...retention(streams), ...moves(streams), ...workspaces(streams, world) }
}
