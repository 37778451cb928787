import { canonicalArray, canonicalise, canonicalObject, digestOf, type Json, WITHHELD } from '#domain/kernel'
import { appendicesFor } from './appendices.ts'
import { documentsShownToSigners } from './documents.ts'
import { fieldTypeOf } from './field-types/index.ts'
import { enabledFields, heldIn, isFilled, withheldIn } from './fields.ts'
import { liveFormEntries } from './form.ts'
import { initial } from './initial.ts'
import { rulesSeen } from './rules/seen.ts'
import { isMultiEdit, isSigned, liveSignatories } from './signatories.ts'
import type { Assignee, ChildDocument, Field, PackState, Signatory } from './state.ts'
import type { Audience } from './who.ts'

/**
 * The pack as an audience may see it. The team sees all but the values of signatories who have not finished; a
 * signatory sees the pages, their own details and values, and of others the name, role, status and what they
 * finished with. A view of a view is the same view.
 */
export function viewFor(state: PackState, audience: Audience): PackState {
  switch (audience.of) {
    case 'everything':
      return state
    case 'team':
      return { ...state, fields: fieldsSeen(state, audience) }
    case 'signatory':
      return isShownToSignatories(state) ? signatoryView(state, audience.signatory) : unseen(state)
    default:
      return audience satisfies never
  }
}

/** In setup and in the trash a pack is nobody's but the team's. */
export function isShownToSignatories(state: PackState): boolean {
  return state.exists && state.status !== 'setup' && state.trashed === null
}

/** May this audience read a value that `filledBy` put into a field of `assignee`? Others learn only that it is filled. */
export function mayRead(state: PackState, audience: Audience, filledBy: Assignee, assignee: Assignee): boolean {
  if (audience.of === 'everything' || filledBy === 'self' || filledBy === null) return true
  if (isSigned(state, filledBy, assignee)) return true
  if (audience.of === 'team') return false
  return filledBy === audience.signatory || assignee === audience.signatory || isMultiEdit(state, audience.signatory)
}

/** The same of a field: its help text is meant to be read by everybody who sees it. */
export function mayReadIn(state: PackState, audience: Audience, field: Pick<Field, 'type' | 'assignee'>, filledBy: Assignee): boolean {
  return fieldTypeOf(field).isExcludedFromSigning || mayRead(state, audience, filledBy, field.assignee)
}

/**
 * The digest of what a signatory sees and signs: the file behind every page, every field's place, looks and duty,
 * the values they may read (their own, so that what is signed is pinned; the sender's; those of signatories who have
 * finished), the pack's name and message, the supporting documents that are for them, and who signs by name and role. Left out is whatever changes without a
 * change on the page: drafts of others, who is there, requests, links, visits, times and statuses. It is the same
 * over the whole state and over the signatory's own view, so that their browser can compute it too; a server may bring a
 * faster `digest`.
 */
export function viewDigest(state: PackState, signatory: string, digest: (text: string) => string = digestOf): string {
  const view = isShownToSignatories(state) ? { ...state, signatories: liveSignatories(state) } : unseen(state)
  const seen: Record<string, string> = {
    name: written(view.name),
    message: written(view.settings.message),
    documents: documentsSigned(documentsShownToSigners(view)),
    fields: canonicalArray(
      enabledFields(view)
        .filter((field) => !fieldTypeOf(field).isExcludedFromSigning)
        .map((field) => fieldSigned(view, field, signatory)),
    ),
    signatories: written(view.signatories.map(({ uuid, name, role }) => ({ uuid, name, role }))),
  }
  const appendices = appendicesFor(view, 'signatories').map(({ key, description, file }) => ({ key, description, file }))
  // Absent where there are none: documents signed before this existed must keep their digest.
  if (appendices.length > 0) seen.appendices = written(appendices)
  const form = liveFormEntries(view).map(({ type, asksFor, label }) => ({ type, asksFor, label }))
  if (form.length > 0) seen.form = written(form)
  return digest(canonicalObject(seen))
}

const written = (value: unknown) => canonicalise(value as Json)

/** What of the documents is signed: they change before anybody signs and after everybody has. */
const signedOf = new WeakMap<readonly ChildDocument[], string>()

function documentsSigned(documents: readonly ChildDocument[]): string {
  const before = signedOf.get(documents)
  if (before !== undefined) return before
  const text = written(
    documents.map(({ key, name, pages, conversion }) => ({
      key,
      name,
      pages: pages.map(({ width, height }) => ({ width, height })),
      digest: conversion.state === 'converted' ? conversion.digest : null,
    })),
  )
  signedOf.set(documents, text)
  return text
}

/** What of each field is signed, where its value may be read and where not: of hundreds, one has changed since the last look. */
const signedAs = { read: new WeakMap<Field, string>(), unread: new WeakMap<Field, string>() }

function fieldSigned(view: PackState, field: Field, signatory: string): string {
  // Whether others' drafts are filled yet changes with every stroke of theirs and nothing on this page.
  const isRead = mayRead(view, { of: 'signatory', signatory }, field.filledBy, field.assignee)
  const known = isRead ? signedAs.read : signedAs.unread
  const before = known.get(field)
  if (before !== undefined) return before
  const { updated: _, updatedBy: __, removed: ___, filledBy: ____, filledFrom: _____, value, ...looks } = field
  const text = written({ ...looks, value: isRead ? value : null })
  known.set(field, text)
  return text
}

/** What anybody may know of a pack that they may not see: that it is not theirs to see now. */
function unseen(state: PackState): PackState {
  const { exists, kind, status, trashed } = state
  return { ...initial, exists, kind, status, trashed, moved: null }
}

/** Messages next to the document are for the team and their addressee. */
export function isShownTo(signatory: string, field: Pick<Field, 'type' | 'assignee'>): boolean {
  return !fieldTypeOf(field).isExcludedFromSigning || field.assignee === signatory
}

function signatoryView(
  {
    postponements = {},
    bulkSend: _,
    takenOverBy: __,
    customFields: ___,
    written: ____,
    earlierWorkspaces: _____,
    groupsKnown: ______,
    ...state
  }: PackState,
  own: string,
): PackState {
  const documents = documentsShownToSigners(state)
  const isThere = ({ document }: Field) => documents === state.documents || documents.some(({ key }) => key === document)
  const live = Object.values(state.fields).filter((field) => !field.removed && isShownTo(own, field) && isThere(field))
  const seen = (field: Field): Field => ({
    ...fieldSeen(state, field, { of: 'signatory', signatory: own }),
    updatedBy: principalSeen(field.updatedBy),
  })
  const fields = Object.fromEntries(live.map((field) => [field.key, seen(field)]))
  return {
    ...state,
    workspace: '',
    creator: '',
    from: null,
    ...(state.form && { form: liveFormEntries({ ...state, fields }) }),
    ...(state.rules && { rules: rulesSeen({ ...state, fields }, own) }),
    documents: documents.map(documentSeen),
    fields,
    fieldOrder: state.fieldOrder.filter((key) => Object.hasOwn(fields, key)),
    signatories: state.signatories
      .filter((signatory) => !signatory.removed)
      .map((signatory) => signatorySeen(signatory, own, state.settings)),
    ...(state.groups ? { groups: state.groups.map((group) => ({ ...group, name: WITHHELD })) } : {}),
    copyRecipients: [],
    appendices: appendicesFor(state, 'signatories'),
    finalCopies: {},
    notifications: initial.notifications,
    ...(Object.hasOwn(postponements, own) ? { postponements: { [own]: postponements[own] ?? 0 } } : {}),
    opened: {},
    observed: {},
    revealed: {},
    // It would tell of visits, mails and drafts that are not theirs to know of.
    moved: null,
  }
}

function fieldsSeen(state: PackState, audience: Audience): PackState['fields'] {
  return Object.fromEntries(Object.values(state.fields).map((field) => [field.key, fieldSeen(state, field, audience)]))
}

function fieldSeen(state: PackState, field: Field, audience: Audience): Field {
  const held = heldIn(field)
  return !isFilled(held) || mayReadIn(state, audience, field, held.filledBy) ? field : withheldIn(field)
}

function documentSeen({ rejected, ...document }: ChildDocument): ChildDocument {
  const { conversion, sealing } = document
  return {
    ...document,
    filename: WITHHELD,
    conversion: 'source' in conversion ? { ...conversion, source: '' } : conversion,
    found: { formFields: null, signatures: 0, papers: null, answered: null },
    sealing: sealing.state === 'sealed' ? { ...sealing, renewal: null } : { state: 'not-started', attempt: 0 },
    stampedPages: [],
    evidencePages: { seal: 0, audit: 0 },
    ...(rejected ? { rejected: { ...rejected, reason: WITHHELD } } : {}),
  }
}

function signatorySeen(signatory: Signatory, own: string, { obfuscateContactInfo }: PackState['settings']): Signatory {
  const unknown = { user: null, request: null, requestsSent: 0, asked: false, links: [], visited: null, visit: null }
  const { inPresenceOf, setUpBy: _, ...known } = signatory
  if (signatory.uuid === own) return { ...known, ...unknown, ...(inPresenceOf === undefined ? {} : { inPresenceOf: '' }) }
  return {
    ...known,
    ...unknown,
    ...(obfuscateContactInfo ? { email: WITHHELD, mobile: WITHHELD } : {}),
    channel: 'email',
    notified: { signing: true, viewing: true },
    ...(signatory.viewingBeforeExclusion === undefined ? {} : { viewingBeforeExclusion: true }),
    consent: null,
    signedView: null,
    postponed: false,
    rejectionReason: WITHHELD,
  }
}

/** Signatories know each other by uuid; users, applications and processes are nobody to them. */
export function principalSeen(principal: string): string {
  return principal.startsWith('signatory:') ? principal : ''
}
