import type { VisitReport } from '#contract/retention'
import { MOST } from '#domain/pack'
import type { Time } from '../../live/index.ts'

type Moment = VisitReport['moments'][number]
/** Who moved to a page: the person, or the page itself. */
export type Brought = 'person' | 'page'
type Happened = { readonly at: number; readonly moment: Moment }
/** `over`: nothing more will be taken, since the link is used up, the session over, or visits are not recorded there. */
export type Answered = 'recorded' | 'failed' | 'over'

export interface VisitPorts {
  /** A name for this page alone. */
  readonly by: string
  readonly time: Time
  tell(report: VisitReport): Promise<Answered>
}

const FLUSH_MS = 8_000
const MOST_AT_ONCE = 50
const LONGEST_AGO = 86_400

/**
 * What is reported of a visit: pages and fields once each, pauses and coming back. Never what is typed. One report after the other, and
 * each again until it is answered: by their number the server knows which moments it has received.
 */
export function visitReporter({ by, time, tell }: VisitPorts) {
  const noted = new Set<string>()
  let waiting: Happened[] = []
  let reported = 0
  let pauses = 0
  let shownAs: 'form' | 'pages' = 'pages'
  let cancel: (() => void) | null = null
  let busy = false
  let over = false

  async function flush(): Promise<void> {
    cancel?.()
    cancel = null
    if (over || busy || waiting.length === 0) return
    busy = true
    const batch = waiting.slice(0, MOST_AT_ONCE)
    const now = time.now()
    const moments = batch.map(({ at, moment }) => ({ ...moment, ago: Math.min(LONGEST_AGO, Math.max(0, Math.round((now - at) / 1000))) }))
    const answered = await tell({ moments, told: { by, before: reported } })
    busy = false
    if (answered === 'over') return end()
    if (answered === 'failed') return later()
    reported += batch.length
    waiting = waiting.slice(batch.length)
    if (waiting.length > 0) await flush()
  }
  function later(): void {
    if (!over) cancel ??= time.after(FLUSH_MS, () => void flush())
  }
  function note(key: string | null, moment: Moment): void {
    if (over || (key !== null && noted.has(key))) return
    if (key !== null) noted.add(key)
    waiting.push({ at: time.now(), moment })
    later()
  }
  /** The link is over, and would be refused. */
  function end(): void {
    over = true
    waiting = []
    cancel?.()
  }
  return {
    page: (of: string, page: number, brought: Brought) => note(`page ${of} ${page}`, { what: 'page', document: of, page, brought, ago: 0 }),
    /** Null: at none. A signer who has been through them all may sign at any moment, and after that nothing can be reported. */
    field(field: string | null) {
      if (field === null) void flush()
      else note(`field ${field}`, { what: 'field', field, ago: 0 })
    },
    /** A visit begins with the pages. */
    view(as: 'form' | 'pages') {
      if (as === shownAs) return
      shownAs = as
      note(null, { what: 'view', view: as, ago: 0 })
    },
    away(is: boolean) {
      if (is) pauses++
      if (pauses > MOST.pauses) return
      note(null, { what: is ? 'paused' : 'back', ago: 0 })
      if (is) void flush()
    },
    flush,
    end,
  }
}
