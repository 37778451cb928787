import type { Socket } from 'socket.io'
import type { WatchRows } from '#contract/live'
import type { Audience } from '#domain/pack'
import type { Permission } from '#domain/workspace'
import type { Caller } from '../edge/caller.ts'
import type { PackAccess } from '../pack/packs.ts'

/** A pack as somebody watches it. Not its state: a thousand connections would hold a thousand of them. */
export type WatchedAccess = Pick<PackAccess, 'pack' | 'audience' | 'who' | 'finished'>

/** What the gateway knows of a connection. */
export interface ConnectionState {
  readonly token: string
  caller: Exclude<Caller, { as: 'nobody' }>
  /** Which look it was that found them as that; left out: the one when they connected. */
  asked?: number
  /** The packs it is in the rooms of, by the keys it asked for. */
  readonly watching: Map<string, WatchedAccess>
  /** The room it is entering: that counts, and a room left meanwhile is not entered. */
  readonly entering: Set<{ readonly key: string }>
}
type Listeners = Record<string, (...args: never[]) => void>
export type LiveSocket = Socket<Listeners, Record<string, (message: unknown) => void>, object, ConnectionState>

export const packRoom = (pack: string) => `pack ${pack}`
export const audienceRoom = (pack: string, audience: Audience) =>
  `pack ${pack} ${audience.of === 'signatory' ? `signatory ${audience.signatory}` : audience.of}`
export const listRoom = (workspace: string) => `list ${workspace}`
const ROWS = 'rows '
export const rowsRoom = ({ list, account_key }: WatchRows) => `${ROWS}${list} ${account_key}`
export const isRowsRoom = (room: string) => room.startsWith(ROWS)
/** The rooms of workspaces that a connection is in, by the workspace's key. */
export const roomsOfWorkspaces = (socket: LiveSocket): readonly (readonly [workspace: string, room: string])[] =>
  [...socket.rooms].flatMap((room) => {
    const [, workspace] = /^(?:list|rows \w+) (.+)$/.exec(room) ?? []
    return workspace === undefined ? [] : [[workspace, room] as const]
  })

/** What a member needs for a list beyond their membership. */
const NEEDS: Readonly<Partial<Record<WatchRows['list'], Permission>>> = {
  recipient_lists: 'can_view_bulk_sends',
  bulk_sends: 'can_view_bulk_sends',
  members: 'can_view_teams',
}
/** Documents and contacts of a workspace are for every member of it. */
export function mayWatchLists(caller: ConnectionState['caller'], workspace: string, room: string): boolean {
  if (caller.as === 'signer') return false
  const needs = Object.entries(NEEDS).find(([list]) => room.startsWith(`${ROWS}${list} `))?.[1]
  return caller.memberships.some((one) => one.workspace === workspace && (needs === undefined || one.permissions.has(needs)))
}
