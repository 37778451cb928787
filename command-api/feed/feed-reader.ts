import type { FeedEvent } from '#contract/feed'
import { genesisOf } from '#projections/feed'
import type { Membership } from '../edge/caller.ts'
import { type Problem, problem } from '../edge/problem.ts'
import type { Services } from '../services.ts'
import { cloudEventOf, type FeedFilter } from './cloud-events.ts'

export interface FeedQuestion extends FeedFilter {
  readonly after?: number | undefined
  readonly chain?: string | undefined
  readonly limit: number
}
/** Where a workspace's feed is read by somebody, with what they may see now. */
export type FeedPlace = Pick<Membership, 'workspace' | 'permissions'>

/** The feed is for programs, and for those who look after them. */
export const mayReadFeed = ({ permissions }: Pick<Membership, 'permissions'>): boolean => permissions.has('can_view_api_details')

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** Where to go on. */
  readonly position: number
}

export type FeedReader = ReturnType<typeof feedReader>

export function feedReader({ queries, config }: Pick<Services, 'queries' | 'config'>) {
  const sourceOf = (workspace: string) => `${config.publicUrl}/app/accounts/${workspace}`

  return {
    async position(workspace: string) {
      const { first, last, chain } = await queries.feedBounds(workspace)
      return { first_position: first, last_position: last, chain: chain ?? genesisOf(workspace) }
    },

    /** The entries after a position, or why they cannot be had. */
    async read({ workspace, permissions }: FeedPlace, { after, chain, limit, ...filter }: FeedQuestion): Promise<FeedPage | Problem> {
      const bounds = await queries.feedBounds(workspace)
      const from = after ?? bounds.first - 1
      if (from > bounds.last) return ahead(bounds.last)
      const entries = await queries.feedEntries(workspace, from, limit)
      // Also where it expired a moment ago.
      const first = entries[0]?.position ?? bounds.last + 1
      if (after !== undefined && from + 1 < first) return expired(first)
      const at = from === bounds.last ? (bounds.chain ?? genesisOf(workspace)) : entries[0]?.previous
      if (chain !== undefined && at !== undefined && at !== chain) return problem('feed-not-the-same')
      const events = entries.map((entry) => cloudEventOf(entry, sourceOf(workspace), { permissions }, filter))
      return { events, position: entries.at(-1)?.position ?? from }
    },
  }
}

const expired = (first: number): Problem =>
  problem('feed-position-expired', {
    message: `These entries are no longer kept. The first entry that is kept has the position ${first}: look at your documents once, and go on from there.`,
    position: first,
  })
const ahead = (last: number): Problem =>
  problem('feed-position-ahead', {
    message: `The feed ends at position ${last}. Perhaps a backup was restored: compare your documents with those here, and go on from ${last}.`,
    position: last,
  })
