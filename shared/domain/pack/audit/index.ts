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

/** What happened, in a sentence without its actor. `state` is the pack after it. */
export function auditWords(fact: PackFact, state: PackState): string {
  const line = lines[fact.type]
  // The line of a fact's type takes that fact's data: what the compiler cannot follow through the lookup.
  return typeof line === 'string' ? line : (line as (data: object, state: PackState) => string)(fact.data, state)
}
