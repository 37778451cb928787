import type { PackCommand } from '#domain/pack'
import { POLL, SAVE } from './limits.ts'
import { movesOnly, names, type Pending, sortOf, type TargetKind, takesAway } from './pending.ts'

/** What saving has been through so far. Plain data, so that the rules below need no timer to be tested. */
export interface SaveState {
  /** The call on its way, retries included; null: none. There is never more than one. */
  readonly busy: { readonly kind: TargetKind; readonly keys: readonly string[] } | null
  /** Somebody waits for everything to be saved, since then. */
  readonly forcedAt: number | null
  /** Signatories whose save came due while a call of theirs was on its way, and when. */
  readonly foundBusy: Readonly<Record<string, number>>
}

export const NOTHING_SAVED: SaveState = { busy: null, forcedAt: null, foundBusy: {} }

export type SaveStep =
  | { readonly step: 'idle' }
  | { readonly step: 'wait'; readonly until: number }
  /** A signatory's save is due while one of theirs is on its way: it is looked at again later. */
  | { readonly step: 'collide'; readonly key: string }
  | { readonly step: 'send'; readonly kind: TargetKind; readonly keys: readonly string[]; readonly changes: readonly Pending[] }

/** The next thing to do with the changes that no answer has come for. */
export function nextStep(pending: readonly Pending[], save: SaveState, now: number): SaveStep {
  const waiting = pending.filter((change) => change.acknowledged === null && !change.sent)
  const groups = groupsOf(waiting)
  if (save.busy) return whileBusy(groups, save, now)
  if (groups.length === 0) return { step: 'idle' }
  const due = Math.min(...groups.map((group) => dueAt(group, save)))
  return due > now ? { step: 'wait', until: due } : send(groups, waiting, save, now)
}

/** How long a call that failed for want of a connection waits before it goes out again, the same as before. */
export function retryDelay(kind: TargetKind, failures: number): number {
  if (kind === 'signatory') return SAVE.signatoryBackoff * failures
  return Math.min(SAVE.retry * 2 ** (failures - 1), SAVE.retryAtMost)
}

/**
 * How long a poll that got no answer waits. After a restart of the server everybody asks again: the sooner the server is
 * there the sooner they know, but not all of them at once.
 * @param chance between 0 and 1
 */
export function pollRetry(failures: number, usual: number, chance: number): number {
  return Math.min(usual, POLL.retry * 2 ** Math.min(failures - 1, 10)) * (0.5 + chance / 2)
}

interface Group {
  /** Its place in the order in which calls go out; see `rank`. */
  readonly rank: number
  readonly kind: TargetKind
  readonly key: string
  readonly changes: readonly Pending[]
  /** Those of them that go out first, in one record. */
  readonly next: readonly Pending[]
}

function whileBusy(groups: readonly Group[], save: SaveState, now: number): SaveStep {
  const mine = groups.find((g) => g.kind === 'signatory' && save.busy?.kind === 'signatory' && save.busy.keys.includes(g.key))
  if (!mine || save.foundBusy[mine.key] !== undefined) return { step: 'idle' }
  const due = dueAt(mine, save)
  return due > now ? { step: 'wait', until: due } : { step: 'collide', key: mine.key }
}

/** Records in the order in which they may be sent: document, signatories, supporting documents, fields, signatories who go, a lock. */
function groupsOf(waiting: readonly Pending[]): readonly Group[] {
  const groups = new Map<string, Pending[]>()
  for (const change of waiting) {
    const name = change.alone ? `alone ${change.id}` : `${change.target.kind} ${change.target.key}`
    const group = groups.get(name)
    if (group) group.push(change)
    else groups.set(name, [change])
  }
  const isNaming = waiting.some(({ command }) => command.do === 'AddSignatory' || command.do === 'RestoreSignatory')
  return [...groups.values()]
    .map((changes) => {
      const next = inOneRecord(changes)
      return { ...changes[0]!.target, changes, next, rank: rank(next, isNaming) }
    })
    .sort((a, b) => a.rank - b.rank)
}

/**
 * The content of one record. One that removes a thing says nothing else of it, and it may be restored: earlier changes to it go
 * out before. So does what a field was made into before it is made into something else, since each may take with it what stood there, and
 * comes before a lock, which waits for changes to the fields.
 */
function inOneRecord(changes: readonly Pending[]): readonly Pending[] {
  const at = changes.findIndex(({ command, target }, before) => {
    const twice = target.kind === 'field' && changes.slice(0, before).some((earlier) => isOfKind(command, earlier.command))
    return twice || (before > 0 && (takesAway(command) || command.do === 'LockFields'))
  })
  return upTo(changes, at)
}

/** All of them where `end` is -1, as where there is none. */
const upTo = (changes: readonly Pending[], end: number) => (end === -1 ? changes : changes.slice(0, end))

/**
 * Whether the order of the two tells, which a record does not hold: of what decides who shares a group, and of what stands in a field, any
 * comes before the next.
 */
function isOfKind(next: PackCommand, earlier: PackCommand): boolean {
  return next.do === earlier.do || (sortOf(next) === 'group' && sortOf(earlier) === 'group') || (setsValue(next) && setsValue(earlier))
}
const setsValue = (command: PackCommand) => command.do === 'FillField' || command.do === 'ClearField'

/**
 * A signing order, which names everybody, follows signatories whom the server does not know yet, or not any more. A removal of a signatory
 * goes after changes to their fields, which may go with them, and a lock after all earlier changes to fields. A condition asks of fields
 * that are there: it goes before those that are removed, and after those that are new.
 */
function rank(changes: readonly Pending[], isNaming: boolean): number {
  const { kind } = changes[0]!.target
  if (changes.some(({ command }) => command.do === 'LockFields')) return 5
  if (kind === 'rule') return changes.at(-1)!.command.do === 'RemoveFieldRule' ? 2 : 4
  // Its entries ask for fields that are there.
  if (kind === 'form') return 4
  if (kind === 'signatory' && takesAway(changes[0]!.command)) return 4
  const late = isNaming && changes.some(({ command }) => command.do === 'SetSigningOrder')
  return kind === 'field' ? 3 : kind === 'appendix' || kind === 'custom-field' ? 2 : kind === 'signatory' ? 1 : late ? 2 : 0
}

/** The time to save one record, by the delays of specification file 1, section 9. */
function dueAt(group: Group, save: SaveState): number {
  const first = group.changes[0]!
  // Changes that a closed page left have waited long enough, and go out before later ones made elsewhere.
  if (first.alone || group.changes.some(({ left }) => left)) return first.at
  const usual =
    group.kind === 'document'
      ? group.changes.at(-1)!.at + SAVE.document
      : group.kind === 'signatory'
        ? whenSignatory(group, save)
        : group.kind === 'appendix'
          ? whenAppendix(group)
          : group.kind === 'custom-field'
            ? group.changes.at(-1)!.at + SAVE.customField
            : group.kind === 'rule'
              ? group.changes.at(-1)!.at
              : whenField(group)
  if (save.forcedAt === null) return usual
  return Math.min(usual, group.kind === 'document' ? save.forcedAt + SAVE.documentForced : save.forcedAt)
}

function whenSignatory(group: Group, save: SaveState): number {
  const busy = save.foundBusy[group.key]
  if (busy !== undefined) return busy + SAVE.signatoryBusy
  const last = group.changes.at(-1)!
  const debounces = group.changes.reduce((sum, change) => sum + change.merged + 1, -1)
  if (debounces >= SAVE.signatoryDebounces) return last.at
  return last.at + (last.pace === 'typing' ? SAVE.signatoryChange : SAVE.signatory)
}

function whenAppendix({ changes }: Group): number {
  const { at, pace } = changes.at(-1)!
  return at + (pace === 'typing' ? SAVE.appendix : SAVE.appendixStopped)
}

function whenField(group: Group): number {
  return Math.min(
    ...group.changes.map((change) => {
      if (movesOnly(change.command)) return change.since + SAVE.fieldPosition
      if (change.pace === 'typing') return Math.min(change.at + SAVE.typing, change.since + SAVE.typingAtMost)
      return change.at
    }),
  )
}

/** What goes out now. A record that comes before a due one goes with it, since fields name signatories. */
function send(groups: readonly Group[], waiting: readonly Pending[], save: SaveState, now: number): SaveStep {
  const isDue = (group: Group) => dueAt(group, save) <= now
  // They stand in the order of their ranks.
  const last = groups.findLast(isDue)
  const due = groups.filter((group) => isDue(group) || (last && group.rank < last.rank))
  const [first] = due
  if (!first) return { step: 'idle' }
  if (first.kind !== 'field') return { step: 'send', kind: first.kind, keys: [first.key], changes: first.next }
  const fields = due.filter(({ kind }) => kind === 'field')
  const alone = fields.find(({ changes }) => changes[0]!.alone)
  const ready = alone ? [alone] : fields.slice(0, SAVE.fieldsPerCall)
  const ofThem = new Set(ready.flatMap((group) => group.changes))
  const going = new Set(ready.flatMap(({ next }) => next))
  const inOrder = waiting.filter((change) => ofThem.has(change))
  // Changes made after the first of those that go out later may depend on it, in any field.
  const later = inOrder.findIndex((change) => !going.has(change))
  const changes = namedInTurn(ofOneSort(upTo(inOrder, later)))
  return { step: 'send', kind: 'field', keys: [...new Set(changes.map(({ target }) => target.key))], changes }
}

/**
 * Ticks, and what decides which of them exclude each other, go out one after the other as they were made: records say
 * where all of it led to, and nothing of the order in which one tick took another.
 */
function ofOneSort(changes: readonly Pending[]): readonly Pending[] {
  const sorts = changes.map(({ command }) => sortOf(command))
  const first = sorts.find((sort) => sort !== null)
  const turn = sorts.findIndex((sort) => sort !== null && sort !== first)
  return upTo(changes, turn)
}

/** Records go out in the order in which they were begun: one that was named later than one behind it waits. */
function namedInTurn(changes: readonly Pending[]): readonly Pending[] {
  const begun = [...new Set(changes.map(({ target }) => target.key))]
  const namings = changes.flatMap(({ command, target }, at) => (names(command) ? [{ at, record: begun.indexOf(target.key) }] : []))
  const turn = namings.find(({ record }, n) => n > 0 && record < namings[n - 1]!.record)
  return upTo(changes, turn?.at ?? -1)
}
