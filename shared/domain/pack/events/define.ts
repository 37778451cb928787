import { z } from 'zod'

/** Ids are UUIDs (version 7 where Paraph makes them; the specification lets clients name fields and signatories). */
export const id = z.uuid()
/** Thousandths of a point. */
export const milli = z.int().min(-100_000_000).max(100_000_000)
/** A length in thousandths of a point. */
export const length = z.int().min(1).max(100_000_000)
export const digest = z.string().length(43)
