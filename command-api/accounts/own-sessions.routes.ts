import { z } from 'zod'
import { done, key } from '#contract/envelope'
import { endedSessionsAnswer, ownSessionsAnswer } from '#contract/session'
import type { App } from '../app.ts'
import { clearCache } from '../edge/caching.ts'
import { call } from '../edge/call.ts'
import { ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { handedOverIn } from './handed-over.ts'

/** Where an account holder is logged in, and how they end that elsewhere. */
export function ownSessionRoutes({ edge, services, sessionEnded }: App<'accounts'>): void {
  const { accounts } = services

  call(edge, {
    method: 'GET',
    url: '/app/user/sessions',
    summary: 'Where the account holder is logged in: since when, used last when, from which network and with what.',
    access: 'account',
    answer: ownSessionsAnswer,
    async run({ caller }) {
      const all = await accounts.sessionsOf(caller.user)
      return ok({
        sessions: all.map(({ session, began, seen, from }) => ({
          key: session.id,
          begun: began.toISOString(),
          last_used: seen.toISOString(),
          network: from?.network || null,
          browser: from?.browser ?? null,
          system: from?.system ?? null,
          is_current: session.id === caller.session,
          is_handed_over: handedOverIn(session) !== null,
        })),
      })
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/user/sessions/:key',
    summary: 'Ends one session of the account holder. The device that it was on is not known to the account any more.',
    access: 'account',
    params: z.object({ key }),
    answer: done,
    async run({ caller, params, request, reply }) {
      const ended = await accounts.endSession(caller.user, params.key, caller.session)
      if (ended === null) return problem('not-found')
      sessionEnded(params.key)
      await accounts.noteEnded(ended, requestOriginOf(request))
      if (params.key === caller.session) {
        edge.cookies.forgetSession(reply)
        clearCache(reply)
      }
      return ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/user/end_other_sessions',
    summary: 'Ends all sessions of the account holder but the one that asks. No other device is known to the account any more.',
    access: 'account',
    answer: endedSessionsAnswer,
    async run({ caller, request }) {
      const ended = await accounts.endOtherSessions(caller.user, caller.session)
      for (const session of ended) {
        sessionEnded(session.id)
        await accounts.noteEnded(session, requestOriginOf(request))
      }
      return ok({ ended: ended.length })
    },
  })
}
