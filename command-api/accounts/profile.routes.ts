import type { FastifyRequest } from 'fastify'
import { done } from '#contract/envelope'
import { formerMemberDeletion, formerMembers, profileDeletion, profileDeletionBody } from '#contract/person-data'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { type Account, byCaller } from '../edge/caller.ts'
import { neighbourhoodOf } from '../edge/client-address.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { administeredBy } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { deletionObstacle } from '../person-data/deletion-obstacle.ts'

/** The deletion of an account holder's own profile, and of the profiles of those who left. */
export function profileRoutes({ edge, services }: App<'accounts' | 'members' | 'queries'>): void {
  const { accounts, members } = services

  /** Whether it may go is asked after the teams that it goes with were noted. */
  async function erase(user: string, whose: 'own' | 'other', caller: Account, request: FastifyRequest) {
    const joined = await accounts.joinedBy(user)
    const why = await deletionObstacle(services, user, whose)
    if (why !== null) return problem('profile-needed', { message: why })
    const refused = await accounts.eraseProfile(user, joined, byCaller(caller), requestOriginOf(request))
    return refused ? accountProblem(refused) : ok()
  }

  call(edge, {
    method: 'GET',
    url: '/app/user/profile_deletion',
    summary: 'Whether the account holder’s profile may be deleted, and why not.',
    access: 'account',
    answer: profileDeletion,
    async run({ caller }) {
      const why_not = await deletionObstacle(services, caller.user, 'own')
      return ok({ possible: why_not === null, why_not })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/user/delete_profile',
    summary: 'Deletes the account holder’s own profile for good, with their password.',
    access: 'account',
    guessable: 'guessing',
    body: dataBody(profileDeletionBody),
    answer: done,
    async run({ caller, request, body: { data } }) {
      const wrong = await accounts.confirmPassword(caller.user, data.password, neighbourhoodOf(request.clientAddress))
      if (wrong) return accountProblem(wrong)
      return erase(caller.user, 'own', caller, request)
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/former_members',
    summary: 'Who left a workspace and still has a profile, for administrators.',
    access: 'team',
    params: keyParams,
    answer: formerMembers,
    async run({ caller, params }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      const former_members = await Promise.all(
        (await members.former(params.key)).map(async ({ user, fullName, email }) => {
          const why_not = await deletionObstacle(services, user, 'other')
          return { user_key: user, full_name: fullName, email_address: email, possible: why_not === null, why_not }
        }),
      )
      return ok({ former_members })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/delete_profile',
    summary: 'Deletes the profile of somebody who left, for administrators, where no other team has them.',
    access: 'account',
    params: keyParams,
    body: dataBody(formerMemberDeletion),
    answer: done,
    async run({ caller, params, request, body: { data } }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      const former = await members.former(params.key)
      if (!former.some(({ user }) => user === data.user_key)) return problem('not-found')
      return erase(data.user_key, 'other', caller, request)
    },
  })
}
