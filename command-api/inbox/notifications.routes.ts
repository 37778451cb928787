import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { markAllBody, markedAnswer, NOTIFICATIONS_PAGE, notificationsAnswer, notificationsQuery } from '#contract/notifications'
import { inbox } from '#domain/inbox'
import { commandsOf } from '#platform/command-handler'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { ok, problem, refusalOf } from '../edge/problem.ts'
import { commandOriginOf } from '../edge/request-origin.ts'
import { notificationRecords } from './records.ts'

/** So many are marked by one call: as many as fit into one append. */
const MOST_MARKED = 10_000

/** An account holder's notifications, in all of their workspaces, and that they have read them. */
export function notificationRoutes({ edge, services: { accounts, queries, handler } }: App<'accounts' | 'handler' | 'queries'>): void {
  const workspacesOf = ({ memberships }: Account) => memberships.map(({ workspace }) => workspace)

  const inboxes = commandsOf(inbox, handler)

  async function read(caller: Account, request: FastifyRequest, notifications: readonly string[]) {
    const outcome =
      notifications.length > 0 &&
      (await inboxes.perform({
        key: caller.user,
        who: { as: 'user', user: caller.user },
        commands: [{ do: 'ReadNotifications', notifications }],
        ...commandOriginOf(caller, request),
      }))
    if (outcome && 'refused' in outcome) return refusalOf(inbox, outcome)
    return ok({ unread_count: await queries.unreadCount(caller.user, workspacesOf(caller)) })
  }

  call(edge, {
    method: 'GET',
    url: '/app/notifications',
    summary: 'The account holder’s notifications, in all of their workspaces.',
    access: 'account',
    inSupport: true,
    query: notificationsQuery,
    answer: notificationsAnswer,
    async run({ caller, query: { last_update, cursor } }) {
      const page = await queries.notifications({
        user: caller.user,
        workspaces: workspacesOf(caller),
        ...(last_update === undefined ? {} : { since: last_update }),
        ...(cursor === undefined ? {} : { cursor }),
        limit: NOTIFICATIONS_PAGE,
      })
      return ok({
        notifications: await notificationRecords(page.rows, caller.memberships, accounts),
        cursor: page.cursor,
        unread_count: page.unread,
      })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/notifications/mark_all_as_read',
    summary: 'Marks the account holder’s notifications read: all, or those about one document or workspace.',
    access: 'account',
    body: markAllBody,
    answer: markedAnswer,
    async run({ caller, body: { related_key, last_update }, request }) {
      const unread = await queries.unreadNotifications(caller.user, {
        ...(related_key === undefined ? {} : { related: related_key }),
        ...(last_update === undefined ? {} : { until: last_update }),
        limit: MOST_MARKED,
      })
      return read(caller, request, unread)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/notifications/:key',
    summary: 'Marks a notification read.',
    access: 'account',
    params: z.object({ key: z.uuid() }),
    answer: markedAnswer,
    async run({ caller, params, request }) {
      const isRead = await queries.isNotificationRead(caller.user, params.key)
      // Somebody else's is none at all.
      if (isRead === null) return problem('not-found')
      return read(caller, request, isRead ? [] : [params.key])
    },
  })
}
