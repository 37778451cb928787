import { AUDIT_TOPICS, type AuditFilter } from '#contract/audit-trail'
import type { AuditRecord } from '#contract/documents'
import { capitalised } from '#domain/kernel'
import { topicOf } from '#domain/pack'

/** A person's action, once or several times with nothing between: typing is saved at each pause. */
export interface Line {
  readonly newest: AuditRecord
  readonly first: AuditRecord
  readonly times: number
}
/** A day of the trail, newest first. */
export interface Day {
  readonly day: string
  readonly lines: readonly Line[]
}

/** A record's sentence: with its actor in front, or alone where it has a subject of its own. */
export function sentenceOf({ who, words }: AuditRecord): { readonly who: string | null; readonly words: string } {
  if (!/^(an?|the|it|sealing of|“)[\s“]/.test(words) && !words.startsWith('“')) return { who, words }
  return { who: null, words: capitalised(words) }
}

/** Each record is shown once, in any order of arrival. */
export function joined(known: readonly AuditRecord[], more: readonly AuditRecord[]): readonly AuditRecord[] {
  const there = new Set(known.map(({ revision }) => revision))
  const added = more.filter(({ revision }) => !there.has(revision))
  return added.length === 0 ? known : [...known, ...added].sort((a, b) => a.revision - b.revision)
}

/** From the first request on: how the document was prepared matters to few. */
export function sinceSent(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const sent = records.findIndex(({ code }) => code === 'SignaturesRequested')
  return sent < 0 ? records : records.slice(sent)
}

/** The topics that these records are of, in the specification's order. */
export function topicsIn(records: readonly AuditRecord[]): readonly (typeof AUDIT_TOPICS)[number][] {
  const there = new Set<string>(records.map(({ code }) => topicOf(code)))
  return AUDIT_TOPICS.filter((topic) => there.has(topic))
}

/** Who acted, by first appearance. */
export function actorsIn(records: readonly AuditRecord[]): readonly { readonly principal: string; readonly name: string }[] {
  return [...new Map(records.map(({ principal, who }) => [principal, { principal, name: who }])).values()]
}

export const exportUrl = (document: string, format: 'csv' | 'pdf', { topic, who }: AuditFilter): string =>
  `/app/audit_trail/${document}/export?${new URLSearchParams({ format, ...(topic ? { topic } : {}), ...(who ? { who } : {}) })}`

/** @param dayOf the calendar day of a moment, where the reader is */
export function byDay(records: readonly AuditRecord[], dayOf: (iso: string) => string): readonly Day[] {
  const days = Map.groupBy([...records].reverse(), ({ date_created }) => dayOf(date_created))
  return [...days].map(([day, of]) => ({ day, lines: linesOf(of) }))
}

/** @param records newest first */
function linesOf(records: readonly AuditRecord[]): readonly Line[] {
  const lines: Line[] = []
  for (const record of records) {
    const last = lines.at(-1)
    if (last && isRepeated(last.first, record)) lines[lines.length - 1] = { ...last, first: record, times: last.times + 1 }
    else lines.push({ newest: record, first: record, times: 1 })
  }
  return lines
}

const ALIKE = ['principal', 'capacity', 'words', 'address', 'agent'] as const
/** After a longer pause it counts as a new action: when somebody came back is worth a line. */
const PAUSE_MS = 5 * 60_000
const isRepeated = (later: AuditRecord, earlier: AuditRecord): boolean =>
  ALIKE.every((what) => later[what] === earlier[what]) && Date.parse(later.date_created) - Date.parse(earlier.date_created) <= PAUSE_MS
