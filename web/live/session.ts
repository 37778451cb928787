import type { PackCommand, PackState, Who } from '#domain/pack'
import type { SessionCalls } from './calls.ts'
import type { Confirmed } from './confirmed.ts'
import type { ConnectionState, openConnection, Presence, Progress, Whereabouts } from './connection.ts'
import type { History } from './history.ts'
import type { HistoryMemory } from './kept-history.ts'
import type { PackRefused } from './model.ts'
import type { Outbox } from './outbox.ts'
import type { Pace } from './pending.ts'
import type { Ended, Loss } from './saver.ts'
import type { Time } from './time.ts'
import type { SavedState } from './waiting.ts'

export interface PackSessionOptions {
  readonly documentKey: string
  readonly view: PackState
  readonly revision: number
  readonly viewDigest: string | null
  readonly audience: 'team' | { readonly signatory: string }
  /** `user:<key>` or `signatory:<uuid>`. */
  readonly principal: string
  readonly sessionToken?: string
  /** For asking the policy before showing a change; without it only the server does. */
  readonly who?: Who
  readonly defaultCountry?: string
  readonly undoDepth?: number
  /** A change was shown and then refused by the server or by what others did meanwhile; it is rolled back. */
  readonly onLost?: (loss: Loss) => void
  /** Undoing left something as it is, because somebody else has changed it since. */
  readonly onKept?: () => void
  /** The server serves this session no longer: the link was voided, the membership or the login ended. */
  readonly onEnded?: (ended: Ended) => void
}

/** What a session stands on: how it speaks with the server, where it keeps what waits, and its time. */
export interface SessionPorts {
  readonly calls: SessionCalls
  readonly outbox: Outbox
  readonly memory: HistoryMemory
  readonly connect: typeof openConnection
  readonly time: Time
  readonly newKey: () => string
  /** For looking into a problem. */
  warn(words: string): void
}

export interface PackStore {
  /** Confirmed and pending. One immutable value: compare its parts by identity. */
  view: PackState
  /** Of the confirmed state. */
  revision: number
  viewDigest: string | null
  connection: ConnectionState
  saved: SavedState
  /** What waits is kept in the browser too, so that a closed tab does not lose it. */
  guarded: boolean
  people: Presence
  /** Conversion and sealing of each child, while they run. */
  progress: Record<string, Progress>
  canUndo: boolean
  canRedo: boolean
}

export interface PackSession {
  readonly documentKey: string
  /** Of mobile numbers without a country code. */
  readonly defaultCountry: string
  readonly store: PackStore
  /** The view as it is now, for code outside components. */
  view(): PackState
  /** The server's state: the events up to a revision, and nothing else. */
  confirmed(): Confirmed
  /** Tells of every change of the view, at once. */
  subscribe(listener: () => void): () => void
  /** Shows a change at once and saves it. null: done, or nothing to do. */
  do(command: PackCommand, pace?: Pace): PackRefused | null
  /** Several as one step that can be undone; answers with the refused ones, the others are done. */
  step(commands: readonly PackCommand[]): readonly PackRefused[]
  readonly history: Pick<History, 'undo' | 'redo' | 'clear'>
  /** Resolves once what earlier pages left is taken over. */
  readonly inherited: Promise<void>
  /** Saves everything now; afterwards nothing is pending. Rejects with NotSaved. */
  flush(): Promise<void>
  /** Asks for the whole view again. */
  refetch(): Promise<void>
  /** Tells the others where this person is now; what is left out is as it was. */
  here(where: Partial<Whereabouts>): void
  close(): void
}
