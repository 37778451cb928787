import type { Readable } from 'node:stream'

/** First and last byte, both inclusive, as in HTTP. `end` may lie behind the last byte. */
export interface Range {
  readonly start: number
  readonly end?: number
}

export interface BlobContent {
  /** Size of the whole, whatever the range. */
  readonly size: number
  readonly start: number
  readonly end: number
  /** Must be read to its end or destroyed: it holds an open file. */
  readonly stream: Readable
}

/** Bytes that are safely written, but stand under no digest yet. Exactly one of the two must be called. */
export interface Staged {
  readonly digest: string
  readonly size: number
  /** Makes the bytes visible under their digest, durably. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/**
 * Immutable bytes by their SHA-256 (base64url). What `commit` or `put` has answered survives a power cut; what they have
 * not is invisible. Knows nothing of owners: that is `#platform/files`.
 */
export interface Blobs {
  /** @throws TooLarge, NoSpace; then nothing is left behind */
  stage(content: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<Staged>
  /** `stage` and `commit` in one. The same bytes again change nothing. */
  put(content: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<{ digest: string; size: number }>
  /** Null where nothing has this digest. @throws OutsideBlob */
  open(digest: string, range?: Range): Promise<BlobContent | null>
  has(digest: string): Promise<boolean>
  /** Removing what is not there is no error. */
  remove(digest: string): Promise<void>
  /** Every digest there is, in no order. */
  list(): AsyncIterable<string>
  /** Removes what crashes left behind. Only while nothing is being written: at the start. Answers how much. */
  sweep(): Promise<number>
}

/** The disk, or our share of it, is full. Nothing was stored. */
export class NoSpace extends Error {
  constructor(options?: ErrorOptions) {
    super('There is no space left for files.', options)
    this.name = 'NoSpace'
  }
}

/** More bytes came than allowed. Nothing was stored. */
export class TooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes.`)
    this.name = 'TooLarge'
    this.maxBytes = maxBytes
  }
}

/** The range begins behind the end. */
export class OutsideBlob extends Error {
  readonly size: number
  constructor(size: number) {
    super(`The range lies outside the ${size} bytes there are.`)
    this.name = 'OutsideBlob'
    this.size = size
  }
}

/** The bytes a range names among `size`. @throws OutsideBlob */
export function bounded(size: number, range: Range | undefined): { start: number; end: number } {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size - 1, size - 1)
  if (range && (start < 0 || start >= size || end < start)) throw new OutsideBlob(size)
  return { start, end }
}
