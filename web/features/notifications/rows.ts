import type { NotificationRecord } from '#contract/notifications'

/** Newest first, as the server pages them. */
const later = (a: NotificationRecord, b: NotificationRecord) => b.date_created.localeCompare(a.date_created) || b.key.localeCompare(a.key)

/**
 * What is held, with what changed. A row from before the last one that is held is left for when somebody asks for earlier
 * ones: taken in now it would hide that others before it are missing.
 */
export function merged(
  held: readonly NotificationRecord[],
  changed: readonly NotificationRecord[],
  isAll: boolean,
): readonly NotificationRecord[] {
  const rows = new Map(held.map((row) => [row.key, row]))
  const last = held.at(-1)
  for (const row of changed) {
    if (isAll || rows.has(row.key) || (last && later(row, last) < 0)) rows.set(row.key, row)
  }
  return [...rows.values()].sort(later)
}

export const withoutGone = (held: readonly NotificationRecord[], gone: string): readonly NotificationRecord[] =>
  held.filter(({ related_key, account_key }) => related_key !== gone && account_key !== gone)

/** The newest change that is held, by which the next question is asked. */
export const newestOf = (held: readonly NotificationRecord[]): string | undefined =>
  held.reduce<string | undefined>((newest, { date_updated }) => (newest && newest > date_updated ? newest : date_updated), undefined)

export const unreadIn = (held: readonly NotificationRecord[]): number => held.filter(({ read }) => !read).length
