import { MOST_KEPT, type Sent } from './outbox.ts'
import type { Pending } from './pending.ts'
import { isOfGroup } from './records.ts'
import { touchedBy } from './touched.ts'

type Made = Pick<Pending, 'command' | 'target' | 'at'>

/** Nothing waits that is older than what it is about, and what it is about waits for it. */
const MAKES = new Set<string>([
  'PlaceField',
  'AddNote',
  'AddSignatory',
  'AddSignerGroup',
  'AddCopyRecipient',
  'AddAppendix',
  'AddFormEntry',
])

/**
 * What of a change still counts, by its properties: what the same person made later, on another page of the same browser,
 * and what has gone out already, would only be undone by it.
 */
export function notSuperseded(change: Made, sent: Sent): readonly string[] {
  const touched = touchedBy(change.command)
  if (MAKES.has(change.command.do)) return touched
  return touched.filter((property) => (sent[nameOf(change, property)] ?? Number.NEGATIVE_INFINITY) <= change.at)
}

export function isSuperseded(change: Made, sent: Sent): boolean {
  return touchedBy(change.command).length > 0 && notSuperseded(change, sent).length === 0
}

/** The latest are kept, where they are too many. */
export function withChanges(sent: Sent, changes: readonly Made[]): Sent {
  const next: Record<string, number> = { ...sent }
  for (const change of changes) {
    if (MAKES.has(change.command.do)) continue
    for (const property of touchedBy(change.command)) {
      const name = nameOf(change, property)
      next[name] = Math.max(next[name] ?? change.at, change.at)
    }
  }
  const all = Object.entries(next)
  return all.length <= MOST_KEPT ? next : Object.fromEntries(all.sort(([, a], [, b]) => b - a).slice(0, MOST_KEPT))
}

/** A clock that was set back since makes all that is typed now look older than it is: what is yet to come says nothing. */
export function plausible(sent: Sent, now: number): Sent {
  return Object.fromEntries(Object.entries(sent).filter(([, at]) => at <= now))
}

function nameOf({ command, target }: Made, property: string): string {
  const part =
    'recipient' in command ? [command.recipient] : 'entry' in command ? [command.entry] : isOfGroup(command) ? [command.group] : []
  return [target.kind, target.key, ...part, property].join(' ')
}
