import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accountAnswer, type account as accountRecord, MEMBERS_PAGE, savedAccount, savedAccountAnswer } from '#contract/workspace'
import { derivedUuid } from '#domain/kernel'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { type Account, byCaller, type TeamCaller } from '../edge/caller.ts'
import { ok, type Problem, problem } from '../edge/problem.ts'
import { idempotencyKeyOf, requestOriginOf } from '../edge/request-origin.ts'
import { membershipIn } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { memberRecordOf } from './member-record.ts'

/** Workspaces themselves. To strangers there is no such workspace. */
export function workspaceRoutes({ edge, services: { accounts, members } }: App<'accounts' | 'members'>): void {
  async function recordOf(caller: TeamCaller, workspace: string): Promise<z.input<typeof accountRecord> | null> {
    const own = membershipIn(caller, workspace)
    if (!own) return null
    const page = own.permissions.has('can_view_teams') ? await members.page(workspace, { limit: MEMBERS_PAGE }) : null
    return {
      key: workspace,
      name: own.name,
      is_personal_account: own.isPersonal,
      user_accounts: (page?.rows ?? []).map((row) => memberRecordOf(row, caller)),
      account_branding_themes: [],
    }
  }
  /** As the caller finds it now, with their own membership. */
  async function saved<C extends TeamCaller>(caller: C, workspace: string): Promise<z.input<typeof savedAccountAnswer> | Problem> {
    const now =
      caller.as === 'account'
        ? { ...caller, memberships: await accounts.membershipsOf(caller.user) }
        : { ...caller, memberships: [{ ...caller.memberships[0], name: await members.nameOf(workspace) }] as const }
    const [account, own] = [await recordOf(now, workspace), await members.memberOf(workspace, caller.user)]
    return account && own ? ok({ data: { account, user_account: memberRecordOf(own, now) } }) : problem('not-found')
  }

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key',
    summary: 'A workspace with the first of its members.',
    access: 'team',
    params: keyParams,
    answer: accountAnswer,
    async run({ caller, params }) {
      const account = await recordOf(caller, params.key)
      return account ? ok({ data: { account } }) : problem('not-found')
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/',
    summary: 'Sets up a workspace for several people. Who asks becomes its administrator.',
    access: 'account',
    body: dataBody(savedAccount),
    answer: savedAccountAnswer,
    async run({ caller, request, body: { data } }) {
      const key = workspaceAskedFor(request, caller, data.name)
      const made = await members.create({ name: data.name, key }, byCaller(caller), requestOriginOf(request))
      return 'refused' in made ? accountProblem(made) : saved(caller, made.workspace)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key',
    summary: 'Renames a workspace, for administrators.',
    access: 'team',
    params: keyParams,
    body: dataBody(savedAccount),
    answer: savedAccountAnswer,
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const refused = await members.rename(params.key, data.name, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : saved(caller, params.key)
    },
  })
}

/** The same whenever the same person asks for the same one under the same key. */
function workspaceAskedFor(request: FastifyRequest, { user }: Account, name: string): string | undefined {
  const key = idempotencyKeyOf(request)
  return key === null ? undefined : derivedUuid(JSON.stringify(['workspace', user, key, name]))
}
