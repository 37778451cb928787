import { z } from 'zod'
import { token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const type = z.enum(['form_with_meta_data', 'form_with_custom_id', 'preview'])
export type TempDownloadType = z.output<typeof type>

/** GET /app/documents/{key}/generate_temp_document_download: begins one, or with its key asks after it. */
export const generateTempDownloadQuery = z.object({
  temp_download_key: token.optional(),
  document_temp_download_type: type,
})
export const generateTempDownloadAnswer = succeeded({
  document_temp_download: z.object({
    key,
    type,
    /** null: it is being made. Then GET /app/serve_temp_download/{file_key}. */
    file_key: key.nullable(),
  }),
})
