import { z } from 'zod'
import { text, word } from '#contract/bounds'
import { signatorySavedAnswer, signatoryUpdate } from '#contract/documents'
import { done } from '#contract/envelope'
import { CONSENT, signedAnswer, termsBody } from '#contract/signing'
import {
  pack as aggregate,
  type CommandOf,
  isRepeated,
  type PackCommand,
  type PackState,
  remainingDocuments,
  signatoryOf,
  streamOfPack,
} from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Signer, TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem } from '../edge/problem.ts'
import { requestIds } from '../pack/diff-document.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import { packProblem } from '../pack/packs.ts'
import { signatoryParams } from './signatories.routes.ts'

/** What a signer does once their session is open. */
export function signingRoutes(app: App<'handler' | 'world'>): void {
  const { edge, packs, services } = app
  const newId = () => services.world.ids.next()

  type Rejection = CommandOf<'RejectSigning' | 'RejectDocument'>
  const rejectionIn = ({ data, update_status_to, rejection_reason }: z.output<typeof signatoryUpdate>): Rejection | null =>
    update_status_to === 'rejected' ? { do: 'RejectSigning', signatory: data.uuid, reason: rejection_reason ?? '' } : null

  /** A signer's rejection ends their own link: asked again, after an answer that was lost, it is done. */
  async function rejectedBefore(why: Problem, caller: TeamCaller | Signer, rejection: Rejection) {
    // A rejected document of several is not there any more for its signers.
    const mayBeDone = why.code === 'already-rejected' || why.code === 'not-found'
    if (!mayBeDone || caller.as !== 'signer' || caller.signatory !== rejection.signatory) return why
    const { state, revision } = await services.handler.load(streamOfPack(caller.pack), aggregate)
    return isRepeated(rejection, state) ? savedFor(caller.signatory, state, revision) : why
  }
  const savedFor = (signatory: string, state: PackState, revision: number) => {
    const saved = signatoryOf(state, signatory)
    const message = STATUS_MESSAGES.find(({ status }) => status === saved?.status)?.says ?? 'The signer was saved.'
    return ok({ message, signatory: { uuid: signatory, date_updated: saved?.updated ?? state.updated }, revision })
  }

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/user_accepted_terms/:signatory',
    summary: 'The signer agrees to sign electronically.',
    params: signatoryParams,
    body: termsBody,
    answer: done,
    async run({ place, params, request, body }) {
      const version = body.consent_version ?? CONSENT.version
      const given = await packs.change({ on: place, request, plan: () => [{ do: 'GiveConsent', signatory: params.signatory, version }] })
      return isProblem(given) ? given : ok()
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/sign_later/:signatory',
    summary: 'The signer will continue later.',
    changes: true,
    params: signatoryParams,
    query: z.object({ return_json: word.optional() }),
    answer: done,
    async run({ place, params, request }) {
      const postponed = await packs.change({ on: place, request, plan: () => [{ do: 'PostponeSigning', signatory: params.signatory }] })
      return isProblem(postponed) ? postponed : ok({ message: 'You can sign later, with the same link.' })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/documents/:key/add_update_signatory',
    summary: 'The signer finishes, or rejects with a reason.',
    access: 'session',
    params: keyParams,
    body: signatoryUpdate,
    answer: signatorySavedAnswer,
    async run({ caller, moment, params, request, body }) {
      const signatory = body.data.uuid
      const place = await packs.resolveAccess(caller, params.key, moment)
      const rejection = rejectionIn(body)
      if (isProblem(place)) return rejection ? rejectedBefore(place, caller, rejection) : place
      const { who } = place
      if (who.as !== 'signatory' || who.signatory !== signatory) return packProblem({ refused: 'not-yours' })
      const saved = await packs.change({
        on: place,
        request,
        plan(state): PackCommand[] {
          if (rejection) return [rejection]
          if (body.update_status_to !== 'complete') return []
          const consent = body.consent_version ?? ''
          // Whose turn comes is the domain's to say; an id is there for anybody.
          const requests = requestIds(
            state.signatories.map(({ uuid }) => uuid),
            newId,
          )
          const { view_digest: view = '', date, signed_in_presence: inPresence = false } = body
          return [{ do: 'CompleteSigning', signatory, consent, view, ...(date ? { date } : {}), requests, inPresence, link: who.link }]
        },
      })
      if (isProblem(saved)) return saved
      return savedFor(signatory, saved.state, saved.revision)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/documents/:key/reject_child_document/:signatory',
    summary: 'Rejects one document of several, where can_reject_individual_documents allows it; with the last one the whole is rejected.',
    access: 'session',
    params: signatoryParams,
    body: z.object({ rejection_reason: text.optional() }),
    answer: done,
    async run({ caller, moment, params, request, body: { rejection_reason: reason = '' } }) {
      const { signatory } = params
      const rejection = (document: string) => ({ do: 'RejectDocument', signatory, document, reason }) as const
      const place = await packs.resolveAccess(caller, params.key, moment)
      if (isProblem(place)) {
        const before = await rejectedBefore(place, caller, rejection(params.key))
        return isProblem(before) ? before : ok({ message: DOCUMENT_REJECTED })
      }
      const { who } = place
      if (who.as !== 'signatory' || who.signatory !== signatory) return packProblem({ refused: 'not-yours' })
      const rejected = await packs.change({ on: place, request, plan: () => [rejection(place.child ?? place.pack)] })
      return isProblem(rejected) ? rejected : ok({ message: DOCUMENT_REJECTED })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/signed',
    summary: 'For a signer who has finished: how far the document is, and its final files once they are there.',
    answer: signedAnswer,
    async run({ place: { state, finished, who } }) {
      const mayHave = who.as !== 'signatory' || finished
      return ok({
        status: state.status,
        final_files: mayHave
          ? state.documents.flatMap(({ key, sealing }) =>
              sealing.state === 'sealed' ? [{ document_key: key, file_key: sealing.file, size: sealing.size }] : [],
            )
          : [],
        documents: remainingDocuments(state).length,
      })
    },
  })
}

const DOCUMENT_REJECTED = 'You rejected this document.'

const STATUS_MESSAGES = [
  { status: 'complete', says: 'You have signed.' },
  { status: 'rejected', says: 'You declined to sign.' },
] as const
