import type { z } from 'zod'
import type { PackEvents, PackFresh, packEvents } from '#contract/live'
import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import { type Audience, pack as aggregate, type PackFact, type PackState, redact, viewChangesFor, viewDigest, viewFor } from '#domain/pack'
import { digestOf, openEvents } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import { streamOf } from '../pack/packs.ts'
import type { Services } from '../services.ts'

type Doors = Pick<Services, 'eventLog' | 'subjectKeys' | 'handler'>
type LiveEvent = z.infer<typeof packEvents>['events'][number]

/** Further behind than this, a fresh view is less than the events. */
const MOST_EVENTS = 1_000

export type News = { readonly kind: 'events'; readonly message: PackEvents } | { readonly kind: 'fresh'; readonly message: PackFresh }

/** Who is in the pack's room, and how they are told. */
export interface Room {
  audiences(): readonly Audience[]
  tell(audience: Audience, news: News): void
}

export interface Advanced {
  readonly state: PackState
  /** What happened. */
  readonly facts: readonly PackFact[]
}

/**
 * The fold of a pack that somebody watches. All its steps are taken one after the other, so that nobody who joins in
 * between misses an event or is told one twice.
 */
export interface WatchedPack {
  /** Tells the room what came, redacted once for each audience. Where nothing is handed over, it is read, to the end of the stream. */
  advance(came?: readonly StoredEvent[]): Promise<Advanced>
  /** The fold as it stands, reading nothing more. */
  now(): PackState
  /** Brings the room up to date, then hands over what somebody who has `revision` lacks: null for nothing. */
  join(audience: Audience, revision: number, enter: (news: News | null) => void): Promise<void>
}

export function watchedPack(doors: Doors, pack: string, room: Room): WatchedPack {
  const stream = streamOf(pack)
  let state: PackState = aggregate.initial
  let revision = -1
  let loaded = false
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const mine = turn.then(task)
    turn = mine.catch(() => undefined)
    return mine
  }

  /** Of what came, what is not folded yet; where something lies between, all that stands in the stream. */
  function beyond(came: readonly StoredEvent[]) {
    const next = came.filter((event) => event.revision > revision)
    const nothingBetween = came.length > 0 && next.every((event, at) => event.revision === revision + 1 + at)
    return nothingBetween ? [next] : pagesOf(doors.eventLog, stream, BigInt(revision) + 1n)
  }
  /** The events beyond what is folded, each with the state before it. */
  async function readOn(came: readonly StoredEvent[]): Promise<readonly Step[]> {
    const steps: Step[] = []
    for await (const page of beyond(came)) {
      for (const event of await openEvents(page, aggregate.codec, doors.subjectKeys)) {
        steps.push({ before: state, event })
        state = stepOn(state, event)
        revision = event.revision
      }
    }
    return steps
  }
  async function load(): Promise<void> {
    if (loaded) return
    ;({ state, revision } = await doors.handler.load(stream, aggregate))
    loaded = true
    // Whoever is in the room already was told by a fold that was let go of, up to where nobody knows.
    for (const audience of room.audiences()) room.tell(audience, fresh(audience))
  }
  const digestFor = (audience: Audience) => (audience.of === 'signatory' ? viewDigest(state, audience.signatory, digestOf) : null)
  const fresh = (audience: Audience): News => ({
    kind: 'fresh',
    message: { document_key: pack, revision, view: viewFor(state, audience), view_digest: digestFor(audience) },
  })
  const news = (steps: readonly Step[], audience: Audience): News => {
    const [first] = steps
    if (!first || steps.length > MOST_EVENTS || steps.some(({ before, event }) => viewChangesFor(before, event.fact, audience)))
      return fresh(audience)
    const events = steps.flatMap(({ before, event }) => told(before, event, audience))
    // Who is told nothing sees what they saw. Most of what one signer does is nothing to the others, and a digest the dearest part of saying so.
    const view_digest = events.length === 0 ? null : digestFor(audience)
    return { kind: 'events', message: { document_key: pack, from: first.event.revision, to: revision, events, view_digest } }
  }

  async function advance(came: readonly StoredEvent[] = []): Promise<Advanced> {
    await load()
    const steps = await readOn(came)
    if (steps.length > 0) for (const audience of room.audiences()) room.tell(audience, news(steps, audience))
    return { state, facts: steps.map(({ event }) => event.fact) }
  }

  return {
    advance: (came) => inTurn(() => advance(came)),
    now: () => state,
    join: (audience, known, enter) =>
      inTurn(async () => {
        await advance()
        if (known === revision) return enter(null)
        // Who knows more than there is speaks of a log that was replaced by an older copy.
        if (known < 0 || known > revision || revision - known > MOST_EVENTS) return enter(fresh(audience))
        enter(news(await stepsAfter(doors, pack, known, revision), audience))
      }),
  }
}

interface Step {
  readonly before: PackState
  readonly event: RecordedEvent<PackFact>
}

async function stepsAfter(doors: Doors, pack: string, known: number, until: number): Promise<readonly Step[]> {
  const steps: Step[] = []
  let state: PackState = aggregate.initial
  for (const event of await doors.handler.history(streamOf(pack), aggregate)) {
    if (event.revision > until) break
    if (event.revision > known) steps.push({ before: state, event })
    state = stepOn(state, event)
  }
  return steps
}

function stepOn(state: PackState, { fact, meta, revision }: RecordedEvent<PackFact>): PackState {
  return aggregate.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
}

function told(before: PackState, event: RecordedEvent<PackFact>, audience: Audience): LiveEvent[] {
  const seen = redact(before, event, audience)
  if (!seen) return []
  const { fact, meta, revision } = seen
  return [{ revision, type: fact.type, data: fact.data, time: meta.time, principal: meta.actor.principal }]
}
