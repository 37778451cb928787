import type { z } from 'zod'
import type { PackEvents, PackFresh, PackStale, packEvents } from '#contract/live'
import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import {
  type Audience,
  pack as aggregate,
  type PackFact,
  type PackState,
  redact,
  streamOfPack,
  viewChangesFor,
  viewDigest,
  viewFor,
} from '#domain/pack'
import { digestOf, openEvents } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import { fitsOneMessage } from '../pack/view-parts.ts'
import type { Services } from '../services.ts'

type Doors = Pick<Services, 'eventLog' | 'subjectKeys' | 'handler'>
type LiveEvent = z.infer<typeof packEvents>['events'][number]

/** Further behind than this, a fresh view is less than the events. */
const MOST_EVENTS = 1_000

export type PackMessage =
  | { readonly kind: 'events'; readonly message: PackEvents }
  | { readonly kind: 'fresh'; readonly message: PackFresh }
  | { readonly kind: 'stale'; readonly message: PackStale }

/** As many together never come of one request, which holds a megabyte at most. */
const MANY_EVENTS = 100

/** On a connection slower than its pushes a message of any size would never arrive: it comes by HTTP, in parts. */
function sendable(news: PackMessage): PackMessage {
  const mayBeLarge = news.kind === 'fresh' || (news.kind === 'events' && news.message.events.length > MANY_EVENTS)
  if (!mayBeLarge || fitsOneMessage(news.message)) return news
  const { document_key } = news.message
  return { kind: 'stale', message: { document_key, revision: news.kind === 'fresh' ? news.message.revision : news.message.to } }
}

/** What may end a signer's right to look. */
const ENDING: ReadonlySet<PackFact['type']> = new Set([
  'SigningLinksVoided',
  'SigningLinkTakenBack',
  'RevertedToSetup',
  'PackTrashed',
  'RequestsExpired',
] satisfies PackFact['type'][])

export interface PackRoom {
  audiences(): readonly Audience[]
  tell(audience: Audience, news: PackMessage): void
  /** The latest push may have ended somebody's right to be here: they see nothing of later events. */
  ended(facts: readonly PackFact[], state: PackState): void
  /** Nobody saw the cause of this: check who is here before the next push. */
  lookAgain(state: PackState): Promise<void>
}

/**
 * The fold of a pack that somebody watches. All its steps are taken one after the other, so that a viewer who joins
 * in between misses no event and gets none twice.
 */
export interface WatchedPack {
  /** Sends the new events to the room, redacted once for each audience. Without given events it reads them, to the end of the stream. */
  advance(came?: readonly StoredEvent[]): Promise<PackState>
  /** The fold as it stands, reading nothing more. */
  now(): PackState
  /**
   * Brings the room up to date, then returns what a viewer at `revision` lacks: null for nothing.
   * `admit` says whether they may be here, as the pack is then.
   */
  join(
    audience: Audience,
    revision: number,
    admit: (state: PackState) => Promise<boolean>,
    enter: (news: PackMessage | null) => void,
  ): Promise<void>
}

export function watchedPack(doors: Doors, pack: string, room: PackRoom): WatchedPack {
  const stream = streamOfPack(pack)
  let state: PackState = aggregate.initial
  let revision = -1
  let loaded = false
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const mine = turn.then(task)
    turn = mine.catch(() => undefined)
    return mine
  }

  /** The new events that are not folded yet; after a gap, all that stand in the stream. */
  function beyond(came: readonly StoredEvent[]) {
    const next = came.filter((event) => event.revision > revision)
    const nothingBetween = came.length > 0 && next.every((event, at) => event.revision === revision + 1 + at)
    return nothingBetween ? [next] : pagesOf(doors.eventLog, stream, BigInt(revision) + 1n)
  }
  /** Folds the new events together, pushes them, and removes viewers whose right they ended. */
  function pass(act: readonly RecordedEvent<PackFact>[]): void {
    const steps = act.map((event): Step => {
      const before = state
      state = stepOn(state, event)
      revision = event.revision
      return { before, event }
    })
    for (const audience of room.audiences()) room.tell(audience, news(steps, audience))
    const facts = act.map(({ fact }) => fact)
    if (facts.some(({ type }) => ENDING.has(type))) room.ended(facts, state)
  }
  async function load(): Promise<void> {
    if (loaded) return
    ;({ state, revision } = await doors.handler.load(stream, aggregate))
    // Viewers in the room already were served by a fold that is gone, up to an unknown revision.
    await room.lookAgain(state)
    loaded = true
    for (const audience of room.audiences()) room.tell(audience, fresh(audience))
  }
  const digestFor = (audience: Audience) => (audience.of === 'signatory' ? viewDigest(state, audience.signatory, digestOf) : null)
  const fresh = (audience: Audience): PackMessage =>
    sendable({
      kind: 'fresh',
      message: { document_key: pack, revision, view: viewFor(state, audience), view_digest: digestFor(audience) },
    })
  const news = (steps: readonly Step[], audience: Audience): PackMessage => {
    const [first] = steps
    if (!first || steps.length > MOST_EVENTS || steps.some(({ before, event }) => viewChangesFor(before, event.fact, audience)))
      return fresh(audience)
    const events = steps.flatMap(({ before, event }) => eventsFor(before, event, audience))
    // A viewer who gets nothing sees the same as before. Most of one signer's events do not concern the others, and a digest is the dearest part of a push.
    const view_digest = events.length === 0 ? null : digestFor(audience)
    return sendable({ kind: 'events', message: { document_key: pack, from: first.event.revision, to: revision, events, view_digest } })
  }

  async function advance(came: readonly StoredEvent[] = []): Promise<PackState> {
    await load()
    for await (const page of beyond(came)) {
      for (const act of actsOf(await openEvents(page, aggregate.codec, doors.subjectKeys))) pass(act)
    }
    return state
  }

  return {
    advance: (came) => inTurn(() => advance(came)),
    now: () => state,
    join: (audience, known, admit, enter) =>
      inTurn(async () => {
        await advance()
        if (!(await admit(state))) return
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

/** In pieces that end where a viewer's right may; events of one request are never split by that. */
function actsOf(events: readonly RecordedEvent<PackFact>[]): readonly (readonly RecordedEvent<PackFact>[])[] {
  const acts: RecordedEvent<PackFact>[][] = []
  let mayEnd = true
  for (const [at, event] of events.entries()) {
    if (mayEnd && event.meta.causation !== events[at - 1]?.meta.causation) {
      acts.push([])
      mayEnd = false
    }
    acts.at(-1)!.push(event)
    mayEnd ||= ENDING.has(event.fact.type)
  }
  return acts
}

async function stepsAfter(doors: Doors, pack: string, known: number, until: number): Promise<readonly Step[]> {
  const steps: Step[] = []
  let state: PackState = aggregate.initial
  for (const event of await doors.handler.history(streamOfPack(pack), aggregate)) {
    if (event.revision > until) break
    if (event.revision > known) steps.push({ before: state, event })
    state = stepOn(state, event)
  }
  return steps
}

function stepOn(state: PackState, { fact, meta, revision }: RecordedEvent<PackFact>): PackState {
  return aggregate.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
}

function eventsFor(before: PackState, event: RecordedEvent<PackFact>, audience: Audience): LiveEvent[] {
  const seen = redact(before, event, audience)
  if (!seen) return []
  const { fact, meta, revision } = seen
  return [{ revision, type: fact.type, data: fact.data, time: meta.time, principal: meta.actor.principal }]
}
