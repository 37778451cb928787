import type { Json, JsonObject } from '#domain/kernel'

/** What a digest stands for. */
export interface SharedLeaf {
  readonly salt: string
  readonly value: Json
}

/** Values that many streams hold alike, each once under its digest, as long as one of them does. */
export interface SharedLeaves {
  /** The same for the same content, and nobody can make it who has only the content. */
  saltOf(content: JsonObject): string
  /** Before the stream holds them. */
  keep(stream: string, leaves: ReadonlyMap<string, SharedLeaf>): Promise<void>
  /** Those that are there, as they are stored now. One that was changed does not have its digest. */
  find(digests: readonly string[]): Promise<ReadonlyMap<string, SharedLeaf>>
  /** The stream is gone, and with it what no other one holds. */
  release(stream: string): Promise<void>
}
