import type { ApplicationsState } from '#domain/applications'
import type { PackState } from '#domain/pack'
import { memberOf, permissionsOf, type WorkspaceState } from '#domain/workspace'

/** What may connect somebody with a document. */
export const GROUNDS = [
  'creator',
  'owner',
  'member',
  'administrator',
  'permission',
  'application',
  'signer',
  'signing-link',
  'in-person-link',
  'host',
  'copy-recipient',
  'final-copy',
] as const
export type Ground = (typeof GROUNDS)[number]

/** By these somebody sees it. The others say what they are to it, or what else they may do. */
const SIGHT: ReadonlySet<Ground> = new Set<Ground>(['member', 'application', 'signing-link', 'in-person-link', 'final-copy'])

/** `of`: the membership, permission, link or signatory, so that one which ends and begins again is two. */
export interface Held {
  readonly ground: Ground
  readonly of: string
}
/** The event after which something was so, or no longer. */
export interface Origin {
  readonly time: string
  readonly principal: string
  readonly stream: 'document' | 'workspace' | 'applications'
  readonly revision: number
}
export interface GroundHeld extends Held {
  readonly since: Origin
  /** null: it still was, after the last event. */
  readonly until: Origin | null
}

/** One step of the fold: what began with this event, and what ended. */
export function withHeld(before: readonly GroundHeld[], now: readonly Held[], origin: Origin): readonly GroundHeld[] {
  const isIn = (list: readonly Held[], { ground, of }: Held) => list.some((one) => one.ground === ground && one.of === of)
  const open = before.filter(({ until }) => until === null)
  const ended = open.filter((one) => !isIn(now, one))
  const begun = now.filter((one) => !isIn(open, one))
  if (ended.length + begun.length === 0) return before
  return [
    ...before.map((one) => (ended.includes(one) ? { ...one, until: origin } : one)),
    ...begun.map((one) => ({ ...one, since: origin, until: null })),
  ]
}

/** From when to when a document belonged to a workspace; null: from its beginning, or still. */
export interface Stay {
  readonly workspace: string
  readonly since: Origin | null
  readonly until: Origin | null
}
/** What a workspace gave somebody counts for a document while it was there. */
export function duringStay(grounds: readonly GroundHeld[], { since, until }: Stay): readonly GroundHeld[] {
  return grounds.flatMap((one) => {
    const hasEnded = since !== null && one.until !== null && one.until.time <= since.time
    const isLater = until !== null && one.since.time >= until.time
    if (hasEnded || isLater) return []
    const begun = since !== null && since.time > one.since.time ? since : one.since
    const ended = until !== null && (one.until === null || until.time < one.until.time) ? until : one.until
    return [{ ...one, since: begun, until: ended }]
  })
}

export const sees = (grounds: readonly GroundHeld[]): boolean => grounds.some(({ ground, until }) => until === null && SIGHT.has(ground))

/** Of a document: by `user:…`, `signatory:…` or `recipient:…`. */
export function heldInPack({ creator, takenOverBy, signatories, copyRecipients }: PackState, principal: string): readonly Held[] {
  const [kind, key = ''] = principal.split(':', 2)
  const isUser = kind === 'user'
  const there = signatories.filter(({ removed }) => !removed)
  const own = there.filter(({ uuid, user }) => (isUser ? user === key : kind === 'signatory' && uuid === key))
  const hosted = isUser ? there.flatMap(({ links }) => links.filter(({ host }) => host === key)) : []
  const copies = copyRecipients.filter(({ uuid, removed }) => kind === 'recipient' && uuid === key && !removed)
  return [
    ...(isUser && creator === key ? [{ ground: 'creator', of: key } as const] : []),
    ...(isUser && takenOverBy === key ? [{ ground: 'owner', of: key } as const] : []),
    ...own.flatMap(({ uuid, links }): readonly Held[] => [
      { ground: 'signer', of: uuid },
      ...links.map(({ link, purpose }) => ({ ground: purpose === 'sign' ? 'signing-link' : 'in-person-link', of: link }) as const),
    ]),
    ...hosted.map(({ link }) => ({ ground: 'host', of: link }) as const),
    ...copies.flatMap(({ uuid, copy }): readonly Held[] => [
      { ground: 'copy-recipient', of: uuid },
      ...(copy === 'sent' ? [{ ground: 'final-copy', of: uuid } as const] : []),
    ]),
  ]
}

/** Of a workspace: membership, role and permissions. */
export function heldInWorkspace(state: WorkspaceState, principal: string): readonly Held[] {
  const [kind, user = ''] = principal.split(':', 2)
  const member = kind === 'user' ? memberOf(state, user) : null
  if (!member) return []
  return [
    { ground: 'member', of: member.key },
    ...(member.administrator ? [{ ground: 'administrator', of: member.key } as const] : []),
    ...[...permissionsOf(member)].map((permission) => ({ ground: 'permission', of: permission }) as const),
  ]
}

/** Of the applications of a workspace. */
export function heldInApplications({ living }: ApplicationsState, principal: string): readonly Held[] {
  const [kind, key = ''] = principal.split(':', 2)
  const application = kind === 'application' ? living.get(key) : undefined
  if (!application) return []
  return [
    { ground: 'application', of: key },
    ...application.permissions.map((permission) => ({ ground: 'permission', of: permission }) as const),
  ]
}
