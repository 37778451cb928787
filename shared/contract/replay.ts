import { z } from 'zod'
import { MOST } from '#domain/pack'
import { MANY, shown, stored } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** `team`, or the uuid of the signatory through whose eyes the document is seen. */
export const seenBy = z.union([z.literal('team'), key])

/** GET /app/replay/{key}: what there is to replay, and whether it is as it was. */
export const replayAnswer = succeeded({
  document_key: key,
  /** The last event. */
  revision: z.int(),
  name: shown,
  status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected']),
  /** `erased`: when their data was deleted at their request. */
  signatories: z
    .array(z.object({ uuid: key, name: shown, role: shown, drafts_hidden: z.boolean(), erased: shown.nullable() }))
    .max(MOST.signatories),
  /**
   * Each time somebody was shown the document, or signed it: `matches` is whether replay gives the very view they were given; null where
   * that view named somebody whose data was deleted since, so that nobody can compute it again.
   */
  visits: z
    .array(
      z.object({
        signatory: key,
        revision: z.int(),
        date: shown,
        kind: z.enum(['visit', 'signed']),
        view: shown,
        matches: z.boolean().nullable(),
      }),
    )
    .max(MANY),
  /** The chain as it stands now, and the latest anchor that holds it. */
  history: z.object({
    intact: z.boolean(),
    /** The first event that is not as it was. */
    broken_at: z.int().nullable(),
    anchor: z.object({ number: z.int(), date: shown, revision: z.int(), timestamped: z.boolean(), holds: z.boolean() }).nullable(),
  }),
})
export type ReplayOverview = z.infer<typeof replayAnswer>

export const STEPS_AT_ONCE = 2_000
/** GET /app/replay/{key}/steps?as=&from=: at most 2,000 events; folded by `replayed` of the domain. */
export const stepsAnswer = succeeded({ steps: z.array(stored).max(MANY), next: z.int().nullable() })

/** GET /app/replay/{key}/moment?as=&at= */
export const momentAnswer = succeeded({ revision: z.int(), view: stored, view_digest: shown.nullable() })
