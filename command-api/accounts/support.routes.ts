import { z } from 'zod'
import { key } from '#contract/envelope'
import { beginSupportBody, sessionAnswer } from '#contract/session'
import { derivedUuid } from '#domain/kernel'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { byCaller } from '../edge/caller.ts'
import { logInFrom } from '../edge/log-in-from.ts'
import { problem } from '../edge/problem.ts'
import { idempotencyKeyOf, requestOriginOf } from '../edge/request-origin.ts'
import { sessionAnswers } from './session-answer.ts'

/** An administrator of the installation acts as a member for a while, and either of the two ends it. */
export function supportRoutes(app: App<'accounts' | 'config' | 'mailer' | 'sessions' | 'world'>): void {
  const { edge, services } = app
  const { accounts, world } = services
  const { answer, remember, leaveOld } = sessionAnswers(app)

  call(edge, {
    method: 'POST',
    url: '/app/support_access',
    summary:
      'Acts as a member for support, for an hour at most: administrators of the installation. This session is the member’s from then on.',
    access: 'account',
    guessable: 'guessing',
    clearsCache: true,
    body: dataBody(beginSupportBody),
    answer: sessionAnswer,
    async run({ caller, request, reply, body: { data } }) {
      if (!(await accounts.mayGiveSupport(caller.user))) return problem('not-installation-administrator')
      const asked = idempotencyKeyOf(request)
      const access = asked === null ? world.ids.next() : derivedUuid(JSON.stringify(['support', caller.user, asked]))
      const { email_address: email, reason, minutes } = data
      const begun = await accounts.beginSupport(
        byCaller(caller),
        { access, email, reason, minutes, from: logInFrom(request) },
        requestOriginOf(request),
      )
      if ('refused' in begun) return accountProblem(begun)
      const session = await services.sessions.find(begun.token)
      await leaveOld(request)
      remember(reply, begun)
      return answer((session && (await accounts.accountIn(session))) ?? { as: 'nobody' })
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/support_access/:key',
    summary: 'Ends that an administrator of the installation acts as this account holder. Of the two who asks is themselves afterwards.',
    access: 'account',
    inSupport: true,
    clearsCache: true,
    params: z.object({ key }),
    answer: sessionAnswer,
    async run({ caller, params, request, reply }) {
      const ended = await accounts.endSupport(caller, params.key, logInFrom(request), requestOriginOf(request))
      if ('refused' in ended) return accountProblem(ended)
      if (ended.again === null) return answer(caller)
      await leaveOld(request)
      remember(reply, ended.again)
      return answer((await accounts.find(ended.again.token)) ?? { as: 'nobody' })
    },
  })
}
