import { z } from 'zod'
import { LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { numeral, shown, stored, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

export const MOST_ENTRIES = 1_000
/** An Integer of CloudEvents. */
const MOST_POSITION = 2_147_483_647
/** Shorter than a client waits for any answer. */
export const MOST_WAIT_SECONDS = 25

const position = z.int().min(0).max(MOST_POSITION)
const types = z.array(z.enum(LIFECYCLE_TYPES)).min(1).max(LIFECYCLE_TYPES.length)
/** What is left out by these stands in the feed as withheld, so that its chain can still be checked. */
const filters = { document_key: key.optional(), template_key: key.optional() }

/** GET /app/feed */
export const feedQuery = z.object({
  /** The position after which to go on. Left out: from the first entry that is kept. */
  after: numeral(0, MOST_POSITION).optional(),
  /** The chain at that position, where it is known: then a feed that is no longer the same is refused. */
  chain: token.optional(),
  limit: numeral(1, MOST_ENTRIES).default(100),
  /** Seconds to wait for a further entry where there is none. */
  wait: numeral(0, MOST_WAIT_SECONDS).default(0),
  /** By commas. */
  types: z
    .string()
    .max(1_000)
    .transform((list) => list.split(','))
    .pipe(types)
    .optional(),
  ...filters,
})

const attributes = { specversion: z.literal('1.0'), id: shown, source: shown, position, previous: shown, chain: shown }
/** CloudEvents 1.0 in JSON. `position`, `previous`, `chain`, `digest`, `salt`, `commitment`, `version` and `erased` are extensions. */
export const feedEvent = z.union([
  z.object({
    ...attributes,
    type: z.enum(LIFECYCLE_TYPES),
    version: z.int(),
    time: shown,
    /** The key of the document. */
    subject: shown,
    digest: shown,
    /** Left out where the data is not, or no longer, what the digest stands for. */
    salt: shown.optional(),
    datacontenttype: z.literal('application/json').optional(),
    data: stored.optional(),
    erased: z.literal(true).optional(),
  }),
  z.object({ ...attributes, type: z.literal('entry.withheld'), commitment: shown }),
])
export type FeedEvent = z.infer<typeof feedEvent>
export const feedAnswer = z.array(feedEvent).max(MOST_ENTRIES)

/** GET /app/feed/position */
export const feedPositionAnswer = succeeded({
  /** One after the last where there is none. */
  first_position: position,
  last_position: position,
  /** The chain at the last position. */
  chain: shown,
})
