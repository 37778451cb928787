import { z } from 'zod'
import { APPENDIX_AUDIENCES } from '#domain/pack'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

/** GET /app/get_document_appendix_upload_url/{key}?filename= */
export const appendixUploadQuery = z.object({ filename: z.string().min(1).max(500), size: sizeAhead })
export const appendixUploadAnswer = succeeded({ url: z.string(), file_key: key })

/** POST /app/document_appendix_upload_success/{key} */
export const appendixUploadSuccessBody = z.object({
  file_key: key,
  /** To be looked at too. A file has no name before a supporting document gives it one. */
  filename: z.string().min(1).max(500).optional(),
})
export const appendixUploadSuccessAnswer = succeeded({
  filename: z.string(),
  file_key: key,
  blob_url: z.string(),
  digest: z.string(),
  size: z.int(),
})

/** POST /app/documents/{key}/add_update_appendix, data: what is left out stays as it is, or as a new one has it. */
export const appendixRecord = z.object({
  /** Of the supporting document; one that is new adds it, without one it gets its own. */
  key: key.optional(),
  /** Of its upload, with its name. */
  file_key: key.nullish(),
  filename: z.string().min(1).max(500).nullish(),
  description: z.string().optional(),
  custom_id: z.string().optional(),
  required: z.boolean().optional(),
  audience: z.array(z.enum(APPENDIX_AUDIENCES)).optional(),
  removed: z.boolean().optional(),
})
const appendixAnswerRecord = z.object({
  key,
  _id: key,
  document_key: key,
  file_key: key.nullable(),
  filename: z.string().nullable(),
  blob_serving_url: z.string().nullable(),
  size: z.int().nullable(),
  date_created: z.string(),
  date_updated: z.string(),
  custom_id: z.string().nullable(),
  description: z.string().nullable(),
  required: z.boolean(),
  audience: z.array(z.enum(APPENDIX_AUDIENCES)),
})
export type AppendixAnswer = z.input<typeof appendixAnswerRecord>
export const appendixSavedAnswer = succeeded({ document_appendix: appendixAnswerRecord, revision: z.int() })
/** GET /app/documents/{key}/appendices: those that are for the caller. */
export const appendicesAnswer = succeeded({ document_appendices: z.array(appendixAnswerRecord) })
