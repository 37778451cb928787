import { isDeepStrictEqual } from 'node:util'
import { LIVE } from '#contract/live'
import type { Timers } from '#platform/ports'
import type { Caller } from '../edge/caller.ts'
import type { FindCaller } from '../edge/identify.ts'
import { problem } from '../edge/problem.ts'
import { type LiveSocket, mayWatchLists, roomsOfWorkspaces } from './live-socket.ts'
import { type PackRooms, refuse } from './pack-rooms.ts'
import type { Sockets } from './sockets.ts'

/** Another process finds a session that was ended here for a second more: after this nobody does. */
const SURELY_ENDED_MS = 1_500

export interface RightsOptions {
  readonly find: FindCaller
  readonly sockets: Sockets
  readonly timers: Timers
  rooms(): PackRooms
  trouble(error: unknown): void
}

/** Looks again at what connections may, when something happens that may have ended it. */
export interface Rights {
  /** Who this is now; null where their session is over: they got a message and are cut off. */
  stillThere(socket: LiveSocket): Promise<LiveSocket['data']['caller'] | null>
  /** How often rights may have changed so far. */
  changes(): number
  workspacesChanged(workspaces: ReadonlySet<string>): Promise<void>
  usersChanged(users: ReadonlySet<string>): Promise<void>
  /** They were deleted for good, or are another workspace's: who has no right to them now does not stay. */
  ofPacksChanged(packs: readonly string[]): Promise<void>
  refreshAll(): Promise<void>
  /** Looks again at this one. */
  refresh(socket: LiveSocket): Promise<void>
}

const workspacesOf = (caller: Caller) =>
  caller.as === 'account' ? [...caller.memberships, ...(caller.closed ?? [])] : caller.as === 'application' ? caller.memberships : []

/** What a page shows by the record of its account holder. */
const shownTo = (caller: Caller) =>
  caller.as === 'account'
    ? workspacesOf(caller).map(({ workspace, name, isAdmin, permissions }) => ({ workspace, name, isAdmin, permissions }))
    : []

export function rightsOf({ find, sockets, timers, rooms, trouble }: RightsOptions): Rights {
  let changes = 0
  let looks = 0

  async function stillThere(socket: LiveSocket) {
    const asked = ++looks
    const caller = await find(socket.data.token)
    if (caller && caller.as !== 'nobody') {
      // An answer that took longer than that to a later question is older.
      if (asked > (socket.data.asked ?? 0)) {
        if (!isDeepStrictEqual(shownTo(caller), shownTo(socket.data.caller))) socket.emit(LIVE.accountChanged, {})
        Object.assign(socket.data, { caller, asked })
      }
      return socket.data.caller
    }
    const { code, message } = problem('session-ended')
    refuse(socket, { document_key: null, account_key: null, code, message })
    socket.disconnect(true)
    return null
  }

  async function refresh(socket: LiveSocket): Promise<void> {
    if (!(await stillThere(socket))) return
    for (const [account_key, room] of roomsOfWorkspaces(socket)) {
      if (mayWatchLists(socket.data.caller, account_key, room)) continue
      void socket.leave(room)
      const { code, message } = problem('not-a-member')
      refuse(socket, { document_key: null, account_key, code, message })
    }
    await rooms().recheck([...socket.data.watching].map(([key, spot]) => ({ socket, key, spot })))
  }

  async function refreshThose(concerned: (socket: LiveSocket) => boolean): Promise<void> {
    changes += 1
    await Promise.all(sockets.all().filter(concerned).map(refresh))
  }
  const ofUsers =
    (users: ReadonlySet<string>) =>
    ({ data: { caller } }: LiveSocket) =>
      // An application may what its owner may.
      caller.as !== 'signer' && (users.has(caller.user) || (caller.as === 'account' && users.has(caller.support?.by ?? '')))

  return {
    stillThere,
    changes: () => changes,
    workspacesChanged: (workspaces) =>
      refreshThose(({ data: { caller } }) => workspacesOf(caller).some((one) => workspaces.has(one.workspace))),
    async usersChanged(users) {
      // A new password ends the sessions so far; so does any other event of a user.
      await refreshThose(ofUsers(users))
      if (sockets.all().some(ofUsers(users))) timers.after(SURELY_ENDED_MS, () => void refreshThose(ofUsers(users)).catch(trouble))
    },
    async ofPacksChanged(packs) {
      changes += 1
      await rooms().recheck(packs.flatMap(sockets.seatsIn))
    },
    refreshAll: () => refreshThose(() => true),
    refresh,
  }
}
