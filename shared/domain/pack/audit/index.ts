import { BULK_SENDS } from '../bulk-sends.ts'
import type { PackFact } from '../events/index.ts'
import type { PackState } from '../state.ts'
import { auditAppendices } from './appendices.ts'
import { auditCustomFields } from './custom-fields.ts'
import { auditDocuments } from './documents.ts'
import { auditErasure } from './erasure.ts'
import { auditExpiry } from './expiry.ts'
import { auditFields } from './fields.ts'
import { auditForm } from './form.ts'
import { auditLifecycle } from './lifecycle.ts'
import { auditNotifications } from './notifications.ts'
import { auditRequests } from './requests.ts'
import { auditRules } from './rules.ts'
import { auditSealing } from './sealing.ts'
import { auditSettings } from './settings.ts'
import { auditSignatories } from './signatories.ts'
import { auditSigning } from './signing.ts'
import { auditVisits } from './visits.ts'

const lines = {
  ...auditLifecycle,
  ...auditDocuments,
  ...auditFields,
  ...auditRules,
  ...auditForm,
  ...auditSignatories,
  ...auditSettings,
  ...auditCustomFields,
  ...auditAppendices,
  ...auditRequests,
  ...auditExpiry,
  ...auditNotifications,
  ...auditSigning,
  ...auditVisits,
  ...auditSealing,
  ...auditErasure,
}

/** What a bulk send takes from the row of its list. */
const FROM_ROW: ReadonlySet<PackFact['type']> = new Set([
  'PackRenamed',
  'SubjectChanged',
  'MessageChanged',
  'SignatoryNamed',
  'SignatoryEmailChanged',
  'SignatoryMobileChanged',
  'CopyRecipientNamed',
  'CopyRecipientEmailChanged',
  'CopyRecipientMobileChanged',
  'FieldFilledBySender',
  'FieldsFilledBySender',
  'CustomFieldSet',
])

/** What happened, in a sentence without its actor, the `principal`. `state` is the pack after it. */
export function auditWords(fact: PackFact, state: PackState, principal = ''): string {
  const line = lines[fact.type]
  // The line of a fact's type takes that fact's data: what the compiler cannot follow through the lookup.
  const words = typeof line === 'string' ? line : (line as (data: object, state: PackState) => string)(fact.data, state)
  const isFromRow = principal === BULK_SENDS && state.bulkSend && FROM_ROW.has(fact.type)
  return isFromRow ? `${words}, from row ${state.bulkSend!.row} of the bulk send` : words
}
