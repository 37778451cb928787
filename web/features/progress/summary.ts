import type { AuditRecord } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import {
  clearedByRevert,
  downloadEnabled,
  fieldsDue,
  groupOf,
  hasExpired,
  isTurnOf,
  isVisit,
  liveSignatories,
  needsNewLink,
  nobodyIsLeft,
  type PackFactType,
  type PackState,
  remainingDocuments,
  type Signatory,
  type SignerGroup,
  signatoriesInOrder,
  signatoryLabel,
  stepsInOrder,
} from '#domain/pack'
import { digestOfAddress } from '#domain/user'
import type { Presence } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import type { Me } from '../auth/index.ts'
import { progress } from './messages.ts'

/** What is known of somebody; '' once that was deleted at their request. */
export const knownAs = (signatory: Signatory): string => disclosed(signatory.name, '') || disclosed(signatory.role, '')
export const nameOf = (signatory: Signatory): string => knownAs(signatory) || wordsOf(progress)('a_signer')

export const isMe = ({ user, email }: Signatory, me: Me): boolean =>
  user === me.user || (disclosed(email, '') !== '' && digestOfAddress(disclosed(email, '')) === me.address)

export interface SignerRow {
  readonly signatory: Signatory
  readonly name: string
  readonly role: string
  /** Where to reach them, as it is shown. */
  readonly contact: string
  readonly byMail: boolean
  readonly colour: number
  readonly group: SignerGroup | null
  readonly done: number
  readonly due: number
  readonly label: 'queued' | 'awaiting' | 'expired' | 'completed' | 'rejected' | 'excluded'
  /** Names of those who come before. */
  readonly waitsFor: readonly string[]
  readonly here: { readonly page: number | null; readonly typing: string | null } | null
}

const LABELS = {
  Queued: 'queued',
  'Awaiting Signature': 'awaiting',
  Expired: 'expired',
  Completed: 'completed',
  Rejected: 'rejected',
  Excluded: 'excluded',
} as const

/** The signers in their order, with everything a row says of them. */
export function signerRows(view: PackState, people: Presence): readonly SignerRow[] {
  const steps = stepsInOrder(view)
  return signatoriesInOrder(view).map((signatory) => {
    const step = steps.findIndex((members) => members.includes(signatory))
    const { label, waitsForOthers } = signatoryLabel(view, signatory)
    const email = disclosed(signatory.email, '')
    const present = signersHere(view, people).find(({ signatory: { uuid } }) => uuid === signatory.uuid)
    return {
      signatory,
      name: nameOf(signatory),
      role: disclosed(signatory.name, '') ? disclosed(signatory.role, '') : '',
      contact: email || disclosed(signatory.mobile, ''),
      byMail: email !== '',
      colour: view.signatories.indexOf(signatory),
      group: groupOf(view, signatory.uuid) ?? null,
      ...fieldsDue(view, signatory.uuid),
      label: LABELS[label],
      waitsFor: waitsForOthers
        ? steps
            .slice(0, step)
            .flat()
            .filter(({ status, optional }) => status !== 'complete' && status !== 'excluded' && !optional)
            .map(nameOf)
        : [],
      here: present ? { page: present.page, typing: present.typing } : null,
    }
  })
}

interface SignerHere {
  readonly signatory: Signatory
  readonly page: number | null
  /** The field they type in; what they type there is theirs until they finish. */
  readonly typing: string | null
}

/** Signers who look at the document while it is theirs to sign: who has finished may keep the page open, but is not at work. */
export function signersHere(view: PackState, people: Presence): readonly SignerHere[] {
  return people.flatMap(({ id, as, page, typing }) => {
    const signatory = as === 'signatory' ? view.signatories.find(({ uuid }) => id.endsWith(uuid)) : undefined
    return signatory && signatoryLabel(view, signatory).label === 'Awaiting Signature' ? [{ signatory, page, typing }] : []
  })
}

/** Names of those whom a reminder reaches now. */
export function remindable(view: PackState): readonly string[] {
  if (view.status !== 'awaiting_signatures' || view.trashed !== null || hasExpired(view)) return []
  const waits = ({ uuid, status, request, notified }: Signatory) =>
    status === 'awaiting_signatures' && notified.signing && request !== null && request.state !== 'queued' && isTurnOf(view, uuid)
  return signatoriesInOrder(view).filter(waits).map(nameOf)
}

/** Names of those whose link has ended without their doing. */
export const linkless = (view: PackState): readonly string[] =>
  view.trashed === null
    ? signatoriesInOrder(view)
        .filter((signatory) => needsNewLink(view, signatory))
        .map(nameOf)
    : []

/** Names of those whose signatures or initials go when the document goes back to setup. */
export function losingSignatures(view: PackState): readonly string[] {
  const owners = new Set(clearedByRevert(view).map(({ assignee }) => assignee))
  return signatoriesInOrder(view)
    .filter(({ uuid }) => owners.has(uuid))
    .map(nameOf)
}

export interface Totals {
  readonly signed: number
  readonly signers: number
  readonly done: number
  readonly due: number
}

export function totalsOf(view: PackState): Totals {
  const counting = liveSignatories(view).filter(({ status }) => status !== 'excluded')
  const fields = counting.map(({ uuid }) => fieldsDue(view, uuid))
  return {
    signed: counting.filter(({ status }) => status === 'complete').length,
    signers: counting.length,
    done: fields.reduce((sum, { done }) => sum + done, 0),
    due: fields.reduce((sum, { due }) => sum + due, 0),
  }
}

/** When the document itself last changed, for all that happened to it; null while that is not known. */
export function lastChange(trail: readonly AuditRecord[] | null): string | null {
  return trail?.findLast(({ code }) => !isVisit(code as PackFactType))?.date_created ?? null
}

/** The final file is there, or on its way. */
export const isFileDue = (view: PackState): boolean => downloadEnabled(view) && !nobodyIsLeft(view)

/** Of every document's way to its final file, the one that matters most: what failed, what runs, what is there. */
export function sealingOf(view: PackState): 'not-started' | 'running' | 'failed' | 'sealed' {
  const states = remainingDocuments(view).map(({ sealing }) => sealing.state)
  if (states.includes('failed')) return 'failed'
  if (view.status === 'complete' && states.length > 0 && states.every((state) => state === 'sealed')) return 'sealed'
  return states.includes('running') || states.includes('sealed') || isFileDue(view) ? 'running' : 'not-started'
}

/** Pages of all documents one after another, as presence counts them within each document. */
export interface PageOf {
  readonly document: string
  readonly documentName: string
  readonly index: number
  readonly width: number
  readonly height: number
  /** From 1, through all documents. */
  readonly number: number
}
export function pagesOf(view: Pick<PackState, 'documents'>): readonly PageOf[] {
  const pages = [...view.documents]
    .sort((a, b) => a.position - b.position)
    .flatMap((document) =>
      document.pages.map(({ width, height }, index) => ({
        document: document.key,
        documentName: disclosed(document.name, ''),
        index,
        width,
        height,
      })),
    )
  return pages.map((page, at) => ({ ...page, number: at + 1 }))
}
