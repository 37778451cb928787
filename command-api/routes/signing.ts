import { z } from 'zod'
import { signatorySavedAnswer, signatoryUpdate } from '#contract/documents'
import { done } from '#contract/envelope'
import { CONSENT, signedAnswer, termsBody } from '#contract/signing'
import { type PackCommand, signatoryOf } from '#domain/pack'
import type { App } from '../app.ts'
import { ok } from '../edge/ok.ts'
import { isProblem } from '../edge/problem.ts'
import { requestIds } from '../pack/diff-document.ts'
import { packCall } from '../pack/pack-call.ts'
import { packProblem } from '../pack/packs.ts'
import { signatoryParams } from './signatories.ts'

/** What a signer does once their session is open. */
export function signingRoutes(app: App): void {
  const { packs, services } = app
  const newId = () => services.world.ids.next()

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
    summary: 'The signer will go on later.',
    changes: true,
    params: signatoryParams,
    query: z.object({ return_json: z.string().optional() }),
    answer: done,
    async run({ place, params, request }) {
      const postponed = await packs.change({ on: place, request, plan: () => [{ do: 'PostponeSigning', signatory: params.signatory }] })
      return isProblem(postponed) ? postponed : ok()
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/add_update_signatory',
    summary: 'The signer finishes, or rejects with a reason.',
    body: signatoryUpdate,
    answer: signatorySavedAnswer,
    async run({ place, request, body }) {
      const signatory = body.data.uuid
      const today = new Date(services.world.clock.now()).toISOString().slice(0, 10)
      const saved = await packs.change({
        on: place,
        request,
        plan(state): PackCommand[] {
          if (body.update_status_to === 'rejected') return [{ do: 'RejectSigning', signatory, reason: body.rejection_reason ?? '' }]
          if (body.update_status_to !== 'complete') return []
          const consent = body.consent_version ?? ''
          // Whose turn comes is the domain's to say; an id is there for anybody.
          const requests = requestIds(
            state.signatories.map(({ uuid }) => uuid),
            newId,
          )
          const { view_digest: view = '', date = today, signed_in_presence: inPresence = false } = body
          const link = place.who.as === 'signatory' ? { link: place.who.link } : {}
          return [{ do: 'CompleteSigning', signatory, consent, view, date, requests, inPresence, ...link }]
        },
      })
      if (isProblem(saved)) return saved
      const date_updated = signatoryOf(saved.state, signatory)?.updated ?? saved.state.updated
      return ok({ signatory: { uuid: signatory, date_updated }, revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/reject_child_document/:signatory',
    summary: 'Rejects one document of several: refused while a pack is rejected as a whole only.',
    params: signatoryParams,
    body: z.looseObject({ rejection_reason: z.string().optional() }),
    answer: done,
    async run({ place }) {
      return packProblem({ refused: 'unable-to-reject', at: [place.child ?? place.pack] })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/signed',
    summary: 'For a signer who has finished: how far the document is, and its final files once they are there.',
    answer: signedAnswer,
    async run({ place: { state, finished, who } }) {
      const mayHave = who.as === 'team' || finished
      return ok({
        status: state.status,
        final_files: mayHave
          ? state.documents.flatMap(({ key, sealing }) =>
              sealing.state === 'sealed' ? [{ document_key: key, file_key: sealing.file, size: sealing.size }] : [],
            )
          : [],
        documents: state.documents.length,
      })
    },
  })
}
