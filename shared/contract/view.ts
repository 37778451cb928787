import { z } from 'zod'
import { numeral, revisionInAddress, stored, token, whole } from './bounds.ts'
import { succeeded } from './envelope.ts'

const MOST_PARTS = 1_000
/** Characters of one part: escaped once more inside of its answer they take three bytes each at most, which stays below 2 MB. */
export const VIEW_PART = 600_000
const part = z.string().max(VIEW_PART)

/** Of a view that is too large for one answer: its JSON in `count` parts of text. The first part comes along. */
export const viewInParts = {
  /** PackState of #domain/pack, redacted; null where it comes in parts. */
  view: stored,
  view_parts: z.object({ digest: token, count: whole(2, MOST_PARTS) }).nullable(),
  view_part: part.nullable(),
}
/** GET /app/documents/{key}/view_part: the others, of the view that was begun at this revision. */
export const viewPartQuery = z.object({ revision: revisionInAddress, digest: token, part: numeral(1, MOST_PARTS) })
export const viewPartAnswer = succeeded({ view_part: part })
