import { z } from 'zod'
import type { FactCodec } from './decider.ts'
import type { Fact } from './event.ts'
import type { Private } from './private.ts'

/**
 * The names and shapes of events are what is stored for ever. A released shape never changes: give it a new
 * version, an upcaster and a fixture instead.
 */
export interface EventDefinition<S extends z.ZodObject> {
  readonly version: number
  readonly schema: S
  /** Top-level keys of `data` whose values are stored as salted digests. */
  readonly confidential: readonly string[]
  /** The property of `data` that names the signatory whose key seals those leaves; otherwise the stream's own key does. */
  readonly subject: string | null
  /** Top-level keys of `data` whose values are kept under their digest, once for all streams that hold them. */
  readonly shared: readonly string[]
  /** Top-level lists of rows, each sealed under the subject that it names itself. */
  readonly rows: Readonly<Record<string, SealedRows>>
  /** Brings the data of each earlier version to the next; the first entry reads version 1. */
  readonly upcasters: readonly Upcaster[]
}
interface SealedRows {
  /** The property of a row that names the subject; null: they are the stream's own. */
  readonly subject: string | null
  readonly confidential: readonly string[]
}
type Upcaster = (data: Readonly<Record<string, unknown>>) => object

/** The subject whose key seals what belongs to a stream as a whole. */
export const OWN_SUBJECT = 'pack'

const confidential = new WeakSet<object>()
const kept = new WeakSet<object>()
const rowsOf = new WeakMap<object, SealedRows>()
const withheld = z.strictObject({ $: z.string() })

/** A personal or confidential leaf. It may arrive withheld. */
export function sealed<T extends z.ZodType>(schema: T): z.ZodType<Private<z.infer<T>>> {
  const leaf = z.union([withheld, schema]) as unknown as z.ZodType<Private<z.infer<T>>>
  confidential.add(leaf)
  return leaf
}

/**
 * A leaf that many streams hold alike: it is kept under its digest, once, as long as one of them does. It brings its own salt, the same
 * for the same value, so that the digest is the same too.
 */
export function shared<T extends z.ZodType<{ readonly salt: string }>>(schema: T): z.ZodType<Private<z.infer<T>>> {
  // What many hold comes as one object: it is looked through once.
  const fits = new WeakSet<object>()
  const once = z.custom((value) => {
    if (typeof value !== 'object' || value === null || !(fits.has(value) || schema.safeParse(value).success)) return false
    fits.add(value)
    return true
  })
  const leaf = z.union([withheld, once]) as unknown as z.ZodType<Private<z.infer<T>>>
  kept.add(leaf)
  return leaf
}

/** A list of rows about a person each, in one event: the confidential leaves of a row are sealed under the subject that `subject` names. */
export function sealedRows<S extends z.ZodRawShape>(subject: (keyof S & string) | null, shape: S) {
  const keys = Object.keys(shape).filter((key) => confidential.has(shape[key] as object))
  // What bounds the list makes another schema of it, with the same rows.
  const row = z.strictObject(shape)
  rowsOf.set(row, { subject, confidential: keys })
  return z.array(row)
}

/** Defines an event. `subject` names the property that holds the signatory whose leaves these are. */
export function event<S extends z.ZodRawShape>(
  version: number,
  shape: S,
  subject: (keyof S & string) | null = null,
  upcasters: readonly Upcaster[] = [],
) {
  return {
    version,
    schema: z.strictObject(shape),
    confidential: Object.keys(shape).filter((key) => confidential.has(shape[key] as object)),
    shared: Object.keys(shape).filter((key) => kept.has(shape[key] as object)),
    subject,
    rows: Object.fromEntries(
      Object.entries(shape).flatMap(([key, schema]) => {
        const found = schema instanceof z.ZodArray ? rowsOf.get(schema.element) : undefined
        return found ? [[key, found]] : []
      }),
    ),
    upcasters,
  }
}

/** The facts that a table of events defines, as a union. */
export type FactsOf<T> = {
  [K in keyof T & string]: T[K] extends { schema: infer S extends z.ZodType } ? { readonly type: K; readonly data: z.infer<S> } : never
}[keyof T & string]

/** An event of a kind or version that this program never wrote: a newer program runs next to it, or did. */
export class UnknownEvent extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'UnknownEvent'
  }
}

type Row = Readonly<Record<string, unknown>>
const leavesOfRows = (list: string, rows: readonly Row[], { subject, confidential: keys }: SealedRows) =>
  rows.flatMap((row, at) =>
    keys.map((key) => ({ path: ['data', list, at, key], subject: subject === null ? OWN_SUBJECT : String(row[subject]) })),
  )

/** The codec of an aggregate. It reads events of earlier versions in today's shape. */
export function codecOf<E extends Fact>(events: Readonly<Record<E['type'], EventDefinition<z.ZodObject>>>, whose: string): FactCodec<E> {
  const definitionOf = (type: string): EventDefinition<z.ZodObject> => {
    if (!Object.hasOwn(events, type)) throw new UnknownEvent(`no event of ${whose} is called ${type}`)
    return events[type as E['type']]
  }
  return {
    version: (type) => definitionOf(type).version,
    confidential(fact) {
      const { confidential: keys, subject, rows } = definitionOf(fact.type)
      const data = fact.data as Readonly<Record<string, unknown>>
      const owner = subject === null ? OWN_SUBJECT : String(data[subject])
      const own = keys.filter((key) => key in data).map((key) => ({ path: ['data', key], subject: owner }))
      return [...own, ...Object.entries(rows).flatMap(([list, of]) => leavesOfRows(list, data[list] as readonly Row[], of))]
    },
    shared: (type) => definitionOf(type).shared.map((key) => ['data', key]),
    upcast(type, version, data) {
      const definition = definitionOf(type)
      const isWritten = version === definition.version || definition.upcasters[version - 1] !== undefined
      if (!isWritten) throw new UnknownEvent(`${type} was never written in version ${version}`)
      const today = definition.upcasters.slice(version - 1).reduce<object>((was, up) => up(was as Readonly<Record<string, unknown>>), data)
      return { type, data: definition.schema.parse(version === definition.version ? data : today) } as unknown as E
    },
  }
}
