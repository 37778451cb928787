import { z } from 'zod'
import { APPENDIX_AUDIENCES, MOST } from '#domain/pack'
import { shown, text } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

const filename = text.min(1)
const audience = z.array(z.enum(APPENDIX_AUDIENCES)).max(APPENDIX_AUDIENCES.length)

/** GET /app/get_document_appendix_upload_url/{key}?filename= */
export const appendixUploadQuery = z.object({ filename, size: sizeAhead })
export const appendixUploadAnswer = succeeded({ url: shown, file_key: key })

/** POST /app/document_appendix_upload_success/{key} */
export const appendixUploadSuccessBody = z.object({
  file_key: key,
  /** To be looked at too. A file has no name before a supporting document gives it one. */
  filename: filename.optional(),
})
export const appendixUploadSuccessAnswer = succeeded({
  filename: shown,
  file_key: key,
  blob_url: shown,
  digest: shown,
  size: z.int(),
})

/** POST /app/documents/{key}/add_update_appendix, data: what is left out stays as it is, or as a new one has it. */
export const appendixRecord = z.object({
  /** Of the supporting document; one that is new adds it, without one it gets its own. */
  key: key.optional(),
  /** Of its upload, with its name. */
  file_key: key.nullish(),
  filename: filename.nullish(),
  description: text.optional(),
  custom_id: text.optional(),
  required: z.boolean().optional(),
  audience: audience.optional(),
  removed: z.boolean().optional(),
})
const appendixAnswerRecord = z.object({
  key,
  _id: key,
  document_key: key,
  file_key: key.nullable(),
  filename: shown.nullable(),
  blob_serving_url: shown.nullable(),
  size: z.int().nullable(),
  date_created: shown,
  date_updated: shown,
  custom_id: shown.nullable(),
  description: shown.nullable(),
  required: z.boolean(),
  audience,
})
export type AppendixAnswer = z.input<typeof appendixAnswerRecord>
export const appendixSavedAnswer = succeeded({ document_appendix: appendixAnswerRecord, revision: z.int() })
/** GET /app/documents/{key}/appendices: those that are for the caller. */
export const appendicesAnswer = succeeded({ document_appendices: z.array(appendixAnswerRecord).max(MOST.appendices) })
