import { token } from '#contract/bounds'
import { begunAnswer } from '#contract/workspace'
import { BULK_SEND, bulkSend, runsFor } from '#domain/bulk-send'
import { commandsOf } from '#platform/command-handler'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { byCaller } from '../edge/caller.ts'
import { ok, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { memberRecordOf } from './member-record.ts'

/** What a member has begun, for the question who takes it over. */
export function begunRoutes({
  edge,
  services: { members, applications, queries, keyIndex, handler },
}: App<'members' | 'applications' | 'queries' | 'keyIndex' | 'handler'>): void {
  const bulkSends = commandsOf(bulkSend, handler)

  async function runningFor(workspace: string, user: string): Promise<number> {
    let running = 0
    // One by one: a workspace may have thousands.
    for (const key of await keyIndex.keysOf(workspace, BULK_SEND)) if (runsFor(await bulkSends.load(key), user)) running += 1
    return running
  }

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/user_accounts/:user_account/begun',
    summary: 'What a member has begun, and who takes it over when they go: for them, and for who manages the workspace.',
    access: 'team',
    params: keyParams.extend({ user_account: token }),
    answer: begunAnswer,
    async run({ caller, params: { key: workspace, user_account } }) {
      const own = membershipIn(caller, workspace)
      if (!own) return problem('not-found')
      const leaving = await members.leaving(workspace, user_account, byCaller(caller))
      const isOwn = leaving?.user === caller.user && caller.as === 'account'
      if (!isOwn && !own.permissions.has('can_manage_account')) return problem('not-allowed')
      if (leaving === null) return problem('not-found')
      const { user, successor } = leaving
      const [packs, programs, bulk_sends] = await Promise.all([
        queries.countOfOwner(workspace, user),
        applications.list(workspace),
        runningFor(workspace, user),
      ])
      return ok({
        begun: { ...packs, applications: programs.filter(({ owner }) => owner === user).length, bulk_sends },
        // Only who may know of the team learns who is in it.
        successor: successor && own.permissions.has('can_view_teams') ? memberRecordOf(successor, caller) : null,
      })
    },
  })
}
