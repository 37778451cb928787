import type { PackState } from '#domain/pack'
import type { RetentionSettings } from './state.ts'

const DAY = 86_400_000
/** So long before its deletion a document is announced, whatever the setting says by then. */
export const NOTICE_MS = 7 * DAY
/** A pack restored so close to its day, or after it, is postponed first: its deletion may be decided at this moment. */
export const LAST_HOUR_MS = 3_600_000

export interface Due {
  /** Unix time in milliseconds. */
  readonly at: number
  readonly because: 'retention' | 'trash'
  /** What it is counted from: when it ended, or was put into the trash. */
  readonly since: string
}

/**
 * When a pack is deleted for good by its workspace's setting; null: not by itself. Where finished documents are kept for years, the
 * trash does not shorten them: what must be kept is kept there too.
 */
export function dueOf(state: PackState, { years, trashDays }: Pick<RetentionSettings, 'years' | 'trashDays'>): Due | null {
  const ended = state.kind === 'document' ? endOf(state) : null
  if (years !== null && ended !== null) return { at: yearsAfter(ended, years), because: 'retention', since: ended }
  if (trashDays === null || state.trashed === null) return null
  return { at: Date.parse(state.trashed) + trashDays * DAY, because: 'trash', since: state.trashed }
}

function endOf({ completed, status, updated }: PackState): string | null {
  return completed ?? (status === 'rejected' ? updated : null)
}

export function yearsAfter(iso: string, years: number): number {
  const date = new Date(iso)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.getTime()
}
