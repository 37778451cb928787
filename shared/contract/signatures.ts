import { z } from 'zod'
import { keptLooks, keptPicture } from '#domain/user'
import { key, succeeded } from './envelope.ts'

const keptValue = z.discriminatedUnion('method', [...keptLooks.options, keptPicture])

/** GET /app/user/signatures: what an account holder keeps for the next time they sign, the oldest first. */
export const signaturesAnswer = succeeded({
  signatures: z.array(
    z.object({
      key,
      type: z.enum(['signature', 'initial']),
      method: z.enum(['typed', 'drawn', 'uploaded']),
      /** What was typed; empty for anything else. */
      text: z.string(),
      /** As it goes into a field. */
      data: keptValue,
      date_created: z.string(),
    }),
  ),
})
/** POST /app/user/signatures */
export const keepSignatureBody = z.object({ type: z.enum(['signature', 'initial']), data: keptValue })

/** GET /app/get_signature_upload_url; the bytes are PUT to `url`. */
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
/** POST /app/documents/{key}/use_kept_signature: as it goes into a field of this document. */
export const useKeptSignatureBody = z.object({ signature_key: key })
export const useKeptSignatureAnswer = succeeded({ data: keptValue })
