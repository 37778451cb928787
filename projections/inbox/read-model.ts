import { defineReadModel } from '#projections/runner'
import { inboxProjection } from './project.ts'
import { countUnread, type InboxPage, type InboxQuestion, isRead, notificationsOf, unreadOf, usersNotified } from './query.ts'

export const inboxReadModel = defineReadModel({
  projection: inboxProjection,
  answers: ({ pool, upToNow }) => ({
    async notifications(question: InboxQuestion): Promise<InboxPage> {
      await upToNow()
      return notificationsOf(pool, question)
    },
    async unreadCount(user: string, workspaces: readonly string[]): Promise<number> {
      await upToNow()
      return countUnread(pool, user, workspaces)
    },
    /** null: it is not theirs. */
    async isNotificationRead(user: string, key: string): Promise<boolean | null> {
      await upToNow()
      return isRead(pool, user, key)
    },
    async unreadNotifications(
      user: string,
      which: { readonly related?: string; readonly until?: string; readonly limit: number },
    ): Promise<readonly string[]> {
      await upToNow()
      return unreadOf(pool, user, which)
    },
    /** Whom notifications about these documents concern; null while not all that was acknowledged is in the rows. */
    usersNotified: async (related: readonly string[]): Promise<readonly string[] | null> =>
      (await upToNow()) ? usersNotified(pool, related) : null,
  }),
})
