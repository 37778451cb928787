import { isStorable } from '#domain/kernel'
import { type Refused, refuse } from './refuse.ts'

/** How much of what a pack holds. */
export const MOST = {
  name: 200,
  role: 200,
  email: 320,
  mobile: 50,
  subject: 500,
  message: 10_000,
  url: 2_000,
  reason: 2_000,
  customId: 200,
  description: 2_000,
  group: 200,
  /** Headings, one under the other. */
  hierarchy: 10,
  buttonText: 80,
  continueQuestion: 500,
  option: 500,
  options: 1_000,
  fields: 5_000,
  /** Of one signatory, those included that were removed: they stay in the document. */
  notes: 100,
  signatories: 500,
  signerGroups: 100,
  copyRecipients: 500,
  notificationRules: 50,
  fieldRules: 1_000,
  condition: 50_000,
  formEntries: 5_000,
  formLabel: 2_000,
  /** Moments recorded of one visit; a phone that blinks all day adds nothing more. */
  pauses: 20,
  /** Of a visit: from the pages to the form and back. */
  viewSwitches: 50,
  customFields: 500,
  customFieldValue: 2_000,
  documents: 100,
  appendices: 100,
} as const

/** Text is taken as it is written, in any script: only its length and what cannot be stored are refused. */
export function textRefusal(text: string, most: number): Refused | null {
  if (!isStorable(text)) return refuse('not-text')
  return text.length <= most || [...text].length <= most ? null : refuse('too-long', { slots: { most } })
}
