import type { LifecycleEntry } from './catalog.ts'

/** A subscriber, by what they may do in the entry's workspace now. */
export interface LifecycleAudience {
  readonly permissions: ReadonlySet<string>
}

/** The entry as this audience may see it: which member did something is for those who may see the team. */
export function redactFor({ permissions }: LifecycleAudience, entry: LifecycleEntry): LifecycleEntry {
  if (permissions.has('can_view_teams') || !('by' in entry.data)) return entry
  return { ...entry, data: { ...entry.data, by: null } } as LifecycleEntry
}
