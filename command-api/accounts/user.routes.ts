import { z } from 'zod'
import { MANY, shown } from '#contract/bounds'
import { refusal, succeeded } from '#contract/envelope'
import { acceptedTermsAnswer, acceptedTermsBody, teamOfUser, user } from '#contract/session'
import { ownSignature } from '#contract/signatures'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { Membership } from '../edge/caller.ts'
import { permissionRecordsOf } from '../edge/permission-records.ts'
import { ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { ownSignatureOf } from '../pack/kept-signatures.ts'
import type { ApiConfig } from '../services.ts'
import type { Profile } from './index.ts'

/** The specification's session checks. */
export function userRoutes({ edge, services }: App<'accounts' | 'config'>): void {
  call(edge, {
    method: 'GET',
    url: '/app/user',
    summary: 'The account holder who is logged in.',
    access: 'account',
    inSupport: true,
    answer: succeeded({ user: user.extend({ mobile_number: shown.nullable(), signature: ownSignature, initial: ownSignature }) }),
    async run({ caller }) {
      const profile = await services.accounts.profileOf(caller.user)
      if (!profile) return problem('session-ended')
      const kept = await services.accounts.signaturesOf(caller.user)
      const own = { signature: ownSignatureOf(kept, 'signature'), initial: ownSignatureOf(kept, 'initial') }
      return ok({ user: { ...userRecordOf(profile, caller.memberships, services.config), mobile_number: profile.mobile, ...own } })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/user',
    summary: 'The account holder accepts the terms that stand at this address.',
    access: 'account',
    body: dataBody(acceptedTermsBody),
    answer: acceptedTermsAnswer,
    async run({ caller, request, body: { data } }) {
      const { accounts, config } = services
      if (data.terms_url !== config.termsUrl) return problem('terms-changed')
      const refused = await accounts.acceptTerms(caller.user, config.termsUrl, requestOriginOf(request), caller.session)
      if (refused) return accountProblem(refused)
      const profile = await accounts.profileOf(caller.user)
      return profile ? ok({ user: userRecordOf(profile, caller.memberships, config) }) : problem('session-ended')
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/user/user_accounts',
    summary: 'The workspaces the account holder belongs to; of an application its own.',
    access: 'team',
    answer: succeeded({ user_accounts: z.array(teamOfUser).max(MANY) }),
    run: async ({ caller }) =>
      ok({
        user_accounts: caller.memberships.map(({ workspace, name, isAdmin, isPersonal, permissions }) => ({
          key: workspace,
          account_key: workspace,
          account_name: name,
          is_admin: isAdmin,
          is_personal_account: isPersonal,
          permissions: permissionRecordsOf(permissions),
        })),
      }),
  })

  for (const area of ['management', 'admin_sms_sender']) {
    call(edge, {
      method: 'GET',
      url: `/app/${area}/ensure_logged_in`,
      summary: 'Whether somebody is logged in, and where to go where nobody is.',
      access: 'anyone',
      answer: z.union([succeeded({}), refusal.extend({ redirect: shown })]),
      async run({ caller }) {
        if (caller.as === 'account') return ok({})
        const { code, message } = problem('not-logged-in')
        return { success: false, code, message, redirect: '/' }
      },
    })
  }
}

export function userRecordOf(
  profile: Profile,
  memberships: readonly Membership[],
  { termsUrl }: Pick<ApiConfig, 'termsUrl'>,
): z.input<typeof user> {
  return {
    key: profile.user,
    full_name: profile.fullName,
    email_address: profile.email,
    default_user_account_key: memberships[0]?.workspace ?? profile.user,
    external_user_code: null,
    verified: profile.verified,
    has_accepted_terms: termsUrl === null || profile.acceptedTerms === termsUrl,
    request_password: !profile.hasPassword,
    // No second step is asked of account holders.
    force_navigate_to_2_step_authentication_setup: false,
  }
}
