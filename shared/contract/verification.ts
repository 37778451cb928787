import { z } from 'zod'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

/** POST /app/verify, as JSON. The file alone may be sent as it is instead, as `application/pdf`. */
export const verifyBody = z.object({
  /** The PDF in base64. */
  file: z.string(),
  /** Disclosures, as GET /app/evidence/{key}/disclosures answers them. */
  disclosures: z.array(z.json()).max(20).default([]),
  /** Proofs of anchors, as GET /app/evidence/{key}/anchor answers them. */
  anchors: z.array(z.json()).max(20).default([]),
  /** Certificates to be trusted, as PEM, in place of this installation's own. */
  trust: z.string().max(1_000_000).optional(),
})

const time = z.string()
export const verifyReport = z.object({
  intact: z.boolean(),
  sealed: z.boolean(),
  /** By a key of the trust list that was sent; without one, by a key of this installation. */
  trusted: z.boolean(),
  verdict: z.string(),
  seal: z
    .object({ name: z.string(), fingerprint: z.string(), level: z.string(), time: time.nullable(), unvouched: z.array(z.string()) })
    .nullable(),
  signers: z.array(
    z.object({
      signatory: z.string(),
      name: z.string(),
      completed: time,
      proof: z.string(),
      capacity: z.string(),
      consent: z.string(),
      view: z.string(),
      fields: z.array(z.object({ type: z.string(), page: z.int() })),
    }),
  ),
  events: z.array(z.object({ number: z.int(), type: z.string(), time, who: z.string(), words: z.string(), hash: z.string() })),
  timestamps: z.array(
    z.object({
      of: z.enum(['seal', 'file']),
      time,
      authority: z.string(),
      fingerprint: z.string(),
      trusted: z.boolean(),
      unvouched: z.array(z.string()),
    }),
  ),
  updates: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      kind: z.enum(['timestamp', 'signature', 'validation-data', 'change']),
      by: z.string(),
      allowed: z.boolean(),
    }),
  ),
  problems: z.array(z.object({ code: z.string(), where: z.string(), message: z.string(), beside: z.literal(true).optional() })),
  document: z.object({ name: z.string(), pages: z.int(), added: z.object({ seal: z.int(), audit: z.int() }) }).nullable(),
  head: z.string().nullable(),
  bytes: z.object({ total: z.int(), sealed: z.int(), covered: z.int() }),
  anchors: z.array(
    z.object({
      number: z.number(),
      time,
      event: z.int(),
      right: z.boolean(),
      known: z.boolean().nullable(),
      timestamp: z.object({ time, authority: z.string(), trusted: z.boolean() }).nullable(),
    }),
  ),
  disclosures: z.object({ given: z.int(), right: z.int() }),
})
export const verifyAnswer = succeeded({ report: verifyReport })

/** GET /app/get_verification_upload_url: where to PUT a file that is to be held against a document. */
export const verificationUploadQuery = z.object({ document_key: key, size: sizeAhead })
export const verificationUploadAnswer = succeeded({ url: z.string(), file_key: key })
/** POST /app/document_verification_upload_success */
export const verificationUploadSuccessBody = z.object({ file_key: key, document_key: key })
export const verificationUploadSuccessAnswer = succeeded({
  /** Names this check; nothing is kept under it. */
  verification_key: key,
  /** It is, byte for byte, the document's final file, or one from before it was sealed again. */
  is_final_file: z.boolean(),
  report: verifyReport,
})
