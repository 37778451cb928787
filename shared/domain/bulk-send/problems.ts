import { inWords } from '#domain/kernel'
import { PACK_REFUSALS, type PackRefusalCode } from '#domain/pack'
import type { MappingTarget } from './mapping.ts'

/** What is wrong with a mapping, or with what a row makes of it. */
export const MAPPING_PROBLEMS = {
  'name-undefined': 'Name not defined',
  'email-undefined': 'Email not defined',
  'mobile-undefined': 'Mobile number not defined',
  'email-or-mobile-undefined': 'Email or mobile number are required.',
  'email-invalid': 'Email address is invalid',
  'name-required': 'Name is required',
  'linked-email-invalid': 'Not a valid email address in linked data',
  'mobile-invalid': 'Not a valid mobile',
  'field-undefined': 'Required field {id}, has no data or mapping',
  'address-repeated': 'Row {row} has the same address',
  'address-bounced': 'A mail to this address came back earlier. Correct the address, or leave the row out.',
  'target-missing': 'The template no longer has “{name}”, to which the mapping gives a value. Give it to something else, or remove it.',
  'column-missing': 'The list has no column “{column}”. Choose another column.',
} as const
export type MappingProblemCode = keyof typeof MAPPING_PROBLEMS

export interface MappingProblem {
  readonly code: MappingProblemCode | PackRefusalCode
  /** null: the document as a whole. */
  readonly at: MappingTarget | null
  readonly message: string
}

type Slots = Readonly<Record<string, string | number>>

export function mappingProblem(code: MappingProblemCode, at: MappingTarget, slots: Slots = {}): MappingProblem {
  return { code, at, message: inWords(MAPPING_PROBLEMS[code], slots) }
}

/** A rule of documents that a row does not meet, in the words that its editor has for it. */
export function documentProblem(code: PackRefusalCode, at: MappingTarget | null, slots: Slots = {}): MappingProblem {
  return { code, at, message: inWords(PACK_REFUSALS[code].says, slots) }
}
