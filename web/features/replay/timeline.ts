import type { AuditRecord } from '#contract/documents'
import type { ReplayOverview } from '#contract/replay'

/** Somebody at work without a long pause: a band over the timeline, from one event to another. */
export interface Band {
  readonly who: string | null
  readonly name: string
  readonly from: number
  readonly to: number
  /** Which of their visits, from 1. */
  readonly visit: number
}

/** A visit is over when nothing came from that person for so long. */
const PAUSE_MS = 30 * 60_000

/** Preparation first, then each signer's visits: from their being shown the document to the last thing they did. */
export function bandsOf(records: readonly AuditRecord[], overview: ReplayOverview): readonly Band[] {
  const bands: Band[] = []
  const sent = records.findIndex(({ code }) => code === 'SignaturesRequested')
  if (sent > 0) bands.push({ who: null, name: '', from: 0, to: sent, visit: 1 })
  for (const { uuid, name, role } of overview.signatories) {
    const own = records.flatMap((record, at) =>
      record.principal === `signatory:${uuid}` ? [{ at, time: Date.parse(record.date_created), code: record.code }] : [],
    )
    let open: { from: number; to: number; time: number } | null = null
    let visit = 0
    const close = () => {
      if (open) bands.push({ who: uuid, name: name || role, from: open.from, to: open.to, visit: ++visit })
      open = null
    }
    for (const { at, time, code } of own) {
      if (open !== null && ((open as { time: number }).time + PAUSE_MS < time || code === 'PackVisited')) close()
      open = open === null ? { from: at, to: at, time } : { ...(open as { from: number }), to: at, time }
    }
    close()
  }
  return bands.sort((a, b) => a.from - b.from)
}

/**
 * Where each band begins, as a length: at its event, or so much later that those before it have a `--step` each, and no
 * later than leaves one for itself and each that follows. A timeline is never so narrow that twelve do not fit.
 */
export function placesOf(bands: readonly Band[], last: number): readonly string[] {
  const shares = bands.map(({ from }) => (from / Math.max(1, last)) * 100)
  return shares.map((own, at) => {
    const pushed = shares.flatMap((share, before) => {
      const steps = at - before
      return steps > 0 && share + (steps * 100) / FIT > own ? [`${share}% + ${steps} * var(--step)`] : []
    })
    return `min(max(${[`${own}%`, ...pushed].join(', ')}), 100% - ${bands.length - at} * var(--step))`
  })
}
const FIT = 12

/** Days along the timeline: where each begins. */
export function daysOf(
  records: readonly AuditRecord[],
  dayOf: (iso: string) => string,
): readonly { readonly at: number; readonly day: string }[] {
  const days: { at: number; day: string }[] = []
  for (const [at, { date_created }] of records.entries()) {
    const day = dayOf(date_created)
    if (days.at(-1)?.day !== day) days.push({ at, day })
  }
  return days
}

/** At most one mark a pixel, however many events there are: the last one there wins. */
export function marksOf(records: readonly AuditRecord[], most: number): readonly { readonly at: number; readonly principal: string }[] {
  const marks = new Map<number, { at: number; principal: string }>()
  const last = Math.max(1, records.length - 1)
  for (const [at, { principal }] of records.entries()) marks.set(Math.round((at / last) * most), { at, principal })
  return [...marks.values()]
}

/** The first event of a visit that begins after this one, or before it. */
export function neighbouringVisit(bands: readonly Band[], at: number, by: 1 | -1): number | null {
  const starts = bands.filter(({ who }) => who !== null).map(({ from }) => from)
  return (by === 1 ? starts.find((from) => from > at) : starts.findLast((from) => from < at)) ?? null
}

/** Whether somebody was at the document at an event; if not, which event was the last they were there for, null where there is none. */
export function whereabouts(
  bands: readonly Band[],
  who: string,
  at: number,
): { readonly here: true } | { readonly here: false; readonly last: number | null } {
  const begun = bands.findLast((band) => band.who === who && band.from <= at)
  return begun && at <= begun.to ? { here: true } : { here: false, last: begun?.to ?? null }
}

/** Four letters at each end, as people compare hashes. */
export const shortHash = (hash: string) => (hash.length > 12 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash)
