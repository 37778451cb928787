import { readFileSync } from 'node:fs'
import { INBOX_STREAMS, inbox } from '#domain/inbox'
import { derivedUuid, isWithheld, type StoredEvent } from '#domain/kernel'
import type { UserFact } from '#domain/user'
import { type WorkspaceFact, workspace } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import { type FoldDeps, foldPacks, PACK_STREAMS, packOfStream, type Step } from '#projections/packs'
import type { Projection } from '#projections/runner'
import { TELLING_EVENTS, tellingsOf } from './told.ts'
import { drop, dropOf, insert, markRead, type NotificationRow, reword } from './write.ts'

const WORKSPACE_STREAMS = 'workspace-'
const USER_STREAMS = 'user-'
/** Few events of a pack come here, and of the others only those since: little has to stay in memory. */
const WARM_EVENTS = 20_000
const OF_WORKSPACES = ['MemberAdded', 'PackPermanentlyDeleted'] as const satisfies readonly WorkspaceFact['type'][]

/** What each account holder is told, and what of it they have read. */
export function inboxProjection(deps: FoldDeps): Projection {
  return {
    name: 'inbox',
    version: 1,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    // Of documents only what somebody may be told: whoever types fills no inbox.
    filter: {
      streamPrefixes: [PACK_STREAMS, WORKSPACE_STREAMS, INBOX_STREAMS, USER_STREAMS],
      types: [...TELLING_EVENTS, ...OF_WORKSPACES, 'NotificationsRead', 'ProfileErased' satisfies UserFact['type']],
    },
    open() {
      const packs = foldPacks({ capacity: WARM_EVENTS, ...deps, opened: 'facts' })

      async function changeOf(event: StoredEvent): Promise<Change> {
        if (event.stream.startsWith(INBOX_STREAMS)) {
          const [read] = await openEvents([event], inbox.codec, deps.keys)
          const { notifications } = read!.fact.data
          return { read: { user: event.stream.slice(INBOX_STREAMS.length), notifications, at: read!.meta.time } }
        }
        if (event.stream.startsWith(USER_STREAMS)) return { leave: event.stream.slice(USER_STREAMS.length) }
        const [told] = await openEvents([event], workspace.codec, deps.keys)
        const { fact, meta, id } = told!
        if (fact.type === 'PackPermanentlyDeleted') return { drop: fact.data.pack }
        if (fact.type !== 'MemberAdded') return {}
        const { user } = fact.data
        const of = event.stream.slice(WORKSPACE_STREAMS.length)
        const by = userOf(meta.actor.principal)
        if (by === user) return {}
        // The workspace's name is left to whoever reads this as one of its members.
        return {
          insert: [{ key: keyOf(id, user), user, workspace: of, related: of, happened: meta.time, kind: 'added', by, words: 'added you' }],
        }
      }

      return {
        async project(events, tables) {
          const ofPacks = events.flatMap(({ event }) => (event.stream.startsWith(PACK_STREAMS) ? event : []))
          const steps = new Map((await packs.steps(ofPacks)).map((step) => [step.event.id, step]))
          // One after the other: what can be read depends on what came before.
          for (const { event } of events) {
            const step = steps.get(event.id)
            const change = step ? { insert: rowsOf(step) } : event.stream.startsWith(PACK_STREAMS) ? {} : await changeOf(event)
            if (change.insert?.length) await insert(tables, change.insert)
            if (change.read) await markRead(tables, change.read)
            if (change.drop) await drop(tables, change.drop)
            if (change.leave) await dropOf(tables, change.leave)
          }
        },
        letGo: packs.forgetAll,
        async forget(stream, tables) {
          packs.forget(stream)
          if (!stream.startsWith(PACK_STREAMS)) return
          let erased = true
          for await (const steps of packs.stepsOf(stream)) {
            erased = steps.some(({ after }) => isWithheld(after.name))
            if (erased) break
            await reword(tables, steps.flatMap(rowsOf))
          }
          if (erased) await drop(tables, packOfStream(stream))
        },
      }
    },
  }
}

interface Change {
  readonly insert?: readonly NotificationRow[]
  readonly read?: { readonly user: string; readonly notifications: readonly string[]; readonly at: string }
  readonly drop?: string
  /** An account holder who is gone. */
  readonly leave?: string
}

/** One for each person and event, however often it is projected. */
const keyOf = (event: string, user: string) => derivedUuid(JSON.stringify(['notification', event, user]))
const userOf = (principal: string) => (principal.startsWith('user:') ? principal.slice('user:'.length) : null)

function rowsOf(step: Step): NotificationRow[] {
  const { event, after } = step
  if (isWithheld(after.name)) return []
  const pack = packOfStream(event.stream)
  return tellingsOf(step).map(({ user, ...told }) => ({
    key: keyOf(event.id, user),
    user,
    workspace: after.workspace,
    related: pack,
    happened: event.meta.time,
    ...told,
  }))
}
