import { done } from '#contract/envelope'
import { type GuardAnswer, guardAnswer } from '#contract/evidence'
import {
  formerMembers,
  type PersonErasureAnswer,
  type PersonSearchAnswer,
  personErasureAnswer,
  personSearchAnswer,
} from '#contract/person-data'
import { type RetentionAnswer, type RetentionChange, retentionAnswer } from '#contract/retention'
import { http } from '../../http/index.ts'

export const fetchRetention = (account: string, quiet = false): Promise<RetentionAnswer> =>
  http.get(`/app/accounts/${account}/keeping`, retentionAnswer, { quiet })
export const saveRetention = (account: string, data: RetentionChange): Promise<RetentionAnswer> =>
  http.post(`/app/accounts/${account}/keeping`, retentionAnswer, { data })
export const fetchGuard = (account: string, quiet = false): Promise<GuardAnswer> =>
  http.get(`/app/accounts/${account}/guard`, guardAnswer, { quiet })
export const checkEverything = (account: string): Promise<GuardAnswer> => http.post(`/app/accounts/${account}/guard`, guardAnswer, {})
export const proofUrl = (document: string) => `/app/evidence/${document}/anchor`
export const takeoutUrl = (account: string) => `/app/accounts/${account}/export`
export const anchorsUrl = (account: string) => `/app/accounts/${account}/anchors`

export const searchPerson = (account: string, contact: string, after?: string): Promise<PersonSearchAnswer> =>
  http.post(`/app/accounts/${account}/person_data`, personSearchAnswer, { data: { contact, ...(after ? { after } : {}) } })
export const erasePerson = (account: string, contact: string, documents: readonly string[]): Promise<PersonErasureAnswer> =>
  http.post(`/app/accounts/${account}/erase_person`, personErasureAnswer, { data: { contact, documents: documents.slice(0, AT_ONCE) } })
export const fetchFormerMembers = (account: string) => http.get(`/app/accounts/${account}/former_members`, formerMembers)
export const deleteProfileOf = (account: string, user: string) =>
  http.post(`/app/accounts/${account}/delete_profile`, done, { data: { user_key: user } })
/** The most documents that one call takes. */
const AT_ONCE = 100
