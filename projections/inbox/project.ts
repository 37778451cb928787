import { readFileSync } from 'node:fs'
import { inbox, userOfInbox } from '#domain/inbox'
import { derivedUuid, disclosed, isWithheld, type StoredEvent, userOfPrincipal } from '#domain/kernel'
import { pack as aggregate, packOfStream } from '#domain/pack'
import { type UserFact, user, userOfStream } from '#domain/user'
import { type WebhooksFact, webhooks, workspaceOfWebhooks } from '#domain/webhooks'
import { personalWorkspaceOf, type WorkspaceFact, workspace, workspaceOfStream } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import { type FoldDeps, foldPacks, isGone, type Step } from '#projections/packs'
import type { Projection } from '#projections/runner'
import { addressHolders, forgetHolder, recordAddressHolder } from './address-holders.ts'
import { type HolderOf, NOTIFYING_EVENTS, notificationsFor } from './notifications-for.ts'
import { drop, dropOf, dropOthers, insert, markRead, move, type NotificationRow, reword } from './write.ts'

/** Few events of a pack come here, and of the others only those since: little has to stay in memory. */
const WARM_EVENTS = 20_000
const OF_USERS = ['UserRegistered', 'SupportAccessBegun', 'ProfileErased'] as const satisfies readonly UserFact['type'][]
const OF_WORKSPACES = ['MemberAdded', 'PackPermanentlyDeleted'] as const satisfies readonly WorkspaceFact['type'][]
const OF_WEBHOOKS = ['WebhookSwitchedOff'] as const satisfies readonly WebhooksFact['type'][]

/** Each account holder's notices, and which they have read. */
export function inboxProjection(deps: FoldDeps): Projection {
  return {
    name: 'inbox',
    version: 4,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    // Of documents only the events that may give a notice: typing fills no inbox.
    filter: {
      streamPrefixes: [aggregate, workspace, inbox, user, webhooks].flatMap(({ streams }) => streams),
      types: [...NOTIFYING_EVENTS, ...OF_WORKSPACES, ...OF_USERS, ...OF_WEBHOOKS, 'NotificationsRead'],
    },
    open() {
      const packs = foldPacks({ capacity: WARM_EVENTS, ...deps, opened: 'facts' })

      async function changeOf(event: StoredEvent): Promise<Change> {
        const reader = userOfInbox(event.stream)
        if (reader !== null) {
          const [read] = await openEvents([event], inbox.codec, deps.keys)
          const { notifications } = read!.fact.data
          return { read: { user: reader, notifications, at: read!.meta.time } }
        }
        const who = userOfStream(event.stream)
        if (who !== null) {
          const [opened] = await openEvents([event], user.codec, deps.keys)
          const { fact } = opened!
          if (fact.type === 'ProfileErased') return { leave: who }
          if (fact.type === 'SupportAccessBegun') return { insert: [supportNotice(opened!.id, who, fact.data, opened!.meta.time)] }
          const address = fact.type === 'UserRegistered' ? disclosed(fact.data.email, '') : ''
          return address === '' ? {} : { arrive: { user: who, address } }
        }
        const ofWebhooks = workspaceOfWebhooks(event.stream)
        if (ofWebhooks !== null) {
          const [opened] = await openEvents([event], webhooks.codec, deps.keys)
          const { fact, meta, id } = opened!
          if (fact.type !== 'WebhookSwitchedOff' || fact.data.owner === null) return {}
          const [key, kind, words] = [
            keyOf(id, fact.data.owner),
            'webhook-off',
            'A webhook was switched off because its endpoint does not answer',
          ] as const
          const about = { workspace: ofWebhooks, related: ofWebhooks, happened: meta.time, by: null }
          return { insert: [{ key, user: fact.data.owner, kind, words, ...about }] }
        }
        const [opened] = await openEvents([event], workspace.codec, deps.keys)
        const { fact, meta, id } = opened!
        if (fact.type === 'PackPermanentlyDeleted') return { drop: fact.data.pack }
        if (fact.type !== 'MemberAdded') return {}
        const { user: added } = fact.data
        const of = workspaceOfStream(event.stream)!
        const by = userOfPrincipal(meta.actor.principal)
        // The installation makes people's own workspaces, and adds nobody else.
        if (by === added || meta.actor.capacity === 'process') return {}
        // Each reader who is a member sees the workspace's name.
        return {
          insert: [
            { key: keyOf(id, added), user: added, workspace: of, related: of, happened: meta.time, kind: 'added', by, words: 'added you' },
          ],
        }
      }

      return {
        async project(events, tables, erased) {
          const ofPacks = events.filter(({ event }) => packOfStream(event.stream) !== null)
          const steps = new Map((await packs.steps(ofPacks, erased)).map((step) => [step.event.id, step]))
          // One after the other: what can be read depends on what came before.
          for (const { event } of events) {
            const step = steps.get(event.id)
            const change: Change = step
              ? { insert: rowsOf(step, await addressHolders(tables, [step])), ...moveIn(step) }
              : packOfStream(event.stream) !== null
                ? {}
                : await changeOf(event)
            if (change.insert?.length) await insert(tables, change.insert)
            if (change.move) await move(tables, change.move)
            if (change.read) await markRead(tables, change.read)
            if (change.drop) await drop(tables, change.drop)
            if (change.arrive) await recordAddressHolder(tables, change.arrive.address, change.arrive.user)
            if (change.leave) {
              await forgetHolder(tables, change.leave)
              await dropOf(tables, change.leave)
            }
          }
        },
        letGo: packs.forget,
        async forget(stream, tables) {
          packs.forget(stream)
          const pack = packOfStream(stream)
          if (pack === null) return
          const left: string[] = []
          for await (const steps of packs.stepsOf(stream)) {
            if (isGone(steps)) return drop(tables, pack)
            const holderOf = await addressHolders(tables, steps)
            const rows = steps.flatMap((step) => rowsOf(step, holderOf))
            await reword(tables, rows)
            left.push(...rows.map(({ key }) => key))
          }
          // Also of those notified under an address that is no more.
          await dropOthers(tables, pack, left)
        },
      }
    },
  }
}

interface Change {
  readonly insert?: readonly NotificationRow[]
  readonly read?: { readonly user: string; readonly notifications: readonly string[]; readonly at: string }
  readonly drop?: string
  readonly move?: { readonly related: string; readonly to: string }
  /** An account holder who is new, and at which address they are asked. */
  readonly arrive?: { readonly user: string; readonly address: string }
  /** An account holder who is gone. */
  readonly leave?: string
}

/** One for each person and event, however often it is projected. */
const keyOf = (event: string, user: string) => derivedUuid(JSON.stringify(['notification', event, user]))

/** For the member who was away: who acted as them, why, and since when. It belongs to no team, so their personal workspace holds it. */
function supportNotice(
  event: string,
  user: string,
  { by, reason }: Extract<UserFact, { type: 'SupportAccessBegun' }>['data'],
  happened: string,
) {
  const { workspace: own } = personalWorkspaceOf(user)
  const words = `acted as you for support: ${disclosed(reason, '…')}`
  return { key: keyOf(event, user), user, workspace: own, related: own, happened, kind: 'support-access', by, words } as const
}

const moveIn = ({ event: { stream, fact } }: Step): Pick<Change, 'move'> =>
  fact.type === 'PackMoved' ? { move: { related: packOfStream(stream)!, to: fact.data.to } } : {}

function rowsOf(step: Step, holderOf: HolderOf): NotificationRow[] {
  const { event, after } = step
  if (isWithheld(after.name)) return []
  const pack = packOfStream(event.stream)!
  return notificationsFor(step, holderOf).map(({ user, ...notification }) => ({
    key: keyOf(event.id, user),
    user,
    workspace: after.workspace,
    related: pack,
    happened: event.meta.time,
    ...notification,
  }))
}
