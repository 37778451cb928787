import { z } from 'zod'
import { succeeded } from '#contract/envelope'
import { user, workspaceOfUser } from '#contract/session'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { ok } from '../edge/ok.ts'
import { problem } from '../edge/problem.ts'

/** The specification's session checks. */
export function userRoutes({ edge, services }: App): void {
  call(edge, {
    method: 'GET',
    url: '/app/user',
    summary: 'The account holder who is logged in.',
    access: 'account',
    answer: succeeded({ user: user.extend({ mobile_number: z.string().nullable() }) }),
    async run({ caller }) {
      const profile = await services.accounts.profileOf(caller.user)
      if (!profile) return problem('session-ended')
      return ok({
        user: {
          key: profile.user,
          full_name: profile.fullName,
          email_address: profile.email,
          mobile_number: profile.mobile,
          default_user_account_key: caller.memberships[0]?.workspace ?? profile.user,
        },
      })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/user/user_accounts',
    summary: 'The workspaces the account holder belongs to.',
    access: 'account',
    answer: succeeded({ user_accounts: z.array(workspaceOfUser.extend({ key: z.string() })) }),
    run: async ({ caller }) =>
      ok({
        user_accounts: caller.memberships.map(({ workspace, name, isAdmin, isPersonal, permissions }) => ({
          key: workspace,
          account_key: workspace,
          account_name: name,
          is_admin: isAdmin,
          is_personal_account: isPersonal,
          permissions: [...permissions],
        })),
      }),
  })
}
