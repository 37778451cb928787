import type pg from 'pg'
import type { Queries } from '#command-api'
import { packOfStream } from '#domain/pack'
import type { EventLog } from '#platform/event-log'
import type { Timers } from '#platform/ports'
import type { SubjectKeys } from '#platform/subject-keys'
import { type AuditRecords, auditTrail, takenOver } from '#projections/audit-trail'
import { contactAt, contactByKey, contactsOf, suggestedContacts } from '#projections/contacts'
import { entriesAfter, feedBounds } from '#projections/feed'
import { countUnread, isRead, notificationsOf, unreadOf, usersNotified } from '#projections/inbox'
import { countPacks, listPacks, packsOfWorkspace, rowsOfPacks } from '#projections/list'

import { type Projection, type Projections, postgresProjectionStore, waitFor } from '#projections/runner'

/** Somebody who has just changed something and looks at a list waits at most so long until it shows. */
const WAIT_MS = 2_000

export interface QueriesParts {
  readonly pool: pg.Pool
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly timers: Timers
  /** Null where other processes keep the rows up to date. */
  readonly projections: Projections | null
  readonly auditRecords: AuditRecords
  readonly readModels: readonly Pick<Projection, 'name' | 'version'>[]
}

/** The read models' answers. A caller sees everything acknowledged before they asked, unless that takes too long. */
export function queriesOf(parts: QueriesParts): Queries {
  const { pool, projections, auditRecords } = parts
  const upToNow = (name: string) => (projections ? projections.waitFor(name, null, WAIT_MS) : elsewhere(parts, name))
  return {
    async list(question) {
      await upToNow('list')
      const [page, counts] = await Promise.all([listPacks(pool, question), countPacks(pool, question)])
      return { ...page, counts }
    },
    async rowsOf(packs) {
      await upToNow('list')
      return rowsOfPacks(pool, packs)
    },
    async packsOf(workspace, after, limit) {
      await upToNow('list')
      return packsOfWorkspace(pool, workspace, after, limit)
    },
    async filesOf(pack) {
      const { rows } = await pool.query<{ key: string }>('SELECT key FROM file WHERE pack = $1 AND digest IS NOT NULL ORDER BY key', [pack])
      return rows.map(({ key }) => key)
    },
    onRows(listener) {
      if (!projections) return () => undefined
      return projections.onRows(({ projection, streams }) => {
        if (projection === 'list') listener(streams.flatMap((stream) => packOfStream(stream) ?? []))
      })
    },
    async contacts(question) {
      await upToNow('contacts')
      return contactsOf(pool, question)
    },
    // For a person who is typing: a change of a moment ago may come a moment later.
    suggestedContacts: (question) => suggestedContacts(pool, question),
    async contact(workspace, key) {
      await upToNow('contacts')
      return contactByKey(pool, workspace, key)
    },
    async contactAt(workspace, address) {
      await upToNow('contacts')
      return contactAt(pool, workspace, address)
    },
    async notifications(question) {
      await upToNow('inbox')
      return notificationsOf(pool, question)
    },
    async unreadCount(user, workspaces) {
      await upToNow('inbox')
      return countUnread(pool, user, workspaces)
    },
    async isNotificationRead(user, key) {
      await upToNow('inbox')
      return isRead(pool, user, key)
    },
    async unreadNotifications(user, which) {
      await upToNow('inbox')
      return unreadOf(pool, user, which)
    },
    async usersTold(related) {
      return (await upToNow('inbox')) ? usersNotified(pool, related) : null
    },
    async feedBounds(workspace) {
      await upToNow('feed')
      return feedBounds(pool, workspace)
    },
    feedEntries: (workspace, after, limit) => entriesAfter(pool, workspace, after, limit),
    async auditTrail(question) {
      await upToNow('audit_trail')
      return auditTrail(auditRecords, question, (pack) => takenOver(parts, pack))
    },
  }
}

/** The stored checkpoint is all that is known here of the process that keeps the rows. */
function elsewhere({ pool, log, timers, readModels }: QueriesParts, name: string): Promise<boolean> {
  const projection = readModels.find((each) => each.name === name)
  if (!projection) throw new RangeError(`there is no projection called ${name}`)
  const silent = new Promise<void>(() => undefined)
  const store = postgresProjectionStore(pool)
  return waitFor({ store, log, timers, news: () => silent, reached: () => null, hurry: () => undefined }, projection, null, WAIT_MS)
}
