import { z } from 'zod'
import { shown, side, text, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** Megabytes that are about to be sent, where the client says so: what has no room is refused before it is sent. */
export const sizeAhead = z.coerce.number().min(0).max(1_000_000).optional()

const filename = text.min(1)

/** GET /app/get_document_upload_url: makes the document (setup, waiting for its file) and says where to PUT the bytes. */
export const documentUploadQuery = z.object({
  document_pack_key: key.optional(),
  document_key_to_upload_to: key.optional(),
  filename,
  /** Megabytes. */
  size: z.coerce.number().min(0).max(1_000_000),
})
export const documentUploadAnswer = succeeded({
  url: shown,
  file_key: key,
  redirect_document_key: key,
  document: z.object({ key, document_pack_key: key, document_name: shown, status: shown }),
})
/** As typed: a space is one too. */
const pdfPassword = z.string().max(1_000)

/** POST /app/document_upload_success/{redirect_document_key} */
export const uploadSuccessBody = z.object({
  file_key: key,
  pdf_password: pdfPassword.optional(),
  /** Where it differs from the document's name, as when a file is replaced. */
  filename: filename.optional(),
})

export const EXECUTABLE_WORDS = "We currently don't accept executable files."

/** Where a file can be had: always to be saved, never shown in place. */
export const fileUrl = (file: string) => `/app/serve/${file}`

/** Where a picture can be had that stands in a field, or that is kept for the next time. */
export const imageUrl = (file: string) => `/app/serve_image/${file}`

/** GET /app/get_data_field_upload_url/{document_key}?filename=&data_field_type= */
export const fieldUploadQuery = z.object({ filename, data_field_type: token, size: sizeAhead })
export const fieldUploadAnswer = succeeded({ url: shown, file_key: key })
/** POST /app/data_field_upload_success/{document_key} */
export const fieldUploadSuccessBody = z.object({
  file_key: key,
  type: token,
  /** Of a file that comes along, which is looked at too: it is in the field by this name. */
  filename: filename.optional(),
  /** Of a signature: without the paper it was written on, where it can be separated. */
  enhance: z.boolean().optional(),
})
/** Of a field of type `file`. */
export const fileFieldUploadSuccessAnswer = succeeded({
  filename: shown,
  blob_key: key,
  blob_url: shown,
  digest: shown,
  size: z.int(),
})
export const fieldUploadSuccessAnswer = succeeded({
  filename: shown,
  blob_key: key,
  blob_url: shown,
  digest: shown,
  width: side,
  height: side,
  /** The paper is gone. */
  enhanced: z.boolean(),
})
/** POST /app/documents/{key}/retry_conversion: again, with a password where one was asked for. Child or pack key. */
export const retryConversionBody = z.object({ pdf_password: pdfPassword.optional() })
