import { z } from 'zod'
import type { Private } from '#domain/kernel'

/**
 * The names and shapes of events are what is stored for ever. A released shape never changes: give it a new
 * version, an upcaster and a fixture instead.
 */
export interface EventDefinition<S extends z.ZodObject> {
  readonly version: number
  readonly schema: S
  /** Top-level keys of `data` whose values are stored as salted digests. */
  readonly confidential: readonly string[]
  /** The property of `data` that names the signatory whose key seals those leaves; otherwise the pack's key does. */
  readonly subject: string | null
}

const confidential = new WeakSet<object>()
const withheld = z.strictObject({ $: z.string() })

/** A personal or confidential leaf. It may arrive withheld. */
export function sealed<T extends z.ZodType>(schema: T): z.ZodType<Private<z.infer<T>>> {
  const leaf = z.union([withheld, schema]) as unknown as z.ZodType<Private<z.infer<T>>>
  confidential.add(leaf)
  return leaf
}

/** Defines an event. `subject` names the property that holds the signatory whose leaves these are. */
export function event<S extends z.ZodRawShape>(version: number, shape: S, subject: (keyof S & string) | null = null) {
  return {
    version,
    schema: z.strictObject(shape),
    confidential: Object.keys(shape).filter((key) => confidential.has(shape[key] as object)),
    subject,
  }
}

/** Ids are UUIDs (version 7 where Paraph makes them; the specification lets clients name fields and signatories). */
export const id = z.uuid()
/** Thousandths of a point. */
export const milli = z.int().min(-100_000_000).max(100_000_000)
/** A length in thousandths of a point. */
export const length = z.int().min(1).max(100_000_000)
export const digest = z.string().length(43)
