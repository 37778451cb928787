import type { World } from '#platform/ports'
import { defineReadModel } from '#projections/runner'
import { feedProjection } from './project.ts'
import { entriesAfter, type FeedBounds, type FeedEntry, feedBounds } from './query.ts'

/** What subscribers of a workspace are notified of. */
export const feedReadModel = defineReadModel({
  projection: (sources, { world }: { readonly world: Pick<World, 'random'> }) => feedProjection({ ...sources, random: world.random }),
  answers: ({ pool, keys, upToNow }) => ({
    async feedBounds(workspace: string): Promise<FeedBounds> {
      await upToNow()
      return feedBounds(pool, workspace)
    },
    feedEntries: (workspace: string, after: number, limit: number): Promise<readonly FeedEntry[]> =>
      entriesAfter({ pool, keys }, workspace, after, limit),
  }),
})
