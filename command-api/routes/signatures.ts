import { z } from 'zod'
import { done } from '#contract/envelope'
import { keepSignatureBody, signaturesAnswer } from '#contract/signatures'
import { disclosed } from '#domain/kernel'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { askedIn } from '../edge/asked.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { ok } from '../edge/ok.ts'
import { problem } from '../edge/problem.ts'

/** Signatures and initials that an account holder keeps for the next time. */
export function signatureRoutes({ edge, services }: App): void {
  const { accounts, world } = services
  const mayChange = ({ memberships }: Account) =>
    memberships.some(({ permissions }) => permissions.has('can_update_signature_and_initials'))

  call(edge, {
    method: 'GET',
    url: '/app/user/signatures',
    summary: 'What the account holder keeps for the next time they sign.',
    access: 'account',
    answer: signaturesAnswer,
    async run({ caller }) {
      const kept = await accounts.signaturesOf(caller.user)
      return ok({
        signatures: kept.flatMap(({ signature: key, kind: type, value, at }) => {
          const data = disclosed(value, null)
          if (data === null) return []
          return [{ key, type, method: data.method, text: data.method === 'typed' ? data.text : '', data, date_created: at }]
        }),
      })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/user/signatures',
    summary: 'Keeps a signature or initials, at most 50: the oldest goes. An empty text is ignored.',
    access: 'account',
    body: keepSignatureBody,
    answer: done,
    async run({ caller, body, request }) {
      if (!mayChange(caller)) return problem('not-allowed')
      const command = { do: 'KeepSignature', signature: world.ids.next(), kind: body.type, value: body.data } as const
      const refused = await accounts.changeSignatures(caller.user, command, askedIn(request), caller.session)
      return refused ? accountProblem(refused) : ok()
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/user/signatures/:key',
    summary: 'Keeps it no longer.',
    access: 'account',
    params: z.object({ key: z.uuid() }),
    answer: done,
    async run({ caller, params, request }) {
      if (!mayChange(caller)) return problem('not-allowed')
      const command = { do: 'ForgetSignature', signature: params.key } as const
      const refused = await accounts.changeSignatures(caller.user, command, askedIn(request), caller.session)
      return refused ? accountProblem(refused) : ok()
    },
  })
}
