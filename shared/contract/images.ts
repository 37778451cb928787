import { z } from 'zod'
import { shown, side } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

/** GET /app/get_image_upload_url */
export const imageUploadQuery = z.object({ size: sizeAhead })
export const imageUploadAnswer = succeeded({ url: shown, file_key: key })
/** POST /app/image_upload_success */
export const imageUploadSuccessBody = z.object({ file_key: key })
/** The picture as the server wrote it again: `picture` goes into the `data` of a field that takes one. */
export const imageUploadSuccessAnswer = succeeded({
  file_key: key,
  blob_url: shown,
  picture: z.object({ method: z.literal('uploaded'), file: key, digest: shown, width: side, height: side }),
})
