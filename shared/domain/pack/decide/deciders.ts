import { decideAppendices } from './appendices.ts'
import type { Deciders } from './context.ts'
import { decideCustomFields } from './custom-fields.ts'
import { decideDocuments } from './documents.ts'
import { decideErasure } from './erasure.ts'
import { decideExclusion } from './exclusion.ts'
import { decideExpiry } from './expiry.ts'
import { decideFields } from './fields.ts'
import { decideForm } from './form.ts'
import { decideLifecycle } from './lifecycle.ts'
import { decideNotifications } from './notifications.ts'
import { decidePlacing } from './placing.ts'
import { decideRequests } from './requests.ts'
import { decideRules } from './rules.ts'
import { decideSealing } from './sealing.ts'
import { decideSettings } from './settings.ts'
import { decideSignatories } from './signatories.ts'
import { deciders as ofSigners } from './signer-deciders.ts'
import { decideSignerGroups } from './signer-groups.ts'

/** Of every command that a pack understands. */
export const deciders: Deciders = {
  ...ofSigners,
  ...decideLifecycle,
  ...decideDocuments,
  ...decidePlacing,
  ...decideFields,
  ...decideRules,
  ...decideForm,
  ...decideSignatories,
  ...decideSignerGroups,
  ...decideSettings,
  ...decideCustomFields,
  ...decideAppendices,
  ...decideRequests,
  ...decideExclusion,
  ...decideExpiry,
  ...decideNotifications,
  ...decideSealing,
  ...decideErasure,
}
