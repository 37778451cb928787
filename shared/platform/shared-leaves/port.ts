import type { Json } from '#domain/kernel'

/** What a digest stands for. */
export interface SharedLeaf {
  readonly salt: string
  readonly value: Json
}

/** Values that many streams hold alike, each once under its digest, as long as one of them does. */
export interface SharedLeaves {
  /** With a salt that is the same for the same content, and that nobody can make who has only the content. */
  salted<T extends object>(content: T): T & { readonly salt: string }
  /** Before the stream holds them. */
  keep(stream: string, leaves: ReadonlyMap<string, SharedLeaf>): Promise<void>
  /** Those that are there, as they are stored now. One that was changed does not have its digest. */
  find(digests: readonly string[]): Promise<ReadonlyMap<string, SharedLeaf>>
  /** The stream is gone, and with it what no other one holds. */
  release(stream: string): Promise<void>
}
