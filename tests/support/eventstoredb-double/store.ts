/** What the server keeps of an event. */
export interface Kept {
  readonly stream: string
  readonly revision: bigint
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly custom: Uint8Array
  readonly position: bigint
}
export type Proposed = Pick<Kept, 'id' | 'type' | 'contentType' | 'data' | 'custom'>
export type Expected = bigint | 'no_stream' | 'any' | 'stream_exists'
export type Appended =
  /** `position` is null where it says so without having written. */
  | { readonly outcome: 'written'; readonly revision: bigint; readonly position: bigint | null }
  | { readonly outcome: 'conflict'; readonly actual: bigint | null }
  | { readonly outcome: 'deleted' }
  | { readonly outcome: 'too-large' }

const TOMBSTONE = 2n ** 63n - 1n

/** Streams as EventStoreDB 23.10 was seen to keep them, its oddities included. */
export class Store {
  all: Kept[] = []
  /** Bytes of an append, as it comes; set by MaxAppendSize. */
  mostData = 1_048_576
  /** Up to here an answer was sent. */
  acknowledged = 0n
  readonly #tombstones = new Set<string>()
  readonly #softDeleted = new Map<string, bigint>()
  /** Forgotten at a restart: what is sent again without an expectation is then written again. */
  #recent = new Map<string, Kept>()
  #end = 0n

  isTombstoned = (stream: string) => this.#tombstones.has(stream)

  readonly #streams = new Map<string, Kept[]>()

  #ofStream(stream: string): readonly Kept[] {
    return this.#streams.get(stream) ?? []
  }
  /** What can be read of a stream. */
  read(stream: string): readonly Kept[] {
    const from = this.#softDeleted.get(stream)
    return from === undefined ? this.#ofStream(stream) : this.#ofStream(stream).filter(({ revision }) => revision > from)
  }

  append(stream: string, expected: Expected, proposed: readonly Proposed[]): Appended {
    if (this.#tombstones.has(stream)) return { outcome: 'deleted' }
    if (proposed.reduce((sum, { data }) => sum + data.length, 0) > this.mostData) return { outcome: 'too-large' }
    const stored = this.#ofStream(stream)
    const current = stored.at(-1)?.revision ?? -1n
    const visible = this.read(stream).at(-1)?.revision ?? null
    if (proposed.length === 0) return { outcome: 'written', revision: current, position: stored.at(-1)?.position ?? null }
    if (expected === 'any') {
      const known = proposed.map(({ id }) => this.#recent.get(`${stream} ${id}`))
      if (known.every((event) => event !== undefined)) return done(known.at(-1)!)
    } else if (expected === 'stream_exists') {
      if (visible === null) return { outcome: 'conflict', actual: null }
    } else {
      const wanted = expected === 'no_stream' ? -1n : expected
      const deleted = visible === null && current >= 0n
      // Only ids are compared, and only of what follows the expectation.
      const before = stored.slice(Number(wanted + 1n), Number(wanted + 1n) + proposed.length)
      const same = before.length === proposed.length && before.every(({ id }, at) => id === proposed[at]!.id)
      if (same) return deleted ? { outcome: 'written', revision: before.at(-1)!.revision, position: null } : done(before.at(-1)!)
      if (wanted !== current && !(deleted && wanted === -1n)) return { outcome: 'conflict', actual: visible }
    }
    let revision = current
    for (const event of proposed) {
      revision += 1n
      this.#write({ ...event, stream, revision })
    }
    return done(this.all.at(-1)!)
  }

  #write(event: Omit<Kept, 'position'>): void {
    // As in a file: places have gaps of the size of what stands there.
    this.#end += BigInt(100 + event.data.length + event.custom.length)
    const kept = { ...event, position: this.#end }
    this.#keep(kept)
    this.#recent.set(`${event.stream} ${event.id}`, kept)
  }
  #keep(kept: Kept): void {
    this.all.push(kept)
    if (kept.revision === TOMBSTONE) return
    const stored = this.#streams.get(kept.stream) ?? []
    stored.push(kept)
    this.#streams.set(kept.stream, stored)
  }
  /** An event of the server's own, as it writes them by itself now and then. */
  writeSystemEvent(stream = '$stats-127.0.0.1', type = '$statsCollected'): void {
    const revision = (this.#ofStream(stream).at(-1)?.revision ?? -1n) + 1n
    const bytes = Buffer.from('{}')
    this.#write({ stream, revision, id: crypto.randomUUID(), type, contentType: 'application/json', data: bytes, custom: new Uint8Array() })
  }

  softDelete(stream: string): Appended {
    const last = this.read(stream).at(-1)
    if (!last) return { outcome: 'conflict', actual: null }
    this.#softDeleted.set(stream, last.revision)
    this.writeSystemEvent(`$$${stream}`, '$metadata')
    return done(this.all.at(-1)!)
  }
  tombstone(stream: string, unborn: boolean): Appended {
    if (this.#tombstones.has(stream)) return { outcome: 'deleted' }
    const last = this.#ofStream(stream).at(-1)
    if (unborn && last) return { outcome: 'conflict', actual: last.revision }
    this.#tombstones.add(stream)
    const bytes = new Uint8Array()
    const type = '$streamDeleted'
    this.#write({ stream, revision: TOMBSTONE, id: crypto.randomUUID(), type, contentType: 'application/json', data: bytes, custom: bytes })
    return done(this.all.at(-1)!)
  }
  /** Starts again, without unacknowledged appends. */
  restart(loseUnacknowledged: boolean): void {
    const left = this.all.filter(({ position }) => !loseUnacknowledged || position <= this.acknowledged)
    this.all = []
    this.#streams.clear()
    for (const kept of left) this.#keep(kept)
    this.#end = this.all.at(-1)?.position ?? 0n
    this.#recent = new Map()
  }
}

const done = ({ revision, position }: Kept): Appended => ({ outcome: 'written', revision, position })
