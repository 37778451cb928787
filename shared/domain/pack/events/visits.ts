import { z } from 'zod'
import { event } from '#domain/kernel'
import { id } from './define.ts'

/** How long before its event a moment was, in whole seconds: reported by the browser, so it orders moments and proves no time. */
const ago = z.int().min(0).max(86_400)

export const moment = z.discriminatedUnion('what', [
  /**
   * A page was in view for a second without moving, for the first time in this visit, and who had brought it there: the person by scrolling, or the
   * page itself, which goes to the next field. Null: only that it came into view was noticed, for however short a time.
   */
  z.strictObject({
    what: z.literal('page'),
    document: id,
    page: z.int().min(0).max(100_000),
    brought: z.enum(['person', 'page']).nullable(),
    ago,
  }),
  /** The signer came to a field for the first time in this visit: only that they did, never what they typed. */
  z.strictObject({ what: z.literal('field'), field: id, ago }),
  /** The page was hidden (another tab, a locked phone), and shown again. */
  z.strictObject({ what: z.literal('paused'), ago }),
  z.strictObject({ what: z.literal('back'), ago }),
  /** The signer changed from the pages to the form, or back. A visit begins with the pages. */
  z.strictObject({ what: z.literal('view'), view: z.enum(['form', 'pages']), ago }),
])
export type VisitMoment = z.infer<typeof moment>

/** Which page reported them, by a name it made up, and how many it has reported with these. */
const told = z.strictObject({ by: id, count: z.int().min(1).max(1_000_000) })

/** A signatory's actions on the page besides filling in. Only where the workspace records them. */
export const visits = {
  VisitObserved: event(3, { signatory: id, visit: id, moments: z.array(moment).min(1).max(50), told: told.optional() }, null, [
    ({ moments, ...data }) => ({ ...data, moments: (moments as readonly { what: string }[]).map(unmeasured) }),
    // Version 2 knew no form: what it says of pages and fields stands.
    (data) => data,
  ]),
}

/** Version 1 knew only that a page had come into view. */
function unmeasured(seen: { readonly what: string }): object {
  return seen.what === 'page' ? { ...seen, brought: null } : seen
}
