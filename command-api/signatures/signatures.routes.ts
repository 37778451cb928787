import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { done } from '#contract/envelope'
import { keepSignatureBody, signaturesAnswer } from '#contract/signatures'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { isOwnFile, keptRecords, tidyPictures } from '../pack/kept-signatures.ts'

/** By the permissions of the workspace that is selected, as everything else is. */
export function mayChangeSignatures(caller: Account, request: FastifyRequest): boolean {
  const membership = workspaceOf(caller, request)
  return !isProblem(membership) && membership.permissions.has('can_update_signature_and_initials')
}

/** Signatures and initials that an account holder keeps for the next time. */
export function signatureRoutes({ edge, services }: App<'accounts' | 'files' | 'world'>): void {
  const { accounts, world } = services

  async function change(caller: Account, command: Parameters<typeof accounts.changeSignatures>[1], request: FastifyRequest) {
    const refused = await accounts.changeSignatures(caller.user, command, requestOriginOf(request), caller.session)
    if (refused) return accountProblem(refused)
    await tidyPictures(services, caller.user)
    return ok()
  }

  call(edge, {
    method: 'GET',
    url: '/app/user/signatures',
    summary: 'What the account holder keeps for the next time they sign.',
    access: 'account',
    answer: signaturesAnswer,
    run: async ({ caller }) => ok({ signatures: keptRecords(await accounts.signaturesOf(caller.user)) }),
  })

  call(edge, {
    method: 'POST',
    url: '/app/user/signatures',
    summary: 'Keeps a signature or initials, at most 50: the oldest goes. An empty text is ignored.',
    access: 'account',
    body: keepSignatureBody,
    answer: done,
    async run({ caller, body, request }) {
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      // Only a picture that they uploaded as a signature, exactly as it was stored.
      const file = body.data.method === 'uploaded' ? await services.files.find(body.data.file) : null
      if (body.data.method === 'uploaded') {
        const stands =
          file && file.refused === null && isOwnFile(caller, file) && file.mediaType === 'image/png' && file.digest === body.data.digest
        if (!stands) return problem('not-uploaded')
      }
      const command = { do: 'KeepSignature', signature: world.ids.next(), kind: body.type, value: body.data } as const
      return change(caller, command, request)
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
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      const command = { do: 'ForgetSignature', signature: params.key } as const
      return change(caller, command, request)
    },
  })
}
