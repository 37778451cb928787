import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { sessionAnswer, supportAccess } from '#contract/session'
import type { App } from '../app.ts'
import type { Account, Caller } from '../edge/caller.ts'
import { ok } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { sessionsOf } from '../edge/session-of.ts'
import type { LoggedIn } from './index.ts'
import type { SupportShown } from './support.ts'
import { userRecordOf } from './user.routes.ts'

/** What the calls that change who is in have in common. */
export function sessionAnswers({ edge, services, sessionEnded }: App<'accounts' | 'config' | 'mailer' | 'sessions' | 'world'>) {
  const { accounts, config, mailer, world } = services

  async function answer(caller: Caller, handedOver: string | null = null): Promise<z.input<typeof sessionAnswer>> {
    const account = caller.as === 'account' ? caller : null
    const profile = account && (await accounts.profileOf(account.user))
    const memberships = account && profile ? account.memberships : []
    const closed = (profile && account?.closed) ?? []
    return ok({
      // Before there is a session the header only has to be there.
      csrf_token: account ? edge.crossSite.tokenOf(account.session) : 'none',
      app_version: config.version,
      deleted_documents_are_kept: config.keepDeleted,
      handed_over_by: handedOver,
      terms_url: config.termsUrl,
      custom_form_url: config.formUrl,
      custom_info_url: config.pricingUrl,
      hash_redirects: { ...config.hashRedirects },
      mails_are_sent: mailer.deliversBy === 'smtp',
      password_min: config.passwordMin,
      workspace_descriptor: config.workspaceDescriptor,
      first_account: account === null && (await accounts.noneYet()),
      is_installation_administrator: account !== null && !account.support && (await accounts.mayGiveSupport(account.user)),
      support_access: account ? (await accounts.supportOf(account.user)).map((one) => shownIn(one, account)) : [],
      user: profile && userRecordOf(profile, memberships, config),
      user_accounts: memberships.map(({ workspace, name, isAdmin, isPersonal, permissions }) => ({
        account_key: workspace,
        account_name: name,
        is_admin: isAdmin,
        is_personal_account: isPersonal,
        permissions: [...permissions],
      })),
      closed_accounts: closed.map(({ workspace, name }) => ({ account_key: workspace, account_name: name })),
    })
  }

  const shownIn = (
    { access, administrator, member, reason, until }: SupportShown,
    { support }: Account,
  ): z.input<typeof supportAccess> => ({
    key: access,
    administrator,
    member,
    reason,
    seconds_left: Math.ceil((Date.parse(until) - world.clock.now()) / 1000),
    is_own: support?.access === access,
  })
  function remember(reply: FastifyReply, { token, device }: LoggedIn): void {
    edge.cookies.keepSession(reply, token)
    if (device !== null) edge.cookies.keepDevice(reply, device)
  }
  /** Ends each session that the request came with, and its live connections. */
  const leaveOld = async (request: FastifyRequest) => {
    for (const token of sessionsOf(request)) {
      const old = await services.sessions.find(token)
      await accounts.logOut(token)
      if (old) {
        sessionEnded(old.id)
        await accounts.noteEnded(old, requestOriginOf(request))
      }
    }
  }
  return { answer, remember, leaveOld }
}
