import { z } from 'zod'
import { MAX_APPEND_BYTES, utcOf } from '#domain/kernel'
import { MOST_TEXT } from '#domain/pack'

/**
 * How much a call, an answer or a live message may hold: the one home of bounds that are no rule of the domain. What is a little more than
 * the domain allows still reaches it, which refuses it in its own words, a field at a time; beyond these bounds nothing is read.
 */

/** Bytes of a JSON or form body, where a call does not say otherwise. */
export const MOST_BODY_BYTES = 1_048_576
/** Members of a body: an object, or the fields of a form. */
export const MOST_MEMBERS = 1_000
/** How deep JSON may nest. A drawn signature of a field, the deepest thing that is sent, nests seven deep. */
export const MOST_DEPTH = 32
/**
 * Lists and objects in a JSON body. Each takes many times the two bytes that it is written in; a call that saves a hundred drawn signatures
 * has some thousands.
 */
export const MOST_NODES = 100_000
/** Of lists without pages, such as the events of one document. */
export const MANY = 1_000_000

/** A text that the domain judges. The longest that it takes anywhere has so many characters, of up to two units of UTF-16 each. */
export const text = z.string().max(2 * MOST_TEXT)
/** A key, token, code or cursor that leads nowhere unless it is known. */
export const token = z.string().max(200)
/** A switch in an address: any word means yes. */
export const word = z.string().max(100)
/** A number that the domain judges, and refuses in its own words. */
export const judged = z.int().min(-1_000_000_000).max(1_000_000_000)
export const whole = (least: number, most: number) => z.int().min(least).max(most)
/** A whole number in an address. */
export const numeral = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const MOST_REVISION = 1_000_000_000
/** An event's place in its stream; -1 is before the first. */
export const revision = whole(-1, MOST_REVISION)
export const revisionInAddress = numeral(0, MOST_REVISION)
/** Zero-based. */
const MOST_PAGE = 100_000
export const page = whole(0, MOST_PAGE)
export const pageInAddress = numeral(0, MOST_PAGE)
/** A side of a picture, in pixels: no picture that is taken has more of them altogether. */
export const side = whole(1, 25_000_000)
/** Points from the visible page's top left; decimals allowed, kept to the thousandth. */
export const points = z.number().min(-100_000).max(100_000)

/** A time that was sent, as ISO 8601 writes it in UTC. */
export const instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((time) => utcOf(time) !== null, 'A time lies between the years 1 and 9999.')
  .transform((time) => utcOf(time)!)
/** JSON of any shape, for what is judged by whom it is handed to. */
export const json = z
  .unknown()
  .refine((value) => nestsWithin(value, MOST_DEPTH), 'It nests too deep.')
  .meta({ 'x-max-depth': MOST_DEPTH })
const nestsWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((one) => nestsWithin(one, levels - 1)))

/** A switch in an address or in a form. */
export const flag = z.stringbool().meta({ maxLength: 8 })

/** A text of an answer. The log refuses to store a longer one, so that no answer measures its texts again. */
export const shown = z.string().meta({ maxLength: MAX_APPEND_BYTES })
/** Pack states, events and other stored data that answers carry, within the domain's own bounds. */
export const stored = z.unknown().meta({ 'x-bounded-by': 'what is stored' })
/** A record in an answer: more may stand in it than is named here. */
export const open = <S extends z.ZodRawShape>(shape: S) => z.object(shape).catchall(stored)
/** What an answer says of each key, at most so many. */
export const byKey = <V extends z.ZodType>(value: V, most: number) =>
  z
    .record(z.string().max(200), value)
    .refine((record) => Object.keys(record).length <= most)
    .meta({ maxProperties: most })
