import { disclosed } from '#domain/kernel'
import type { PackFact, PackFactType } from '../events/index.ts'
import { signatoryOf } from '../signatories.ts'
import type { PackState } from '../state.ts'
import { auditDocuments } from './documents.ts'
import { auditFields } from './fields.ts'
import { auditLifecycle } from './lifecycle.ts'
import { auditRequests } from './requests.ts'
import { auditSealing } from './sealing.ts'
import { auditSettings } from './settings.ts'
import { auditSignatories } from './signatories.ts'
import { auditSigning } from './signing.ts'
import type { AuditSlots } from './words.ts'

export type { AuditSlots } from './words.ts'

export interface AuditWords {
  readonly code: PackFactType
  readonly slots: AuditSlots
}

const lines = {
  ...auditLifecycle,
  ...auditDocuments,
  ...auditFields,
  ...auditSignatories,
  ...auditSettings,
  ...auditRequests,
  ...auditSigning,
  ...auditSealing,
}

/** What the audit trail says of a fact: which sentence, filled with what. */
export function auditWords(fact: PackFact): AuditWords {
  // The lookup gives the line of this very type: what the compiler cannot follow.
  const slots = lines[fact.type][1] as (data: PackFact['data']) => AuditSlots
  return { code: fact.type, slots: slots(fact.data) }
}

/** The sentence, with keys replaced by the names that this state gives them, as far as they are readable in it. */
export function auditSentence({ code, slots }: AuditWords, state: PackState): string {
  return lines[code][0].replace(/\{(\w+)\}/g, (_slot, name: string) => {
    const value = String(slots[name] ?? '')
    return NAMED[name]?.(state, value) ?? value
  })
}

const NAMED: { readonly [slot: string]: (state: PackState, key: string) => string | undefined } = {
  signatory: nameOfPerson,
  recipient: nameOfPerson,
  field: (state, key) => {
    const field = Object.hasOwn(state.fields, key) ? state.fields[key] : undefined
    return field ? `field ${disclosed(field.customId, '') || field.type}` : 'a field'
  },
  document: (state, key) => {
    const document = state.documents.find((document) => document.key === key)
    return (document && (disclosed(document.name, '') || disclosed(state.name, ''))) || 'the document'
  },
}

function nameOfPerson(state: PackState, uuid: string): string | undefined {
  if (uuid === 'self') return 'the sender'
  const signatory = signatoryOf(state, uuid)
  if (signatory) return disclosed(signatory.name, '') || disclosed(signatory.role, '') || 'a signer'
  const recipient = state.copyRecipients.find((recipient) => recipient.uuid === uuid)
  return recipient && (disclosed(recipient.name, '') || 'a copy recipient')
}
