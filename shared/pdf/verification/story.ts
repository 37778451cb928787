import { disclosed, type EventMeta, type Json, type JsonObject, type RecordedEvent, UnknownEvent } from '#domain/kernel'
import { auditWords, codec, evolve, finalValueOf, initial, leftOutWords, liveFields, type PackFact, type PackState } from '#domain/pack'
import { type AttachedEvent, eventNumber, isRight } from './history.ts'
import type { Problem, ReportedEvent, ReportedLeftOut, ReportedSigner } from './report.ts'
import { atOnce, isStep, type Steps } from './steps.ts'

export interface Story {
  readonly events: readonly ReportedEvent[]
  readonly signers: readonly ReportedSigner[]
  readonly leftOut: readonly ReportedLeftOut[]
  /** What the history says of the file: its document's name, and the digests of its pages as stamped. */
  readonly document: {
    readonly key: string
    readonly name: string
    readonly pages: readonly string[]
    /** How many of the pages were added to show the seal and the history. */
    readonly added: { readonly seal: number; readonly audit: number }
    readonly stamped: string
  } | null
  /** The first event of a kind that this version does not know. Later ones cannot be shown either. */
  readonly unknown: string | null
  readonly problems: readonly Problem[]
}

/** What the events tell, by the very functions that the product runs on. */
export const storyOf = (history: readonly AttachedEvent[], document?: string): Story => atOnce(tellStory(history, document))

/** The same, with a pause now and then; tells what share is done. `of`: the document that the file is; else the one stamped last. */
export function* tellStory(history: readonly AttachedEvent[], of?: string): Steps<Story> {
  let state: PackState = initial
  const events: ReportedEvent[] = []
  const completed = new Map<string, { readonly meta: EventMeta; readonly consent: string; readonly view: string }>()
  const leftOut = new Map<string, LeftOutFact['data']>()
  const problems: Problem[] = []
  let readable = true
  let unknown: string | null = null
  for (const [at, event] of history.entries()) {
    const found = readable ? recordedOf(event) : null
    if (found === 'unknown') unknown = eventNumber(event.revision)
    const recorded = found === 'unknown' ? null : found
    if (recorded) {
      try {
        const { fact, meta, revision } = recorded
        state = evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
        if (fact.type === 'SignatoryCompleted')
          completed.set(fact.data.signatory, { meta, consent: fact.data.consent, view: fact.data.view })
        if (fact.type === 'RevertedToSetup') completed.clear()
        if (fact.type === 'FieldsLeftOut') leftOut.set(fact.data.document, fact.data)
      } catch {
        readable = false
      }
    } else readable = false
    events.push(reportedEvent(event, at, recorded, state))
    if (isStep(at)) yield at / history.length
  }
  const last = history.at(-1)
  const document = of ?? String(last?.data.document)
  if (!readable && unknown === null && history.length > 0)
    problems.push({
      code: 'event',
      where: eventNumber(events.length - 1),
      message: 'The history tells something that this version does not know.',
    })
  if (last && last.type !== 'DocumentStamped')
    problems.push({
      code: 'event-missing',
      where: eventNumber(last.revision + 1),
      message: 'The history does not end with the stamping of the pages: its end was left out.',
    })
  return {
    events,
    signers: readable ? signersOf(state, document, completed) : [],
    leftOut: readable ? leftOutOf(state, leftOut.get(document)) : [],
    document: documentOf(state, last, readable),
    unknown,
    problems,
  }
}

type LeftOutFact = Extract<PackFact, { readonly type: 'FieldsLeftOut' }>

function leftOutOf(state: PackState, data: LeftOutFact['data'] | undefined): readonly ReportedLeftOut[] {
  if (!data) return []
  const found = [...leftOutWords(data, state)].sort(({ field: a }, { field: b }) => a.page - b.page || a.y - b.y || a.x - b.x)
  return found.map(({ field: { type, page }, name, words }) => ({ type, page: page + 1, field: name, words }))
}

function recordedOf(event: AttachedEvent): RecordedEvent<PackFact> | 'unknown' | null {
  try {
    let opened: { data: JsonObject; meta: JsonObject } = { data: event.data, meta: event.meta }
    for (const disclosure of event.disclosed ?? []) {
      if (isRight(event, disclosure)) opened = withValue(opened, disclosure[0], disclosure[2]) as typeof opened
    }
    const { id, stream, revision, type, version, hash } = event
    const meta = opened.meta as unknown as EventMeta
    if (typeof meta.time !== 'string' || typeof meta.actor?.principal !== 'string') return null
    return { id, stream, revision, fact: codec.upcast(type, version, opened.data), meta, hash }
  } catch (error) {
    return error instanceof UnknownEvent ? 'unknown' : null
  }
}

function reportedEvent(event: AttachedEvent, at: number, recorded: RecordedEvent<PackFact> | null, state: PackState): ReportedEvent {
  const time = typeof event.meta.time === 'string' ? event.meta.time : ''
  const words = recorded ? auditWords(recorded.fact, state, recorded.meta.actor.principal) : 'something that cannot be read'
  return { number: at + 1, type: event.type, time, who: recorded ? whoOf(recorded, state) : '', words, hash: event.hash }
}

function whoOf({ meta: { actor } }: RecordedEvent, state: PackState): string {
  const [kind = '', id = ''] = actor.principal.split(':')
  if (kind === 'signatory') {
    const signatory = state.signatories.find(({ uuid }) => uuid === id)
    return (signatory && disclosed(signatory.name, '')) || 'A signatory'
  }
  if (actor.onBehalfOf !== undefined) return 'Support, on behalf of the sender’s team'
  return kind === 'user' ? 'The sender’s team' : kind === 'application' ? 'An application' : 'Paraph'
}

function signersOf(
  state: PackState,
  document: string,
  completed: ReadonlyMap<string, { readonly meta: EventMeta; readonly consent: string; readonly view: string }>,
): ReportedSigner[] {
  const fields = liveFields(state).filter((field) => field.document === document && finalValueOf(state, field) !== null)
  return state.signatories.flatMap((signatory) => {
    const done = completed.get(signatory.uuid)
    if (!done || signatory.status !== 'complete') return []
    const { meta, consent, view } = done
    return [
      {
        signatory: signatory.uuid,
        name: disclosed(signatory.name, ''),
        completed: meta.time,
        proof: meta.actor.proof ?? '',
        capacity: meta.actor.capacity,
        consent,
        view,
        fields: fields.filter(({ filledBy }) => filledBy === signatory.uuid).map(({ type, page }) => ({ type, page: page + 1 })),
      },
    ]
  })
}

function documentOf(state: PackState, last: AttachedEvent | undefined, readable: boolean): Story['document'] {
  if (last?.type !== 'DocumentStamped') return null
  const { document, pages } = last.data
  if (typeof document !== 'string' || !Array.isArray(pages)) return null
  const child = state.documents.find(({ key }) => key === document)
  const stamped = typeof last.meta.time === 'string' ? last.meta.time : ''
  const added = (readable && child?.evidencePages) || { seal: 0, audit: 0 }
  return { key: document, name: readable && child ? disclosed(child.name, '') : '', pages: pages as string[], added, stamped }
}

function withValue(root: Json, path: readonly (string | number)[], value: Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return value
  const copy = (Array.isArray(root) ? [...root] : { ...(root as JsonObject) }) as Record<string | number, Json>
  copy[step] = withValue(copy[step]!, rest, value)
  return copy as unknown as Json
}
