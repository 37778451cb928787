import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import { type Line, openLine } from '../line.ts'
import { gossipOf, type Membership, NO_LEADER, notLeader } from './gossip.ts'
import { answerOf, expectedOf, nameOf, proposedOf, refusal, timedOut, unreadable } from './messages.ts'
import { Follower, type ReadCall, readOnce } from './reading.ts'
import { type Appended, type Expected, type Proposed, Store } from './store.ts'

type BatchReq = InstanceType<typeof streams.BatchAppendReq>
type BatchCall = ServerDuplexStream<BatchReq, InstanceType<typeof streams.BatchAppendResp>>
type TombstoneCall = ServerUnaryCall<InstanceType<typeof streams.TombstoneReq>, InstanceType<typeof streams.TombstoneResp>>
type DeleteCall = ServerUnaryCall<InstanceType<typeof streams.DeleteReq>, InstanceType<typeof streams.DeleteResp>>

/**
 * What becomes of an append: cut before it is written, or after and before the answer; answered twice; refused in words that lack what they
 * are about; answered once `late` resolves.
 */
export type Fate = 'answer' | 'twice' | 'unreadable' | 'cut-before' | 'cut-after' | { readonly late: Promise<void> }
/** An append as it came over the line. */
export interface Attempt {
  readonly stream: string
  readonly expected: Expected
  readonly proposed: readonly Proposed[]
}

/** Speaks EventStoreDB's protocol as a real server was seen to, and does on demand what a real one does at the worst moment. */
export interface EventStoreDbDouble {
  readonly url: string
  readonly port: number
  readonly store: Store
  readonly line: Pick<Line, 'begun' | 'cut' | 'freeze' | 'thaw'>
  /** Every append that came. */
  readonly attempts: readonly Attempt[]
  /** Asked for each append. */
  fateOf: (attempt: Attempt) => Fate
  /** After how long one of two equal appends is answered that came while the other was still being written. */
  twinMs: number
  /** Subscribers that were too slow for what came. */
  readonly dropped: number
  /** Whether it says that it is not ready, as just after a start. */
  notReady: boolean
  readonly running: boolean
  /** Ends all subscriptions, as of consumers that are too slow. */
  dropSubscriptions(): void
  /** Leads no more: ends the subscriptions that asked for the leader. */
  resign(leader: number | null): void
  subscriptions(): number
  /** As by kill -9: lines break, and unacknowledged appends may be gone. */
  kill(): Promise<void>
  start(options?: { readonly loseUnacknowledged?: boolean }): Promise<void>
  close(): Promise<void>
}

const requiresLeader = ({ metadata }: { readonly metadata: Metadata }) => metadata.get('requires-leader')[0] === 'true'
const TOO_SLOW: ServiceError = Object.assign(new Error('too slow'), {
  code: status.ABORTED,
  details: 'Operation timed out: Consumer too slow to handle event while live.',
  metadata: new Metadata(),
})

const responseSerialize = (message: Buffer | InstanceType<typeof streams.ReadResp>) =>
  Buffer.isBuffer(message) ? message : Buffer.from(message.serializeBinary())

export interface NodeOptions {
  readonly store?: Store
  /** Null: a server alone. */
  readonly membership?: Membership | null
}

export async function eventStoreDbDouble({ store = new Store(), membership = null }: NodeOptions = {}): Promise<EventStoreDbDouble> {
  const line = await openLine()
  const attempts: Attempt[] = []
  const followers = new Set<Follower>()
  const writing = new Set<string>()
  let server: Server | null = null
  let dropped = 0

  const tell = () => {
    const slow = [...followers].filter((follower) => !follower.advance())
    dropped += slow.length
    drop(slow, TOO_SLOW)
  }
  /** Null where this node does what is asked: it leads, or the caller does not mind. */
  const refused = (call: { readonly metadata: Metadata }) => {
    const leads = !membership || membership.leader() === line.port
    return leads || !requiresLeader(call) ? null : notLeader(membership.leader())
  }
  const drop = (dropped: readonly Follower[], error: ServiceError) => {
    for (const follower of dropped) {
      followers.delete(follower)
      follower.call.emit('error', error)
    }
  }
  const failure = (text: string) => Object.assign(new Error(text), { code: status.UNKNOWN, details: text, metadata: new Metadata() })

  function batchAppend(call: BatchCall): void {
    const partial = new Map<string, { attempt: Attempt; proposed: Proposed[] }>()
    call.on('data', (request: BatchReq) => {
      const correlation = request.getCorrelationId()!.getString()
      const options = request.getOptions()
      if (options) {
        const proposed: Proposed[] = []
        const attempt = { stream: nameOf(options.getStreamIdentifier()), expected: expectedOf(options), proposed }
        partial.set(correlation, { attempt, proposed })
      }
      const begun = partial.get(correlation)!
      begun.proposed.push(...proposedOf(request))
      if (!request.getIsFinal()) return
      partial.delete(correlation)
      void settle(call, correlation, begun.attempt)
    })
    call.on('end', () => call.end())
    call.on('error', () => undefined)
  }
  async function settle(call: BatchCall, correlation: string, attempt: Attempt): Promise<void> {
    attempts.push(attempt)
    const { stream, expected, proposed } = attempt
    if (double.notReady) return void call.write(refusal(correlation, stream, 'Server Is Not Ready'))
    const elsewhere = refused(call)
    if (elsewhere?.message === NO_LEADER) return void call.write(refusal(correlation, stream, NO_LEADER))
    if (elsewhere) return void call.emit('error', elsewhere)
    const fate = double.fateOf(attempt)
    if (fate === 'cut-before') return line.cut()
    if (fate === 'unreadable') return void call.write(unreadable(correlation))
    const twin = [stream, expected, ...proposed.map(({ id }) => id)].join(' ')
    if (writing.has(twin)) {
      await new Promise((later) => setTimeout(later, double.twinMs).unref())
      if (call.writable) call.write(timedOut(correlation, stream))
      return
    }
    writing.add(twin)
    const done: Appended = store.append(stream, expected, proposed)
    tell()
    if (fate !== 'cut-after') await (typeof fate === 'object' ? fate.late : new Promise(setImmediate))
    writing.delete(twin)
    if (fate === 'cut-after') return line.cut()
    if (done.outcome === 'written' && done.position !== null && done.position > store.acknowledged) store.acknowledged = done.position
    const answer = answerOf({ correlation, stream, expected }, done)
    if (!call.writable) return
    call.write(answer)
    if (fate === 'twice') call.write(answer)
  }
  function read(call: ReadCall): void {
    if (double.notReady) return void call.emit('error', failure('Server Is Not Ready'))
    const elsewhere = refused(call)
    if (elsewhere) return void call.emit('error', elsewhere)
    if (!call.request.getOptions()!.hasSubscription()) return void readOnce(call, store)
    const follower = new Follower(call, store)
    followers.add(follower)
    const gone = () => followers.delete(follower)
    call.on('cancelled', gone).on('close', gone).on('error', gone)
  }
  function tombstone(call: TombstoneCall, answer: sendUnaryData<InstanceType<typeof streams.TombstoneResp>>): void {
    const elsewhere = refused(call)
    if (elsewhere) return void answer(elsewhere)
    const stream = nameOf(call.request.getOptions()!.getStreamIdentifier())
    const done = store.tombstone(stream, call.request.getOptions()!.hasNoStream())
    // A refusal says nothing of what others wrote.
    if (done.outcome !== 'conflict') {
      store.acknowledged = store.all.at(-1)!.position
      tell()
    }
    if (done.outcome === 'written') return void answer(null, new streams.TombstoneResp())
    const metadata = new Metadata()
    metadata.set('exception', done.outcome === 'conflict' ? 'wrong-expected-version' : 'stream-deleted')
    metadata.set('stream-name', stream)
    if (done.outcome === 'conflict') {
      metadata.set('expected-version', '-1')
      metadata.set('actual-version', String(done.actual ?? -1n))
    }
    answer(Object.assign(failure(done.outcome), { code: status.FAILED_PRECONDITION, metadata }))
  }
  function softDelete(call: DeleteCall, answer: sendUnaryData<InstanceType<typeof streams.DeleteResp>>): void {
    const stream = nameOf(call.request.getOptions()!.getStreamIdentifier())
    if (store.softDelete(stream).outcome === 'written') return void answer(null, new streams.DeleteResp())
    const metadata = new Metadata()
    metadata.set('exception', 'wrong-expected-version')
    metadata.set('stream-name', stream)
    metadata.set('expected-version', '-2')
    answer(Object.assign(failure('conflict'), { code: status.FAILED_PRECONDITION, metadata }))
  }
  function supported(_: unknown, answer: sendUnaryData<InstanceType<typeof features.SupportedMethods>>): void {
    if (double.notReady) return void answer(failure('Server Is Not Ready'))
    const methods = new features.SupportedMethods().setEventStoreServerVersion('23.10.6')
    for (const name of ['batchappend', 'read', 'append', 'delete', 'tombstone']) {
      methods.addMethods(new features.SupportedMethod().setServiceName('event_store.client.streams.Streams').setMethodName(name))
    }
    answer(null, methods)
  }

  const double: EventStoreDbDouble = {
    url: `esdb://127.0.0.1:${line.port}?tls=false`,
    port: line.port,
    store,
    line,
    attempts,
    fateOf: () => 'answer',
    twinMs: 2_000,
    notReady: false,
    get dropped() {
      return dropped
    },
    get running() {
      return server !== null
    },
    subscriptions: () => followers.size,
    dropSubscriptions: () => drop([...followers], TOO_SLOW),
    resign: (leader) =>
      drop(
        [...followers].filter(({ call }) => requiresLeader(call)),
        notLeader(leader),
      ),
    async kill() {
      line.to(null)
      line.cut()
      followers.clear()
      writing.clear()
      server?.forceShutdown()
      server = null
    },
    async start({ loseUnacknowledged = false } = {}) {
      if (!membership) store.restart(loseUnacknowledged)
      const fresh = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
      fresh.addService(
        { ...streamsGrpc.StreamsService, read: { ...streamsGrpc.StreamsService.read, responseSerialize } },
        { batchAppend, read, tombstone, delete: softDelete },
      )
      if (membership) fresh.addService(gossipGrpc.GossipService, gossipOf(membership))
      fresh.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported })
      const port = await new Promise<number>((bound, failed) =>
        fresh.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, at) => (error ? failed(error) : bound(at))),
      )
      server = fresh
      line.to(port)
    },
    async close() {
      await double.kill()
      await line.close()
    },
  }
  await double.start()
  return double
}
