import { hasExpired } from './expiry.ts'
import type { PackState, Signatory, SignatoryStatus } from './state.ts'

/** Signatories that were not removed; a removed one counts nowhere. */
export function liveSignatories(state: PackState): readonly Signatory[] {
  return state.signatories.filter((signatory) => !signatory.removed)
}

export function signatoryOf(state: PackState, uuid: string): Signatory | undefined {
  return state.signatories.find((signatory) => signatory.uuid === uuid)
}

/** In this round; nobody who is no signatory, such as the sender. */
export function hasSigned(state: PackState, uuid: string | null): boolean {
  return uuid !== null && signatoryOf(state, uuid)?.status === 'complete'
}

/** Nothing is waited for from them any more: they signed, rejected or were excluded. */
export function hasFinished(state: PackState, uuid: string): boolean {
  const status = signatoryOf(state, uuid)?.status
  return status === 'complete' || status === 'rejected' || status === 'excluded'
}

/** Signed with somebody's signature: the one who wrote it, or the addressee, who signed the value as it stood. */
export function isSigned(state: PackState, filledBy: string | null, assignee: string | null): boolean {
  return hasSigned(state, filledBy) || hasSigned(state, assignee)
}

/** The steps with their signatories, without the removed ones; signatories whom no step names come last. */
export function stepsInOrder(state: PackState): readonly (readonly Signatory[])[] {
  const live = new Map(liveSignatories(state).map((signatory) => [signatory.uuid, signatory]))
  const named = state.steps.map((step) => step.flatMap((uuid) => live.get(uuid) ?? []))
  const placed = new Set(state.steps.flat())
  const unnamed = [...live.values()].filter((signatory) => !placed.has(signatory.uuid))
  return [...named, ...unnamed.map((signatory) => [signatory])].filter((step) => step.length > 0)
}

/** Signatories in the order in which they sign; position is the place in this list. */
export function signatoriesInOrder(state: PackState): readonly Signatory[] {
  return stepsInOrder(state).flat()
}

/** Nobody waits for those who were excluded, need not sign, or have finished. */
export function isWaitedFor(signatory: Signatory): boolean {
  return !signatory.removed && !signatory.optional && signatory.status !== 'excluded' && signatory.status !== 'complete'
}

/** May sign now, as far as the order goes: nobody in an earlier step is waited for. */
export function isTurnOf(state: PackState, uuid: string): boolean {
  const signatory = signatoryOf(state, uuid)
  if (!signatory || signatory.removed || signatory.status === 'excluded') return false
  return !earlierThan(state, uuid).some(isWaitedFor)
}

/** Since when, in this round. */
export function turnSince(state: PackState, uuid: string): string {
  const ends = earlierThan(state, uuid).flatMap(({ completed }) => completed ?? [])
  return ends.reduce((last, end) => (end > last ? end : last), state.statusSince)
}

/** Whether steps wait for each other: groups always do. Without an order everybody is asked at once. */
export function signsInOrder({ settings, groups }: Pick<PackState, 'settings' | 'groups'>): boolean {
  return settings.sequential || groups !== undefined
}

/** Who signs before this signatory's turn comes. */
function earlierThan(state: PackState, uuid: string): readonly Signatory[] {
  if (!signsInOrder(state)) return []
  const steps = stepsInOrder(state)
  const own = steps.findIndex((step) => step.some((member) => member.uuid === uuid))
  return steps.slice(0, own).flat()
}

/** The first signatory, where the setting makes that one the editor of all others' values. */
export function isMultiEdit(state: PackState, uuid: string): boolean {
  return state.settings.firstSignerMultiEdit && signatoriesInOrder(state)[0]?.uuid === uuid
}

export function nextRole(state: PackState): string {
  return `signer-${state.signatories.length + 1}`
}

/** Was asked, waits, and has no link left that works, as after a stay in the trash: only another request helps. */
export function needsNewLink(state: PackState, { uuid, status, links, request, notified }: Signatory): boolean {
  const wasSent = status === 'awaiting_signatures' && request?.state === 'sent' && links.length === 0
  return wasSent && state.status === 'awaiting_signatures' && !hasExpired(state) && notified.signing && isTurnOf(state, uuid)
}

export type SignatoryLabel = 'Queued' | 'Awaiting Signature' | 'Expired' | 'Completed' | 'Rejected' | 'Excluded'

/** The specification's label; `waitsForOthers` tells a queued signatory who waits for earlier ones. */
export function signatoryLabel(
  state: PackState,
  signatory: Signatory,
): { readonly label: SignatoryLabel; readonly waitsForOthers: boolean } {
  const waitsForOthers = wasAsked(signatory) ? false : !isTurnOf(state, signatory.uuid)
  const labels: { readonly [status in SignatoryStatus]: SignatoryLabel } = {
    setup: 'Queued',
    awaiting_signatures: hasExpired(state) ? 'Expired' : wasAsked(signatory) ? 'Awaiting Signature' : 'Queued',
    complete: 'Completed',
    rejected: 'Rejected',
    excluded: 'Excluded',
  }
  const label = labels[signatory.status]
  return { label, waitsForOthers: label === 'Queued' && waitsForOthers }
}

// A link that a preparer took and handed over asks as well as a mail does.
export function wasAsked(signatory: Signatory): boolean {
  return signatory.asked || signatory.links.length > 0
}

/** Colours to tell signatories apart: 1 to 8 of the palette, 0 for the grey (#808080) beyond it. */
export const SIGNATORY_COLOURS = 8
export const COLOUR_BEYOND = '#808080'

export function signatoryColour(index: number): number {
  return index >= 0 && index < SIGNATORY_COLOURS ? index + 1 : 0
}

/** So often it is recorded that a signatory continues later; more often adds nothing. */
export const MOST_POSTPONEMENTS = 100

export function timesPostponed({ postponements }: PackState, signatory: string): number {
  return postponements && Object.hasOwn(postponements, signatory) ? (postponements[signatory] ?? 0) : 0
}

export const REASON_NOT_SPECIFIED = 'Rejection reason not specified. Please contact the signer for further details.'

export function reasonGiven(reason: string): string {
  return reason.trim() || REASON_NOT_SPECIFIED
}
