import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { digest, id, length } from './define.ts'

export const CONVERSION_FAILURES = [
  'password-required',
  'password-wrong',
  'unsupported-xfa-form',
  'certificate-encrypted',
  'not-a-pdf',
  'empty',
  'too-large',
  'too-many-pages',
  'page-too-large',
  'damaged',
  'took-too-long',
  'took-too-much-memory',
] as const

/** Standards that a file can claim to conform to. */
export const CLAIMED_STANDARDS = ['PDF/A', 'PDF/UA', 'PDF/X', 'PDF/E', 'PDF/VT', 'another standard'] as const

export const documents = {
  DocumentAdded: event(1, { document: id, name: sealed(z.string()), position: z.int().min(0) }),
  DocumentRenamed: event(1, { document: id, name: sealed(z.string()) }),
  /** Its fields went before it. */
  DocumentRemoved: event(1, { document: id }),
  /** The upload is complete and kept; conversion begins. Also stands for a replaced backing file. */
  FileReceived: event(1, { document: id, file: id, digest, size: z.int().min(0), filename: sealed(z.string()) }),
  DocumentConverted: event(1, {
    document: id,
    /** The upload this came from; another upload since makes it stale. */
    source: id,
    file: id,
    digest,
    size: z.int().min(1),
    /** Visible pages in order, in thousandths of a point. */
    pages: z.array(z.strictObject({ width: length, height: length })).min(1),
    repaired: z.boolean(),
  }),
  /** The upload held form fields that can be taken over; the list of them is a file of the pack's. */
  FormFieldsFound: event(1, { document: id, source: id, file: id, count: z.int().min(1) }),
  /** They were taken over as fields, or left as the paper shows them. */
  FormFieldsAnswered: event(1, { document: id, source: id, taken: z.boolean() }),
  /** What the pages showed in the place of fields that were taken over is not on them any more: this file has taken the place of `from`. */
  PrintedValuesRemoved: event(1, { document: id, source: id, from: id, file: id, digest, size: z.int().min(1) }),
  /** The upload was signed before: what is prepared is a copy, in which those signatures are only drawn. */
  EarlierSignaturesFound: event(1, { document: id, source: id, count: z.int().min(1) }),
  /** The upload was a portfolio: the papers in it are no pages. */
  PortfolioFound: event(1, { document: id, source: id, papers: z.int().min(0) }),
  /** The upload claimed to conform to these: what is sealed does not claim it. */
  ClaimsFound: event(1, { document: id, source: id, claims: z.array(z.enum(CLAIMED_STANDARDS)).min(1) }),
  ConversionFailed: event(1, { document: id, source: id, reason: z.enum(CONVERSION_FAILURES) }),
  /** Somebody asked for the same upload to be converted again. */
  ConversionRetried: event(1, { document: id, source: id }),
}
