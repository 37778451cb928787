import type { Json } from '#domain/kernel'

/** What a stream's events up to a revision come to. */
export interface Snapshot {
  readonly revision: number
  /** Of the event at that revision. */
  readonly hash: string
  readonly body: Json
}

/**
 * Long streams as they were folded last, so that they need not be folded from their beginning. The log is the truth: a snapshot
 * may be lost, late, or older than another at any time, and its reader checks it against the log.
 */
export interface Snapshots {
  /** The newest there is; null where there is none that can be read here and now. Never fails. */
  find(stream: string): Promise<Snapshot | null>
  /** Kept unless something newer is there, or it cannot be kept. Never fails. */
  keep(stream: string, snapshot: Snapshot): Promise<void>
  /** Takes away what is kept of a stream. @throws where that cannot be done now */
  forget(stream: string): Promise<void>
}

export const NO_SNAPSHOTS: Snapshots = { find: async () => null, keep: async () => undefined, forget: async () => undefined }
