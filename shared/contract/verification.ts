import { z } from 'zod'
import { json, MANY, shown } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

/** No text that a program can hold is longer. How large a file may be, its setting says, before it is read. */
const MOST_BASE64 = 2 ** 29
/** POST /app/verify, as JSON. The file alone may be sent as it is instead, as `application/pdf`. */
export const verifyBody = z.object({
  /** The PDF in base64. */
  file: z.string().max(MOST_BASE64),
  /** Disclosures, as GET /app/evidence/{key}/disclosures answers them. */
  disclosures: z.array(json).max(20).default([]),
  /** Proofs of anchors, as GET /app/evidence/{key}/anchor answers them. */
  anchors: z.array(json).max(20).default([]),
  /** Certificates to be trusted, as PEM, in place of this installation's own. */
  trust: z.string().max(1_000_000).optional(),
})

const time = shown
export const verifyReport = z.object({
  intact: z.boolean(),
  sealed: z.boolean(),
  /** By a key of the trust list that was sent; without one, by a key of this installation. */
  trusted: z.boolean(),
  verdict: shown,
  seal: z.object({ name: shown, fingerprint: shown, level: shown, time: time.nullable(), unvouched: z.array(shown).max(MANY) }).nullable(),
  signers: z
    .array(
      z.object({
        signatory: shown,
        name: shown,
        completed: time,
        proof: shown,
        capacity: shown,
        consent: shown,
        view: shown,
        fields: z.array(z.object({ type: shown, page: z.int() })).max(MANY),
      }),
    )
    .max(MANY),
  /** Fields that are not on the pages, since a condition kept them off. */
  leftOut: z.array(z.object({ type: shown, page: z.int(), field: shown, words: shown })).max(MANY),
  events: z.array(z.object({ number: z.int(), type: shown, time, who: shown, words: shown, hash: shown })).max(MANY),
  timestamps: z
    .array(
      z.object({
        of: z.enum(['seal', 'file']),
        time,
        authority: shown,
        fingerprint: shown,
        trusted: z.boolean(),
        unvouched: z.array(shown).max(MANY),
      }),
    )
    .max(MANY),
  /** What the file itself says of whether its certificates were revoked; `unknown`: nothing. */
  revocations: z
    .array(
      z.object({
        of: z.enum(['seal', 'timestamp']),
        certificate: shown,
        fingerprint: shown,
        status: z.enum(['good', 'revoked', 'unknown']),
        by: z.enum(['ocsp', 'crl']).nullable(),
        authority: shown.nullable(),
        time: time.nullable(),
        until: time.nullable(),
        revoked: time.nullable(),
        reason: shown.nullable(),
      }),
    )
    .max(MANY),
  updates: z
    .array(
      z.object({
        from: z.int(),
        to: z.int(),
        kind: z.enum(['timestamp', 'signature', 'validation-data', 'change']),
        by: shown,
        allowed: z.boolean(),
      }),
    )
    .max(MANY),
  problems: z.array(z.object({ code: shown, where: shown, message: shown, beside: z.literal(true).optional() })).max(MANY),
  document: z.object({ name: shown, pages: z.int(), added: z.object({ seal: z.int(), audit: z.int() }) }).nullable(),
  head: shown.nullable(),
  bytes: z.object({ total: z.int(), sealed: z.int(), covered: z.int() }),
  anchors: z
    .array(
      z.object({
        number: z.int(),
        time,
        event: z.int(),
        right: z.boolean(),
        known: z.boolean().nullable(),
        timestamp: z.object({ time, authority: shown, trusted: z.boolean() }).nullable(),
      }),
    )
    .max(MANY),
  disclosures: z.object({ given: z.int(), right: z.int() }),
})
export const verifyAnswer = succeeded({ report: verifyReport })

/** GET /app/get_verification_upload_url: where to PUT a file to compare it with a document. */
export const verificationUploadQuery = z.object({ document_key: key, size: sizeAhead })
export const verificationUploadAnswer = succeeded({ url: shown, file_key: key })
/** POST /app/document_verification_upload_success */
export const verificationUploadSuccessBody = z.object({ file_key: key, document_key: key })
export const verificationUploadSuccessAnswer = succeeded({
  /** Names this check; nothing is kept under it. */
  verification_key: key,
  /** It is, byte for byte, the document's final file, or one from before it was sealed again. */
  is_final_file: z.boolean(),
  report: verifyReport,
})
