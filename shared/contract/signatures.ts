import { z } from 'zod'
import { keptLooks, keptPicture, MOST_SIGNATURES } from '#domain/user'
import { MOST_BODY_BYTES, shown, side } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

const picture = keptPicture.extend({ width: side, height: side })
const keptValue = z.discriminatedUnion('method', [...keptLooks.options, picture])

/** A signature or initials as they were made. */
const details = {
  method: z.enum(['typed', 'drawn', 'uploaded']),
  /** The typed text; empty for anything else. */
  text: shown,
  /** The picture; null where there is none. */
  blob_key: key.nullable(),
  blob_url: shown.nullable(),
}
/** What an account holder kept last of each; null where they keep none. */
export const ownSignature = z.object(details).nullable()

/** GET /app/user/signatures: what an account holder keeps for the next time they sign, the oldest first. */
export const signaturesAnswer = succeeded({
  signatures: z
    .array(
      z.object({
        key,
        type: z.enum(['signature', 'initial']),
        ...details,
        /** As it goes into a field. */
        data: keptValue,
        date_created: shown,
      }),
    )
    .max(MOST_SIGNATURES),
})
/** POST /app/user/signatures */
export const keepSignatureBody = z.object({ type: z.enum(['signature', 'initial']), data: keptValue })

/** GET /app/get_signature_upload_url; the bytes are PUT to `url`. */
export const signatureUploadQuery = z.object({ size: sizeAhead })
export const signatureUploadAnswer = succeeded({ url: shown, file_key: key })
/** POST /app/signature_upload_success: the picture, and the same without the paper it was written on. */
export const signatureUploadSuccessBody = z.object({ file_key: key })
export const signatureUploadSuccessAnswer = succeeded({
  blob_key: key,
  blob_url: shown,
  enhanced_blob_key: key,
  enhanced_blob_url: shown,
  /** Each as it is kept. */
  picture,
  enhanced_picture: picture,
})
/** POST /base64_to_image_blob/: PNG, JPEG or WebP. */
export const drawnImageBody = z.object({ image: z.string().min(1).max(MOST_BODY_BYTES) })
export const drawnImageAnswer = succeeded({ data: z.object({ blob_key: key, blob_url: shown, picture }) })
/** GET /text_to_image_blob */
export const writtenImageQuery = z.object({ text: z.string().max(200) })
export const writtenImageAnswer = succeeded({ data: z.object({ blob_key: key, url: shown, picture }) })
/** POST /app/documents/{key}/use_kept_signature: as it goes into a field of this document. */
export const useKeptSignatureBody = z.object({ signature_key: key })
export const useKeptSignatureAnswer = succeeded({ data: keptValue })
