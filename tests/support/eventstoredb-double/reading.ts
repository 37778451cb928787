import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js'
import { checkpointMessage, eventBytes, identifierOf, nameOf } from './messages.ts'
import type { Kept, Store } from './store.ts'

type Req = InstanceType<typeof streams.ReadReq>
type Resp = InstanceType<typeof streams.ReadResp> | Buffer
type Call = ServerWritableStream<Req, Resp>
type Options = NonNullable<ReturnType<Req['getOptions']>>

const BACKWARDS = 1
/** Events that a subscription with a filter left out before it tells how far it has come. */
const CHECKPOINT_EVERY = 32

export function readOnce(call: Call, store: Store): void {
  const options = call.request.getOptions()!
  const count = Number(options.getCount())
  if (options.hasAll()) {
    for (const event of fromAll(options, store, count)) call.write(eventBytes(event))
    return void call.end()
  }
  const stream = nameOf(options.getStream()!.getStreamIdentifier())
  if (store.isTombstoned(stream)) {
    const metadata = new Metadata()
    metadata.set('exception', 'stream-deleted')
    metadata.set('stream-name', stream)
    call.emit('error', Object.assign(new Error('deleted'), { code: status.FAILED_PRECONDITION, details: 'deleted', metadata }))
    return
  }
  const events = store.read(stream)
  if (events.length === 0) {
    call.write(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream))))
    return void call.end()
  }
  const from = options.getStream()!.hasRevision() ? BigInt(options.getStream()!.getRevision()) : 0n
  for (const event of events.filter(({ revision }) => revision >= from).slice(0, count)) call.write(eventBytes(event))
  call.end()
}

/** The place asked for is itself given, unlike by a subscription. */
function fromAll(options: Options, { all }: Store, count: number): readonly Kept[] {
  const from = options.getAll()!
  const backwards = options.getReadDirection() === BACKWARDS
  const at = from.hasPosition() ? placeOf(all, BigInt(from.getPosition()!.getCommitPosition())) : backwards ? all.length : 0
  return backwards ? all.slice(Math.max(0, at - count), at).reverse() : all.slice(at, at + count)
}

/** Where the first event stands that is at this position or beyond. */
function placeOf(all: readonly Kept[], position: bigint): number {
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (all[middle]!.position < position) from = middle + 1
    else to = middle
  }
  return from
}

/** What the client's line takes before the server has to hold events, in bytes; and how many live events the server holds for a subscriber. */
const WINDOW = 64 * 1024
const MOST_HELD = 32

/**
 * A subscription to all streams: confirmation, what there is, that it has caught up (once), and then whatever comes. What there is comes as
 * fast as it is taken; of live events the server holds few, and then drops the subscriber.
 */
export class Follower {
  readonly call: Call
  readonly #store: Store
  readonly #wanted: RegExp
  #at: bigint
  #left = 0
  /** Sizes of the messages that the line has not taken yet. */
  readonly #unsent: number[] = []

  constructor(call: Call, store: Store) {
    this.call = call
    this.#store = store
    const options = call.request.getOptions()!
    const all = options.getAll()!
    this.#wanted = new RegExp(options.getFilter()?.getEventType()?.getRegex() || '')
    const end = store.all.at(-1)?.position ?? 0n
    this.#at = all.hasPosition() ? BigInt(all.getPosition()!.getCommitPosition()) : all.hasEnd() ? end : -1n
    call.write(
      new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())),
    )
    this.advance('everything')
    call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
  }
  /** False where the subscriber was too slow for live events: it is to be dropped. */
  advance(most: 'live' | 'everything' = 'live'): boolean {
    const { all } = this.#store
    for (const event of all.slice(all.findLastIndex(({ position }) => position <= this.#at) + 1)) {
      this.#at = event.position
      if (this.#wanted.test(event.type)) this.#send(eventBytes(event))
      else if (++this.#left % CHECKPOINT_EVERY === 0) this.call.write(checkpointMessage(event.position))
      if (most === 'live' && this.#held() > MOST_HELD) return false
    }
    return true
  }
  #send(message: Buffer): void {
    this.#unsent.push(message.length)
    this.call.write(message, () => void this.#unsent.shift())
  }
  #held(): number {
    let [bytes, onTheLine] = [0, 0]
    for (const size of this.#unsent) {
      bytes += size
      if (bytes > WINDOW) break
      onTheLine += 1
    }
    return this.#unsent.length - onTheLine
  }
}
export type { Call as ReadCall }
