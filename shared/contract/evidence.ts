import { z } from 'zod'
import { MANY, open, shown } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const digest = shown

/** GET /app/evidence/{key}/anchor: the format of docs/events.md, "Anchors"; null while no anchor holds the document yet. */
export const anchorProof = z.object({
  format: z.literal('paraph-anchor-1'),
  leaf: z.object({ stream: shown, revision: z.int(), hash: digest }),
  index: z.int(),
  size: z.int(),
  path: z.array(digest).max(100),
  root: digest,
  anchor: open({ revision: z.int(), hash: digest }),
  timestamp: shown.nullable(),
  /** The events, without their values, that lead from what a sealed file carries to the leaf. */
  tail: z.array(open({ revision: z.int(), hash: digest })).max(MANY),
})
export const anchorAnswer = succeeded({ proof: anchorProof.nullable() })
export type AnchorProofAnswer = z.infer<typeof anchorProof>

/** GET /app/accounts/{key}/guard: for administrators. */
export const guardFinding = z.object({
  kind: z.enum(['event', 'chain', 'values', 'anchor', 'lost', 'anchors', 'file']),
  words: shown,
  /** The document, where the finding is about one. */
  document_key: key.nullable(),
  /** What it is called, where it is one of this workspace. */
  document_name: shown.nullable(),
  revision: z.int().nullable(),
})
export const guardReport = z.object({
  /** When the last full round began: what came later it may not have seen. */
  began: shown.nullable(),
  ended: shown.nullable(),
  events: z.int(),
  streams: z.int(),
  anchors: z.int(),
  files: z.int(),
  findings: z.array(guardFinding).max(MANY),
  /** Somebody asked for a round that has not ended yet. */
  checking: z.boolean(),
})
export const anchorsNow = z.object({
  /** Whether a timestamp authority is configured. */
  authority: z.boolean(),
  every_minutes: z.number().min(0).max(1_000_000),
  last: z.object({ number: z.int(), date: shown, root: digest, size: z.int(), timestamped: z.boolean() }).nullable(),
  /** Anchors that have no timestamp yet. */
  waiting: z.int(),
})
export type AnchorsNow = z.infer<typeof anchorsNow>
export const guardAnswer = succeeded({ report: guardReport, anchors: anchorsNow })
export type GuardAnswer = z.infer<typeof guardAnswer>
export type GuardReport = z.infer<typeof guardReport>
