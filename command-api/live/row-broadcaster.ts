import { LIVE, type WatchRows } from '#contract/live'
import { BULK_SEND, keyOfBulkSend } from '#domain/bulk-send'
import { workspaceOfContacts } from '#domain/contacts'
import type { StoredEvent } from '#domain/kernel'
import { type PackFactType, packOfStream } from '#domain/pack'
import { workspaceOfRecipientLists } from '#domain/recipient-lists'
import { CHANGES_RIGHTS, type WorkspaceFact, workspaceOfStream } from '#domain/workspace'
import type { KeyIndex } from '#platform/key-index'
import type { Timers } from '#platform/ports'
import type { Queries } from '#projections'
import { NAMING_EVENTS } from '#projections/contacts'
import { isRowsRoom, roomsOfWorkspaces, rowsRoom } from './live-socket.ts'
import type { Sockets } from './sockets.ts'

/** An import of thousands is announced a few times. */
const GATHER_MS = 200
/** The rows of the documents are far behind: it is looked again whose they are. */
const AGAIN_MS = 1_000
const NAMES_SOMEBODY: ReadonlySet<string> = new Set(NAMING_EVENTS)
const OF_MEMBERS: ReadonlySet<string> = new Set<WorkspaceFact['type']>(['MemberAdded', 'MemberRemoved'])

export interface RowBroadcasterOptions {
  readonly queries: Pick<Queries, 'rowsOf'>
  readonly keyIndex: Pick<KeyIndex, 'find'>
  readonly timers: Timers
  readonly sockets: Pick<Sockets, 'all' | 'inRoom'>
  trouble(error: unknown): void
}
export interface RowBroadcaster {
  /** An event came, of any stream. */
  onEvent(event: Pick<StoredEvent, 'stream' | 'type' | 'data'>): void
  stop(): void
}

/** Notifies viewers of a workspace's contacts, recipient lists, bulk sends or members that some changed. The rows they ask for wait until the change is in them. */
export function rowBroadcaster({ queries, keyIndex, timers, sockets, trouble }: RowBroadcasterOptions): RowBroadcaster {
  let workspaces = new Set<string>()
  let withLists = new Set<string>()
  /** Bulk sends whose workspace is still to be found. */
  let bulkSends = new Set<string>()
  /** Workspaces whose members may do other things now, or are others. */
  let withRights = new Set<string>()
  /** Documents whose workspace is still to be found. */
  let packs = new Set<string>()
  let cancel: (() => void) | null = null
  let stopped = false

  const isWatched = () => sockets.all().some((socket) => roomsOfWorkspaces(socket).some(([, room]) => isRowsRoom(room)))
  const soon = (ms: number) => {
    if (!stopped) cancel ??= timers.after(ms, () => void tellAll().catch(trouble))
  }
  const send = (message: WatchRows) => {
    for (const socket of sockets.inRoom(rowsRoom(message))) socket.emit(LIVE.rowsChanged, message)
  }
  async function tellAll(): Promise<void> {
    cancel = null
    const [known, asked, changed, sends, ofRights] = [workspaces, packs, withLists, bulkSends, withRights]
    workspaces = new Set()
    withLists = new Set()
    bulkSends = new Set()
    withRights = new Set()
    packs = new Set()
    if (!isWatched()) return
    const rows = asked.size === 0 ? [] : await queries.rowsOf([...asked]).catch(() => null)
    if (rows === null) {
      for (const pack of asked) packs.add(pack)
      soon(AGAIN_MS)
    }
    for (const account_key of new Set([...known, ...(rows ?? []).map((row) => row.account_key)])) send({ account_key, list: 'contacts' })
    for (const account_key of changed) send({ account_key, list: 'recipient_lists' })
    const entries = await Promise.all([...sends].map((key) => keyIndex.find(key, BULK_SEND)))
    for (const account_key of new Set(entries.flatMap((entry) => entry?.pack ?? []))) send({ account_key, list: 'bulk_sends' })
    for (const account_key of ofRights) send({ account_key, list: 'members' })
  }
  return {
    onEvent({ stream, type, data }) {
      const [book, workspace, pack] = [workspaceOfContacts(stream), workspaceOfStream(stream), packOfStream(stream)]
      const [lists, bulkSend] = [workspaceOfRecipientLists(stream), keyOfBulkSend(stream)]
      if (book !== null) workspaces.add(book)
      else if (lists !== null) withLists.add(lists)
      else if (bulkSend !== null) bulkSends.add(bulkSend)
      else if (workspace !== null && CHANGES_RIGHTS.has(type)) {
        withRights.add(workspace)
        if (OF_MEMBERS.has(type)) workspaces.add(workspace)
      } else if (pack !== null && type === ('PackMoved' satisfies PackFactType)) {
        for (const side of [data.from, data.to]) workspaces.add(String(side))
      } else if (pack !== null && NAMES_SOMEBODY.has(type)) packs.add(pack)
      else return
      soon(GATHER_MS)
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
