import type { FastifyRequest } from 'fastify'
import { signaturesAnswer, useKeptSignatureAnswer, useKeptSignatureBody } from '#contract/signatures'
import type { App } from '../app.ts'
import type { Account } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { keptBy, keptRecords } from '../pack/kept-signatures.ts'
import { packCall } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import { signatureOwnerOf } from '../pack/signature-owner.ts'
import { asValueIn, uploadTo } from '../pack/uploads.ts'

/** Stored signatures of account holders, used in a document: by those who prepare it, and by those asked to sign it. */
export function keptSignatureRoutes(app: App<'accounts' | 'files' | 'world'>): void {
  const { accounts } = app.services
  async function ownerOf({ caller, state, finished }: PackAccess, request: FastifyRequest): Promise<Account | Problem | null> {
    // A signature is a person's.
    if (caller.as === 'application') return problem('not-for-applications')
    return caller.as === 'account' ? caller : signatureOwnerOf(accounts, { caller, state, finished }, request)
  }

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/kept_signatures',
    summary: 'What may be used of what somebody keeps, in the ways that this document allows; nothing where they are not logged in here.',
    inSupport: false,
    answer: signaturesAnswer,
    async run({ place, request }) {
      const { methods } = place.state.settings
      const account = await ownerOf(place, request)
      if (isProblem(account)) return account
      const kept = account ? keptRecords(await accounts.signaturesOf(account.user)) : []
      return ok({ signatures: kept.filter(({ method }) => methods[method]) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/use_kept_signature',
    summary: 'What somebody keeps, as it goes into a field of this document: a picture comes along.',
    inSupport: false,
    body: useKeptSignatureBody,
    answer: useKeptSignatureAnswer,
    async run({ place, body, request }) {
      const owner = uploadTo(place)
      if (isProblem(owner)) return owner
      const account = await ownerOf(place, request)
      if (isProblem(account)) return account
      const value = account && (await keptBy(accounts, account.user, body.signature_key))
      return value ? ok({ data: await asValueIn(app.services, owner, value) }) : problem('not-found')
    },
  })
}
