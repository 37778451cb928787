import type { KeyObject } from 'node:crypto'

/** A 256-bit key under which one subject's leaves in one stream are sealed. Opaque, so that no log line can hold it. */
export type SubjectKey = KeyObject
/** Whose key it is, and in which stream. */
export interface KeyName {
  readonly stream: string
  readonly subject: string
}
/** Keys that were looked up: null where there is none (never made, or destroyed). */
export type KeyLookup = (stream: string, subject: string) => SubjectKey | null

/**
 * The keys of the sealed leaves. They live outside the log, wrapped by the installation's master key; destroying one
 * makes every copy of the values it sealed unreadable for ever.
 */
export interface SubjectKeys {
  /** The subject's key, made where there was none yet. @throws SubjectErased after `destroy`: a key never comes back */
  keyFor(stream: string, subject: string): Promise<SubjectKey>
  /** Many at once, each made where there was none yet. @throws SubjectErased */
  keysFor(wanted: readonly KeyName[]): Promise<KeyLookup>
  /** The subject's key, or null where there is none or it was destroyed. */
  existing(stream: string, subject: string): Promise<SubjectKey | null>
  /** Many at once, for readers of many events. */
  existingAll(wanted: readonly KeyName[]): Promise<KeyLookup>
  /** The same as they are stored now: not from memory, where a key may still be that was destroyed elsewhere a moment ago. */
  storedAll(wanted: readonly KeyName[]): Promise<KeyLookup>
  /** All keys of a stream by their subjects, as they are stored now too; null where one of them was destroyed. */
  allOf(stream: string): Promise<ReadonlyMap<string, SubjectKey> | null>
  destroy(stream: string, subject: string): Promise<void>
  /** Destroys every key of the stream and refuses to make others there. */
  destroyAll(stream: string): Promise<void>
  /** Makes holders of opened values in memory drop this stream's, wherever the key was destroyed; null: those of all streams. */
  onDestroyed(forget: (stream: string | null) => void): () => void
  close(): Promise<void>
}

export class SubjectErased extends Error {
  constructor(stream: string, subject: string) {
    super(`the key of ${subject} in ${stream} was destroyed`)
    this.name = 'SubjectErased'
  }
}
