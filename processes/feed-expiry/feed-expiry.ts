import type pg from 'pg'
import { type RegularSweep, type SweepEveryDeps, sweepEvery } from '#processes/engine'
import { expireEntries } from '#projections/feed'

/** So long subscribers can go back. What is older stands in the documents alone. */
export const FEED_DAYS = 365
const DAY = 86_400_000

/** Removes entries of feeds that are too old to be read. */
export const startFeedExpiry = ({
  pool,
  ...when
}: { readonly pool: Pick<pg.Pool, 'query'> } & Omit<SweepEveryDeps, 'name' | 'round'>): RegularSweep =>
  sweepEvery({
    ...when,
    name: 'feed-expiry',
    round: () => expireEntries(pool, new Date(when.world.clock.now() - FEED_DAYS * DAY).toISOString()),
  })
