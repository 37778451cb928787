import type { JsonObject } from '#domain/kernel'

/** A kind of documents, and by which fields they are asked for: an index belongs with the query that needs it. */
export interface Kind {
  /** Letters and strokes below: part of names in the database. */
  readonly name: string
  /** Each a list of fields, asked for by equality from the left and then in order. A new one is made at the next opening. */
  readonly indexes: readonly (readonly string[])[]
}

/** A document of a read model. `seen` is how much of the log it knows of: the revision of the last event that made it. */
export interface Document<T extends JsonObject = JsonObject> {
  readonly id: string
  readonly seen: number
  readonly body: T
}

export type Scalar = string | number | boolean
export interface Question {
  /** Fields of the body, each with the one value it must have. */
  readonly where: Readonly<Record<string, Scalar>>
  /** One field's values above a bound, exclusive. Numbers, or texts of one form such as times in ISO 8601: others are ordered differently by different servers. */
  readonly above?: { readonly field: string; readonly value: string | number }
  readonly order: string
  readonly descending?: boolean
  readonly limit: number
}

/** Documents of one kind. Every adapter passes tests/conformance/documents. */
export interface Documents<T extends JsonObject> {
  /**
   * Keeps each unless the one that is there has seen as much: what comes twice, late or from a stopped owner changes nothing.
   * Several in one call are kept one by one; a crash may leave some, and the same call again leaves all.
   */
  put(documents: readonly Document<T>[]): Promise<void>
  get(id: string): Promise<Document<T> | null>
  find(question: Question): Promise<readonly Document<T>[]>
  /** All that have these values; answers how many there were. */
  remove(where: Question['where']): Promise<number>
}

export interface DocumentStore {
  /** Makes what is missing: table, collection, indexes. */
  open<T extends JsonObject>(kind: Kind): Promise<Documents<T>>
  /** Takes a kind away with all its documents. */
  drop(name: string): Promise<void>
  kinds(): Promise<readonly string[]>
}
