import { z } from 'zod'
import { MANY, shown } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** An email address or a mobile number, as somebody types it. */
const contact = z.string().trim().min(3).max(254)

/** Why a person's data in a document may be deleted, or stays. In addition to the document's own state: a legal hold, a corrected address. */
export const FATES = ['erasable', 'evidence', 'held', 'corrected', 'first-remove', 'first-end', 'first-wait'] as const
export type Fate = (typeof FATES)[number]

/** One place that a person has in a document: as somebody who signs, or is sent a copy. */
export const personPlace = z.object({
  document_key: key,
  document_name: shown,
  document_type: z.enum(['document', 'template']),
  status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected']),
  is_deleted: z.boolean(),
  as: z.enum(['signatory', 'copy_recipient']),
  /** What is held, as numbers: nothing of what it says. */
  holds: z.object({
    name: z.boolean(),
    email: z.boolean(),
    mobile: z.boolean(),
    values: z.int(),
    signatures: z.int(),
    visits: z.int(),
    mails: z.int(),
    reason: z.boolean(),
  }),
  fate: z.enum(FATES),
  /** When the whole document goes by the workspace's setting; null: not automatically. */
  until: shown.nullable(),
})
export type PersonPlace = z.infer<typeof personPlace>

/** POST /app/accounts/{key}/person_data: looks through a stretch of the workspace's documents. */
export const personSearch = z.object({ contact, after: key.optional() })
export const personSearchAnswer = succeeded({
  /** As it was compared: the address in lower case, the number in international form. */
  contact: shown,
  places: z.array(personPlace).max(MANY),
  /** How many documents were looked through. */
  looked: z.int(),
  /** Whether they stand in the address book, or were removed from it. */
  in_address_book: z.boolean(),
  /** Where the next stretch begins; null: that was all. */
  next: key.nullable(),
})
export type PersonSearchAnswer = z.infer<typeof personSearchAnswer>

const ERASED_AT_ONCE = 100
/** POST /app/accounts/{key}/erase_person: in these documents, and in the address book, what may go goes. */
export const personErasure = z.object({ contact, documents: z.array(key).max(ERASED_AT_ONCE) })
export const personErasureAnswer = succeeded({
  documents: z.array(z.object({ document_key: key, erased: z.boolean(), message: shown.nullable() })).max(ERASED_AT_ONCE),
  time: shown,
})
export type PersonErasureAnswer = z.infer<typeof personErasureAnswer>

/** Whether an account holder's profile may be deleted; `message` says why not. GET /app/user/profile_deletion. */
export const profileDeletion = succeeded({ possible: z.boolean(), why_not: shown.nullable() })
export type ProfileDeletion = z.infer<typeof profileDeletion>
/** POST /app/user/delete_profile. */
export const profileDeletionBody = z.object({ password: z.string().max(1_000) })

/** GET /app/accounts/{key}/former_members: who left this workspace and still has a profile. */
export const formerMembers = succeeded({
  former_members: z
    .array(z.object({ user_key: key, full_name: shown, email_address: shown, possible: z.boolean(), why_not: shown.nullable() }))
    .max(MANY),
})
export type FormerMember = z.infer<typeof formerMembers>['former_members'][number]
/** POST /app/accounts/{key}/delete_profile. */
export const formerMemberDeletion = z.object({ user_key: key })
