import { z } from 'zod'
import { MANY, page, shown, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** How long a workspace keeps what, and what it records of visits. GET /app/accounts/{key}/keeping. */
export const retentionSettings = z.object({
  /** Completed and rejected documents are deleted for good so many years after; null: kept for ever. */
  retention_years: z.int().min(1).max(100).nullable(),
  /** What has been in the trash for so many days is deleted for good; null: it stays there. */
  trash_days: z.int().min(1).max(3650).nullable(),
  /** Which pages stood in a signer's view for a second, which field they came to first, when they paused and came back. */
  records_visits: z.boolean(),
})
/** POST /app/accounts/{key}/keeping, by administrators. What is left out stays as it is. */
export const retentionChange = retentionSettings.partial()
export const retentionAnswer = succeeded({
  keeping: retentionSettings,
  /** Documents whose deletion was announced, soonest first. */
  due: z.array(z.object({ document_key: key, name: shown, date: shown, because: z.enum(['retention', 'trash']) })).max(MANY),
  /** Documents that nothing deletes, in the order in which they were put under hold. */
  holds: z.array(z.object({ document_key: key, name: shown, date: shown, reason: shown })).max(MANY),
})
export type RetentionSettingsRecord = z.infer<typeof retentionSettings>
export type RetentionChange = Partial<RetentionSettingsRecord>
export type RetentionAnswer = z.infer<typeof retentionAnswer>

/** POST /app/documents/{key}/legal_hold: while it holds, nothing deletes the document. */
export const legalHoldBody = z.object({ on: z.boolean(), reason: z.string().max(2_000).default('') })

/** Seconds. */
const ago = whole(0, 86_400)
/** POST /app/documents/{key}/visit: what a signer did on the page besides filling in, reported by the page in batches. */
export const visitBody = z.object({
  moments: z
    .array(
      z.discriminatedUnion('what', [
        /** It was in view for a second without moving; who had brought it there. Left out: it came into view. */
        z.object({ what: z.literal('page'), document: key, page, brought: z.enum(['person', 'page']).nullable().default(null), ago }),
        z.object({ what: z.literal('field'), field: key, ago }),
        z.object({ what: z.literal('paused'), ago }),
        z.object({ what: z.literal('back'), ago }),
        /** The signer changed from the pages to the form, or back. */
        z.object({ what: z.literal('view'), view: z.enum(['form', 'pages']), ago }),
      ]),
    )
    .min(1)
    .max(50),
  /** A name that the page made up, and how many moments it reported before: moments that it reports again for lack of an answer are recorded once. */
  told: z.object({ by: key, before: whole(0, 900_000) }).optional(),
})
export type VisitReport = z.infer<typeof visitBody>
/** `recorded` false: the workspace does not record visits, and the page need report no more. */
export const visitAnswer = succeeded({ recorded: z.boolean() })
