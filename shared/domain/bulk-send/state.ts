import type { Filter } from '#domain/filters'
import { disclosed, type EvolveMeta, ownMap, type Private } from '#domain/kernel'
import type { BulkSendFact, BulkSendType, PauseReason, Pins, RowFailure } from './events.ts'
import { EMPTY_MAPPING, type Mapping } from './mapping.ts'

export type BulkSendStatus = 'setup' | 'active' | 'paused'

/** One activation. Rows that have a document keep it: a later run makes those that are missing. */
export interface Run {
  readonly number: number
  /** In whose name: who activated it, or took it over. */
  readonly user: string
  readonly report: string
  readonly pins: Pins
  readonly rows: number
  readonly since: string
}
export interface FailedRow {
  readonly row: number
  readonly because: RowFailure
  readonly refusal: string | null
  readonly at: string
}

export interface BulkSend {
  readonly exists: boolean
  readonly workspace: string
  readonly creator: string
  readonly description: Private<string>
  readonly type: BulkSendType
  readonly list: string | null
  readonly template: string | null
  readonly filter: Private<Filter>
  /** Rows that get no document, with the file that each came in. */
  readonly leftOut: ReadonlyMap<number, string>
  /** By template, so that undoing a choice loses nothing. */
  readonly mappings: ReadonlyMap<string, Private<Mapping>>
  readonly whenToRun: string | null
  readonly perHour: number | null
  readonly status: BulkSendStatus
  readonly pausedBecause: PauseReason | null
  readonly archived: boolean
  readonly run: Run | null
  readonly failed: ReadonlyMap<number, FailedRow>
  /** Who undid it; null: it was not undone. */
  readonly undone: string | null
  readonly reminded: string | null
  readonly created: string
  readonly updated: string
}

/** What is listed of it: of the rows that failed only how many. */
export type ListedBulkSend = Omit<BulkSend, 'exists' | 'mappings' | 'failed'> & { readonly failed: Pick<BulkSend['failed'], 'size'> }

export const initial: BulkSend = {
  exists: false,
  workspace: '',
  creator: '',
  description: '',
  type: 'create_and_send',
  list: null,
  template: null,
  filter: [],
  leftOut: new Map(),
  mappings: new Map(),
  whenToRun: null,
  perHour: null,
  status: 'setup',
  pausedBecause: null,
  archived: false,
  run: null,
  failed: new Map(),
  undone: null,
  reminded: null,
  created: '',
  updated: '',
}

export function evolve(before: BulkSend, fact: BulkSendFact, meta: EvolveMeta): BulkSend {
  const state: BulkSend = { ...before, updated: meta.time }
  switch (fact.type) {
    case 'BulkSendCreated': {
      const { workspace, creator, description } = fact.data
      return { ...state, exists: true, workspace, creator, description, created: meta.time }
    }
    case 'BulkSendDescribed':
      return { ...state, description: fact.data.description }
    case 'BulkSendTypeChosen':
      return { ...state, type: fact.data.type }
    case 'BulkSendListChosen':
      return { ...state, list: fact.data.list, leftOut: new Map() }
    case 'BulkSendTemplateChosen':
      return { ...state, template: fact.data.template }
    case 'BulkSendFilterChanged':
      return { ...state, filter: fact.data.filter }
    case 'BulkSendMappingChanged': {
      const { template, mapping } = fact.data
      return { ...state, mappings: ownMap(state.mappings, meta).set(template, mapping) }
    }
    case 'BulkSendRowLeftOut':
      return { ...state, leftOut: ownMap(state.leftOut, meta).set(fact.data.row, fact.data.import) }
    case 'BulkSendRowTakenIn': {
      const leftOut = ownMap(state.leftOut, meta)
      leftOut.delete(fact.data.row)
      return { ...state, leftOut }
    }
    case 'BulkSendScheduled':
      return { ...state, whenToRun: fact.data.at }
    case 'BulkSendLimited':
      return { ...state, perHour: fact.data.perHour }
    case 'BulkSendActivated': {
      const { run: number, ...run } = fact.data
      return { ...state, status: 'active', pausedBecause: null, run: { number, ...run, since: meta.time }, failed: new Map() }
    }
    case 'BulkSendPaused':
      return { ...state, status: 'paused', pausedBecause: fact.data.because }
    case 'BulkSendRowFailed':
      return { ...state, failed: ownMap(state.failed, meta).set(fact.data.row, { ...fact.data, at: meta.time }) }
    case 'BulkSendRowRetried': {
      const failed = ownMap(state.failed, meta)
      failed.delete(fact.data.row)
      return { ...state, failed }
    }
    case 'BulkSendRemindersRequested':
      return { ...state, reminded: meta.time }
    case 'BulkSendUndone':
      return { ...state, undone: fact.data.user }
    case 'BulkSendTakenOver':
      return { ...state, run: state.run && { ...state.run, user: fact.data.to } }
    case 'BulkSendDeleted':
      return { ...state, archived: true }
    case 'BulkSendRestored':
      return { ...state, archived: false }
    default:
      return fact satisfies never
  }
}

/** The mapping for the chosen template; empty before anything is mapped. */
export function mappingOf({ template, mappings }: Pick<BulkSend, 'template' | 'mappings'>): Mapping {
  return disclosed<Mapping, Mapping>((template === null ? undefined : mappings.get(template)) ?? EMPTY_MAPPING, EMPTY_MAPPING)
}

/** Documents of a bulk send, as the read model counts them. */
export interface DocumentCounts {
  readonly created: number
  readonly completed: number
  readonly awaiting: number
}
/** The counters that a screen shows. In setup nothing has been made yet, with any list. */
export function countersOf(
  { status, run, failed }: Pick<ListedBulkSend, 'status' | 'run' | 'failed'>,
  counts: DocumentCounts,
  matching: number,
) {
  if (status === 'setup') return { documents: matching, created: 0, completed: 0, awaiting: 0, failed: 0 }
  return { documents: run?.rows ?? matching, ...counts, failed: failed.size }
}

/** It makes documents in the name of this member, now or when its time has come. */
export const runsFor = ({ status, archived, run }: BulkSend, user: string): boolean =>
  status === 'active' && !archived && run?.user === user

/** Rows are left to be made of. `created` is how many documents it has made so far. */
export function isRunning({ status, archived, run, failed }: BulkSend, created: number): boolean {
  return status === 'active' && !archived && created + failed.size < (run?.rows ?? 0)
}

const REMIND_AFTER_MS = 2 * 86_400_000
const REMIND_AGAIN_MS = 60_000

/** Reminders go out for documents that were sent, two days after the last run at the earliest, and once a minute at most. */
export function mayRemind(
  { type, run, reminded, archived }: Pick<BulkSend, 'type' | 'run' | 'reminded' | 'archived'>,
  now: string,
): boolean {
  const passed = (since: string | null, ms: number) => since === null || Date.parse(now) - Date.parse(since) > ms
  return type === 'create_and_send' && !archived && run !== null && passed(run.since, REMIND_AFTER_MS) && passed(reminded, REMIND_AGAIN_MS)
}
