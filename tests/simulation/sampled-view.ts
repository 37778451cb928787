import type { VisitReport } from '#contract/retention'

/** What somebody did with their eyes, and when. */
export interface SampledView {
  readonly pack: string
  readonly signatory: string
  /** Their page. */
  readonly by: string
  /** As `seenIn` names it. */
  readonly seen: string
  readonly at: number
  /** Their page learned that it is recorded. */
  recorded: boolean
}

/** A page or a field; each is reported once. */
export const isThing = (seen: string): boolean => seen.includes(' ')

type Moment = VisitReport['moments'][number]

export function seenIn(moment: Moment): string {
  if (moment.what === 'page') return `page ${moment.page} of ${moment.document}`
  return moment.what === 'field' ? `field ${moment.field}` : moment.what
}
