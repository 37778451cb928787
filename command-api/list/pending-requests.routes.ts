import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { token } from '#contract/bounds'
import { pendingRequestsAnswer } from '#contract/signing'
import { disclosed } from '#domain/kernel'
import { isTurnOf, liveSignatories, ownerOf } from '#domain/pack'
import { comparable } from '#domain/user'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Account, Signer } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { linkEntry, newLinkToken } from '../pack/links.ts'
import { accountAsked } from '../pack/signature-owner.ts'

const MOST = 20

/**
 * The requests for an account holder's signature in their workspace, each with a link of their own. On a signing page the signer
 * asks: the page lists other waiting documents, and only where their own account is logged in to in that browser.
 */
export function pendingRequestRoutes({ edge, packs, people, services }: App<'accounts' | 'config' | 'queries' | 'world'>): void {
  async function accountOf(caller: Signer, request: FastifyRequest): Promise<Account | Problem | null> {
    const place = await packs.resolveAccess(caller, caller.pack)
    return isProblem(place) ? place : accountAsked(services.accounts, { state: place.state, caller }, request)
  }

  call(edge, {
    method: 'GET',
    url: '/app/tokens/get_pending_signing_requests',
    summary: 'Documents that wait for this account holder’s signature, each with a new signing link.',
    changes: true,
    access: 'session',
    inSupport: false,
    query: z.object({ document_key: token.optional() }),
    answer: pendingRequestsAnswer,
    async run({ caller: asking, query, request }) {
      if (asking.as === 'application') return problem('not-for-applications')
      const caller = asking.as === 'account' ? asking : await accountOf(asking, request)
      if (isProblem(caller)) return caller
      if (caller === null) return ok({ tokens: [] })
      const membership = workspaceOf(caller, request)
      if (isProblem(membership)) return membership
      const profile = await services.accounts.profileOf(caller.user)
      const email = profile?.email ?? ''
      const waiting = query.document_key
        ? [query.document_key]
        : (
            await services.queries.list({
              workspace: membership.workspace,
              user: { key: caller.user, email },
              kind: 'document',
              status: 'awaiting_my_signature',
              trashed: false,
              limit: MOST,
            })
          ).documents.map(({ key }) => key)
      const tokens = []
      for (const key of waiting) {
        const place = await packs.resolveAccess(caller, key)
        if (isProblem(place)) {
          if (query.document_key) return place
          continue
        }
        const { pack, state } = place
        const mine = liveSignatories(state).find(
          (one) =>
            one.status === 'awaiting_signatures' &&
            !(asking.as === 'signer' && asking.signatory === one.uuid) &&
            isTurnOf(state, one.uuid) &&
            (one.user === caller.user || (email !== '' && comparable(disclosed(one.email, '')) === comparable(email))),
        )
        if (!mine) continue
        const token = newLinkToken(services.world.random)
        const link = services.world.ids.next()
        const issued = await packs.change({
          on: place,
          request,
          alwaysRun: true,
          keys: [linkEntry(token, { pack, signatory: mine.uuid, link, inPerson: false })],
          plan: () => [{ do: 'IssueSigningLink', signatory: mine.uuid, link, purpose: 'sign', request: null }],
        })
        if (isProblem(issued)) continue
        const { senderName } = await people.senderOf(state.workspace, ownerOf(state))
        tokens.push({
          signing_link: `${services.config.publicUrl}/sign/${token}`,
          create_time_ago: agoInWords(services.world.clock.now() - Date.parse(mine.request?.at ?? state.updated)),
          document_owner: senderName,
          document_name: disclosed(state.name, ''),
        })
      }
      return ok({ tokens })
    },
  })
}

const STEPS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

function agoInWords(ms: number): string {
  for (const [step, word] of STEPS) {
    const count = Math.floor(ms / step)
    if (count >= 1) return `${count} ${word}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
