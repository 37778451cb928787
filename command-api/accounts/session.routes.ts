import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { token } from '#contract/bounds'
import { done } from '#contract/envelope'
import {
  firstAccountBody,
  handedBackBody,
  handOverBody,
  loginBody,
  newPasswordBody,
  passwordResetBody,
  sessionAnswer,
} from '#contract/session'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { clearCache } from '../edge/caching.ts'
import { call } from '../edge/call.ts'
import { logInFrom } from '../edge/log-in-from.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { sessionsOf } from '../edge/session-of.ts'
import { inPersonLink, revokeInPersonLink } from '../pack/in-person-link.ts'
import type { AccountRefused, LoggedIn } from './index.ts'
import { sessionAnswers } from './session-answer.ts'

/** Logging in and out, the first account, a forgotten password. */
export function sessionRoutes(app: App<'accounts' | 'config' | 'keyIndex' | 'mailer' | 'sessions' | 'world'>): void {
  const { edge, packs, services } = app
  const { accounts } = services
  const { answer, remember, leaveOld } = sessionAnswers(app)

  async function enter(request: FastifyRequest, reply: FastifyReply, loggedIn: LoggedIn | AccountRefused) {
    if ('refused' in loggedIn) return accountProblem(loggedIn)
    await leaveOld(request)
    remember(reply, loggedIn)
    return answer((await accounts.find(loggedIn.token)) ?? { as: 'nobody' })
  }
  /** The name of the host of this device, and nothing else of them. */
  async function nameOfHost(request: FastifyRequest): Promise<string | null> {
    const handed = await handedWith(request)
    return handed && ((await accounts.profileOf(handed.user))?.fullName ?? null)
  }
  const handedWith = async (request: FastifyRequest) => {
    for (const token of request.kept.sessions) {
      const handed = await accounts.handedOver(token)
      if (handed) return handed
    }
    return null
  }
  /** Data kept for the browser's previous user is not shown to the next. */
  const forgetFormer = (request: FastifyRequest, reply: FastifyReply) => {
    if (sessionsOf(request).length > 0) clearCache(reply)
  }
  /** The link that a lent device came back with is dead; null also where no device was lent. */
  async function endLinkOf(request: FastifyRequest): Promise<Problem | null> {
    const handed = await handedWith(request)
    return handed && revokeInPersonLink(packs, handed, request)
  }
  /** Nobody has the new session before the link of the lent device is dead. */
  async function enterInstead(request: FastifyRequest, reply: FastifyReply, loggedIn: LoggedIn | AccountRefused) {
    if ('refused' in loggedIn) return accountProblem(loggedIn)
    const kept = await endLinkOf(request)
    if (kept) {
      await accounts.logOut(loggedIn.token)
      return kept
    }
    forgetFormer(request, reply)
    return enter(request, reply, loggedIn)
  }

  call(edge, {
    method: 'GET',
    url: '/app/session',
    summary: 'Who is logged in, with their workspaces, and the cross-site token for what follows.',
    access: 'anyone',
    answer: sessionAnswer,
    run: async ({ caller, request }) => answer(caller, caller.as === 'account' ? null : await nameOfHost(request)),
  })

  call(edge, {
    method: 'POST',
    url: '/app/session',
    summary: 'Logs in.',
    access: 'anyone',
    guessable: 'guessing',
    body: loginBody,
    answer: sessionAnswer,
    async run({ body, request, reply }) {
      const { email_address: email, password } = body
      return enterInstead(request, reply, await accounts.logIn({ ...logInFrom(request), email, password }))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/session/hand_over',
    summary: 'Before this device is given to somebody who signs in person: it then opens nothing of the account until the host unlocks it.',
    access: 'account',
    clearsCache: true,
    body: handOverBody,
    answer: sessionAnswer,
    async run({ body, request, reply, caller }) {
      const link = await inPersonLink({ packs, keyIndex: services.keyIndex }, caller, body.signing_link)
      if (isProblem(link)) return link
      const handed = await accounts.handOver(caller.user, link, logInFrom(request))
      await leaveOld(request)
      remember(reply, handed)
      return answer({ as: 'nobody' }, (await accounts.profileOf(caller.user))?.fullName ?? '')
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/session/take_back',
    summary: 'Unlocks a device that was given to a signer, by its host’s password. A link that is not signed by then stops working.',
    access: 'anyone',
    guessable: 'guessing',
    clearsCache: true,
    body: handedBackBody,
    answer: sessionAnswer,
    async run({ body, request, reply }) {
      const token = request.kept.session ?? ''
      return enterInstead(request, reply, await accounts.takeBack({ ...logInFrom(request), token, password: body.password }))
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/session',
    summary: 'Logs out.',
    access: 'session',
    clearsCache: true,
    answer: done,
    async run({ caller, request, reply }) {
      if (caller.as === 'application') return problem('not-for-applications')
      await leaveOld(request)
      edge.cookies.forgetSession(reply)
      return ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/first_account',
    summary: 'Makes the first account of this installation, and its workspace.',
    access: 'anyone',
    guessable: 'guessing',
    body: firstAccountBody,
    answer: sessionAnswer,
    async run({ body, request, reply }) {
      const { first_name: firstName, last_name: lastName, email_address: email, password, workspace_name: workspaceName } = body
      const account = { ...logInFrom(request), firstName, lastName, email, password, ...(workspaceName ? { workspaceName } : {}) }
      return enter(request, reply, await accounts.registerFirst(account, requestOriginOf(request)))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/password_resets',
    summary: 'Sends a link to choose a new password, where the address is known. The answer does not tell.',
    access: 'anyone',
    guessable: 'guessing',
    body: passwordResetBody,
    answer: done,
    async run({ body, request }) {
      const refused = await accounts.requestPasswordReset({ ...logInFrom(request), email: body.email_address })
      return refused ? accountProblem(refused) : ok()
    },
  })

  const tokenParams = z.object({ token })
  call(edge, {
    method: 'GET',
    url: '/app/password_resets/:token',
    summary: 'Whether a link to choose a password still works. Asking uses nothing up.',
    access: 'anyone',
    guessable: 'guessing',
    params: tokenParams,
    answer: done,
    async run({ params }) {
      return (await accounts.passwordLinkWorks(params.token)) ? ok() : accountProblem({ refused: 'password-link-dead' })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/password_resets/:token',
    summary: 'Chooses a password by the link of a mail. All sessions so far end.',
    access: 'anyone',
    guessable: 'guessing',
    params: tokenParams,
    body: newPasswordBody,
    answer: sessionAnswer,
    async run({ params, body, request, reply }) {
      // It ends the session of a lent device too, which alone knows its link.
      if (!(await accounts.passwordLinkKnown(params.token))) return accountProblem({ refused: 'password-link-dead' })
      const kept = await endLinkOf(request)
      if (kept) return kept
      forgetFormer(request, reply)
      const chosen = { ...logInFrom(request), token: params.token, password: body.password }
      return enter(request, reply, await accounts.choosePassword(chosen, requestOriginOf(request)))
    },
  })
}
