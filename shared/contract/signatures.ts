import { z } from 'zod'
import { keptLooks, keptPicture } from '#domain/user'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

const keptValue = z.discriminatedUnion('method', [...keptLooks.options, keptPicture])

/** A signature or initials as they were made. */
const details = {
  method: z.enum(['typed', 'drawn', 'uploaded']),
  /** What was typed; empty for anything else. */
  text: z.string(),
  /** The picture; null where there is none. */
  blob_key: key.nullable(),
  blob_url: z.string().nullable(),
}
/** What an account holder kept last of each; null where they keep none. */
export const ownSignature = z.object(details).nullable()

/** GET /app/user/signatures: what an account holder keeps for the next time they sign, the oldest first. */
export const signaturesAnswer = succeeded({
  signatures: z.array(
    z.object({
      key,
      type: z.enum(['signature', 'initial']),
      ...details,
      /** As it goes into a field. */
      data: keptValue,
      date_created: z.string(),
    }),
  ),
})
/** POST /app/user/signatures */
export const keepSignatureBody = z.object({ type: z.enum(['signature', 'initial']), data: keptValue })

/** GET /app/get_signature_upload_url; the bytes are PUT to `url`. */
export const signatureUploadQuery = z.object({ size: sizeAhead })
export const signatureUploadAnswer = succeeded({ url: z.string(), file_key: key })
/** POST /app/signature_upload_success: the picture, and the same without the paper it was written on. */
export const signatureUploadSuccessBody = z.object({ file_key: key })
export const signatureUploadSuccessAnswer = succeeded({
  blob_key: key,
  blob_url: z.string(),
  enhanced_blob_key: key,
  enhanced_blob_url: z.string(),
  /** Each as it is kept. */
  picture: keptPicture,
  enhanced_picture: keptPicture,
})
/** POST /base64_to_image_blob/: PNG, JPEG or WebP. */
export const drawnImageBody = z.object({ image: z.string().min(1) })
export const drawnImageAnswer = succeeded({ data: z.object({ blob_key: key, blob_url: z.string(), picture: keptPicture }) })
/** GET /text_to_image_blob */
export const writtenImageQuery = z.object({ text: z.string().max(200) })
export const writtenImageAnswer = succeeded({ data: z.object({ blob_key: key, url: z.string(), picture: keptPicture }) })
/** POST /app/documents/{key}/use_kept_signature: as it goes into a field of this document. */
export const useKeptSignatureBody = z.object({ signature_key: key })
export const useKeptSignatureAnswer = succeeded({ data: keptValue })
