import type { FastifyRequest } from 'fastify'
import { done, succeeded } from '#contract/envelope'
import {
  accountSettings,
  addUserAccount,
  removeUserAccount,
  updateUserAccount,
  updateUserAccountPermissions,
  userAccount,
  userAccountsAnswer,
  userAccountsQuery,
} from '#contract/workspace'
import { derivedUuid } from '#domain/kernel'
import { comparable } from '#domain/user'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { byCaller, type TeamCaller } from '../edge/caller.ts'
import { ok, problem } from '../edge/problem.ts'
import { idempotencyKeyOf, requestOriginOf } from '../edge/request-origin.ts'
import { membershipIn } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { memberRecordOf } from './member-record.ts'

/** Who belongs to a workspace. To strangers there is no such workspace. */
export function memberRoutes({ edge, services: { members } }: App<'members'>): void {
  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/user_accounts',
    summary: 'The members of a workspace; with a limit, a page of them.',
    access: 'team',
    params: keyParams,
    query: userAccountsQuery,
    answer: userAccountsAnswer,
    async run({ caller, params, query }) {
      const own = membershipIn(caller, params.key)
      if (!own) return problem('not-found')
      if (!own.permissions.has('can_view_teams')) return problem('not-allowed')
      const page = await members.page(params.key, query)
      if (!page) return problem('view-over')
      const user_accounts = page.rows.map((row) => memberRecordOf(row, caller))
      return ok({ user_accounts, cursor: page.cursor, number_of_user_accounts: page.count })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/add_user_account',
    summary: 'Adds a member. Somebody without an account gets a mail with a link to choose a password.',
    access: 'team',
    params: keyParams,
    body: dataBody(addUserAccount),
    answer: succeeded({ user_account: userAccount }),
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const email = data.email_address
      const member = membershipAskedFor(request, caller, params.key, email)
      const person = { firstName: data.first_name, lastName: data.last_name, email, isAdmin: data.is_admin, member }
      const added = await members.add(params.key, person, byCaller(caller), requestOriginOf(request))
      return 'refused' in added ? accountProblem(added) : ok({ user_account: memberRecordOf(added, caller) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/update_user_account',
    summary: 'Makes a member an administrator, or no longer. Withdrawn permissions stay withdrawn; granted ones go.',
    access: 'team',
    params: keyParams,
    body: dataBody(updateUserAccount),
    answer: done,
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const refused = await members.setAdministrator(
        params.key,
        data.user_account_key,
        data.is_admin,
        byCaller(caller),
        requestOriginOf(request),
      )
      return refused ? accountProblem(refused) : ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/update_user_account_permissions',
    summary: 'Switches permissions of one member, and the role with them. What is left out stays as it is.',
    access: 'team',
    params: keyParams,
    body: dataBody(updateUserAccountPermissions),
    answer: done,
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const { document_permissions, user_profile_permissions } = data.permissions
      const rights = { administrator: data.is_admin, permissions: { ...document_permissions, ...user_profile_permissions } }
      const refused = await members.changeRights(params.key, data.user_account_key, rights, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/remove_user_account',
    summary:
      'Removes a member, or leaves. What they had begun goes to `successor_key`, without one to who removes, or to an administrator.',
    access: 'team',
    params: keyParams,
    body: dataBody(removeUserAccount),
    answer: done,
    async run({ caller, params, request, body: { data } }) {
      // A member who has left and missed the answer asks again.
      const hasLeft = () => members.isTheirs(params.key, caller.user, data.user_account_key)
      if (!membershipIn(caller, params.key) && !(await hasLeft())) return problem('not-found')
      const refused = await members.remove(
        params.key,
        data.user_account_key,
        byCaller(caller),
        requestOriginOf(request),
        data.successor_key,
      )
      return refused ? accountProblem(refused) : ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/update_account_settings',
    summary: 'Settings of a workspace, for its administrators.',
    access: 'team',
    params: keyParams,
    body: dataBody(accountSettings),
    answer: done,
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const refused = await members.switchSenderPresence(params.key, data.show_sender_presence, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : ok()
    },
  })
}

/** The same whenever the same person asks for the same one under the same key. */
function membershipAskedFor(request: FastifyRequest, by: TeamCaller, workspace: string, email: string): string | undefined {
  const key = idempotencyKeyOf(request)
  return key === null ? undefined : derivedUuid(JSON.stringify(['member', workspace, by.user, key, comparable(email)]))
}
