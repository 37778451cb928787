import { type Aggregate, type EventMeta, type Fact, isRefused, type RecordedEvent, type StoredEvent } from '#domain/kernel'
import { encodeEvent, OWN_SUBJECT, rememberedUnder, subjectsOf } from '#platform/event-codec'
import { type EventLog, RevisionConflict, StreamRemoved } from '#platform/event-log'
import type { World } from '#platform/ports'
import { NO_SNAPSHOTS, type Snapshots } from '#platform/snapshots'
import { SubjectErased, type SubjectKey, type SubjectKeys } from '#platform/subject-keys'
import { appendSurely } from './append-surely.ts'
import { type Command, type CommandHandler, type Done, NoLongerAdmitted, type Outcome, RequestAbandoned, requestTag } from './command.ts'
import { storedStates } from './stored-states.ts'
import { streamHeadsOf } from './stream-heads.ts'
import { streamReader } from './stream-reader.ts'
import { createTurns, pausing } from './turns.ts'
import { type Folded, foldOn, warmStates } from './warm.ts'

export interface CommandHandlerOptions {
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly world: Pick<World, 'clock' | 'ids' | 'random' | 'timers'>
  /** How many streams' states stay in memory. */
  readonly warmStreams?: number
  /** Of long streams, for a process that does not have them in memory. */
  readonly snapshots?: Snapshots
  /** After how many events a state is kept again. */
  readonly keptEvery?: number
  /** Resolves when all has come that comes at the same moment; left out, nothing is waited for. */
  readonly gathered?: () => Promise<void>
}

/** A command gives up after losing this many races in a row. */
const RIVALS = 16

export function commandHandler(options: CommandHandlerOptions): CommandHandler {
  const { log, keys, world, warmStreams = 1_000 } = options
  const states = warmStates(warmStreams)
  keys.onDestroyed(states.forget)
  const remembered = rememberedUnder(keys)
  const tips = streamHeadsOf(log, () => states.forget(null), options.gathered)
  const kept = storedStates(log, options.snapshots ?? NO_SNAPSHOTS, options.keptEvery)
  const reader = streamReader(log, keys, states, tips, kept)
  const inTurn = createTurns()
  const afterRace = pausing(world, 2, 100)
  const afterUnknown = pausing(world, 25, 2_000)
  const time = () => new Date(world.clock.now()).toISOString()

  async function carryOut<S, E extends Fact, C extends string>(command: Command<S, E, C>): Promise<Outcome<S, E, C>> {
    const { stream, aggregate } = command
    const ticket = states.ticket()
    let warm = reader.warm(stream, aggregate)
    // A decision on events is proven by its append; any other answer is given only after a look at the stream's end.
    let looked = warm === undefined
    warm ??= await reader.catchUp(ticket, stream, aggregate)
    for (let lost = 0; lost < RIVALS; ) {
      const verdict = await judge(command, warm)
      if (!Array.isArray(verdict)) {
        if (looked) return verdict as Outcome<S, E, C>
        const seen: number = warm.revision
        warm = (await reader.current(stream, aggregate)) ?? (await reader.catchUp(ticket, stream, aggregate, warm))
        looked = true
        if (warm.revision === seen) return verdict as Outcome<S, E, C>
        continue
      }
      try {
        return await write(ticket, command, warm, verdict as readonly E[])
      } catch (error) {
        if (error instanceof SubjectErased || error instanceof StreamRemoved) return { refused: 'subject-erased' }
        if (!(error instanceof RevisionConflict)) throw error
      }
      await afterRace(lost)
      lost += 1
      warm = await reader.catchUp(ticket, stream, aggregate, warm)
      looked = true
    }
    return { refused: 'too-many-rivals' }
  }

  /** The facts to append, or the answer where there are none. */
  async function judge<S, E extends Fact, C extends string>(
    command: Command<S, E, C>,
    now: Folded<S>,
  ): Promise<readonly E[] | Outcome<S, E, C>> {
    const { idempotency } = command
    const use = idempotency && now.keys.get(idempotency.id)
    if (use) {
      const key = await keys.existing(command.stream, OWN_SUBJECT)
      if (key === null) return { refused: 'subject-erased' }
      const sameRequest = use.digest === requestTag(key, idempotency.digest) || use.digest === idempotency.digest
      if (!sameRequest || use.principal !== command.origin.actor.principal) return { refused: 'idempotency-key-reused' }
      const events = await reader.events(command.stream, command.aggregate, use.first, use.last)
      return { ok: true, revision: use.last, position: null, state: now.state, events, repeated: true }
    }
    if (command.origin.isWaitedFor?.() === false) throw new RequestAbandoned()
    const decision = command.decide(now.state, now.revision, time())
    if (isRefused(decision) || decision.length > 0) return decision
    return { ok: true, revision: now.revision, position: null, state: now.state, events: [], repeated: false }
  }

  async function write<S, E extends Fact, C extends string>(
    ticket: number,
    command: Command<S, E, C>,
    now: Folded<S>,
    facts: readonly E[],
  ): Promise<Done<S, E>> {
    const { stream, aggregate } = command
    const sealing = remembered.ticket()
    const untagged = metaOf(command, time())
    const keyOf = await keysFor(stream, aggregate, facts, untagged)
    const meta = taggedUnder(keyOf, untagged)
    await command.beforeAppend?.(facts)
    if ((await command.origin.isAdmitted?.()) === false) throw new NoLongerAdmitted()
    const stored: StoredEvent[] = []
    const events: RecordedEvent<E>[] = []
    let prev = now.hash
    for (const fact of facts) {
      const revision = now.revision + 1 + stored.length
      const event = encodeEvent({ id: world.ids.next(), stream, revision, prev, fact, meta }, aggregate.codec, keyOf, world.random)
      const recorded = { id: event.id, stream, revision, fact, meta, hash: event.hash }
      stored.push(event)
      events.push(recorded)
      // Before it is appended: readers hear of it before the append is answered.
      remembered.put(sealing, event, recorded)
      prev = event.hash
    }
    const mark = tips.mark()
    const { position } = await appendSurely(log, stream, BigInt(now.revision), stored, afterUnknown)
    const folded = kept.keep(stream, aggregate, foldOn(now, aggregate, events, mark))
    states.put(ticket, stream, aggregate, folded)
    return { ok: true, revision: folded.revision, position, state: folded.state, events, repeated: false }
  }

  async function keysFor<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>, facts: readonly E[], meta: EventMeta) {
    const subjects = new Set(meta.key ? [OWN_SUBJECT] : [])
    for (const fact of facts) for (const subject of subjectsOf(fact, meta, aggregate.codec)) subjects.add(subject)
    const found = await keys.keysFor(Array.from(subjects, (subject) => ({ stream, subject })))
    return (subject: string): SubjectKey => found(stream, subject)!
  }

  return {
    handle: (command) => inTurn(command.stream, () => carryOut(command)),
    now: time,
    moment: tips.moment,
    async load(stream, aggregate, { atLeast, since } = {}) {
      const ticket = states.ticket()
      const warm = reader.warm(stream, aggregate)
      const enough = warm && atLeast !== undefined && warm.revision >= atLeast
      const now = enough ? warm : ((await reader.current(stream, aggregate, since)) ?? (await reader.catchUp(ticket, stream, aggregate)))
      return { state: now.state, revision: now.revision }
    },
    history: (stream, aggregate) => reader.events(stream, aggregate, 0, Number.POSITIVE_INFINITY),
  }
}

function metaOf({ origin, idempotency }: Pick<Command<unknown, Fact, string>, 'origin' | 'idempotency'>, time: string): EventMeta {
  const { actor, correlation, causation, address, agent, reason } = origin
  return {
    time,
    actor,
    correlation,
    causation,
    ...(idempotency ? { key: idempotency } : {}),
    ...(address === undefined ? {} : { address }),
    ...(agent === undefined ? {} : { agent }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function taggedUnder(keyOf: (subject: string) => SubjectKey, meta: EventMeta): EventMeta {
  return meta.key ? { ...meta, key: { id: meta.key.id, digest: requestTag(keyOf(OWN_SUBJECT), meta.key.digest) } } : meta
}
