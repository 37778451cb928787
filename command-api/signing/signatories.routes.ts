import { token } from '#contract/bounds'
import {
  excludeBody,
  excludedAnswer,
  isNextSignerAnswer,
  resendBody,
  signatoriesAnswer,
  signatoryRecord,
  signatorySavedAnswer,
  signingLinkAnswer,
  signingLinkBody,
} from '#contract/documents'
import { done } from '#contract/envelope'
import { signatoryOf, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { requestIds } from '../pack/diff-document.ts'
import { commandsOfMembership, commandsOfSettingUp, commandsOfSignatory } from '../pack/diff-signatories.ts'
import { linkEntry, newLinkToken } from '../pack/links.ts'
import { isNextSigner } from '../pack/next-signer.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import { signatoryRecordOf } from '../pack/records.ts'

export const signatoryParams = keyParams.extend({ signatory: token })

/** What the preparing team does with signatories. */
export function signatoryRoutes(app: App<'config' | 'world'>): void {
  const { packs, services } = app
  const newId = () => services.world.ids.next()

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/update_signatory_details',
    summary:
      'Adds a signatory, or changes one. While a request waits, a new address kills the old link and sends a new request. By a signer: name, email and mobile_number of the one whom they set up.',
    body: dataBody(signatoryRecord),
    answer: signatorySavedAnswer,
    async run({ place, request, body: { data } }) {
      const { who } = place
      const saved = await packs.change({
        on: place,
        request,
        plan(state) {
          if (who.as !== 'signatory') return [...commandsOfSignatory(data, state, newId), ...commandsOfMembership(data)]
          const commands = commandsOfSettingUp(data, state, who.signatory)
          return commands.length > 0 ? commands : { refused: 'not-permitted', at: [data.uuid] }
        },
      })
      if (isProblem(saved)) return saved
      const date_updated = signatoryOf(saved.state, data.uuid)?.updated ?? saved.state.updated
      return ok({ message: 'The signer was saved.', signatory: { uuid: data.uuid, date_updated }, revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/get_signatories',
    summary: 'The signatories of the document, as the caller may see them.',
    answer: signatoriesAnswer,
    async run({ place }) {
      const view = viewFor(place.state, place.audience)
      return ok({ signatories: view.signatories.map((signatory) => signatoryRecordOf(signatory, view)) })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/is_next_signer/:signatory',
    summary: 'Whether it is this signatory’s turn; of one who has finished, whether they are the next in another role too.',
    params: signatoryParams,
    answer: isNextSignerAnswer,
    async run({ place, params }) {
      const signatory = signatoryOf(place.state, params.signatory)
      if (!signatory) return problem('not-found')
      return ok({ user_is_next_signer: isNextSigner(place.state, signatory) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/resend_document_notification/:signatory',
    summary: 'Sends the signature request to this signatory again, by the channel that is named or else by their own.',
    teamOnly: true,
    params: signatoryParams,
    body: resendBody,
    answer: done,
    async run({ place, params, request, body: { communication_channel_ui: channel } }) {
      const resent = await packs.change({
        on: place,
        request,
        plan: () => [{ do: 'ResendRequest', signatory: params.signatory, request: newId(), ...(channel ? { channel } : {}) }],
      })
      return isProblem(resent) ? resent : ok({ message: 'The request is being sent again.' })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/exclude_signatory',
    summary: 'Waits for this signatory no longer: their link ends, the next are asked, and with nobody left the document is complete.',
    teamOnly: true,
    body: excludeBody,
    answer: excludedAnswer,
    async run({ place, request, body: { data, excluded_signers_can_receive_viewing_notifications: viewing = false } }) {
      const { uuid } = data
      const excluded = await packs.change({
        on: place,
        request,
        plan: (state) => {
          const requests = requestIds(
            state.signatories.map((signatory) => signatory.uuid),
            newId,
          )
          return [{ do: 'ExcludeSignatory', signatory: uuid, viewing, requests }]
        },
      })
      if (isProblem(excluded)) return excluded
      const { updated } = signatoryOf(excluded.state, uuid)!
      return ok({ message: 'The signer was excluded.', signatory: { uuid, date_updated: updated } })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/generate_signing_link_for_signatory/:signatory',
    summary: 'A new signing link for this signatory, to copy or to show as a QR code. It is kept nowhere.',
    teamOnly: true,
    params: signatoryParams,
    body: signingLinkBody,
    answer: signingLinkAnswer,
    async run({ place, params, request, body }) {
      const token = newLinkToken(services.world.random)
      const link = newId()
      const { signatory } = params
      const purpose = body.token_type
      const issued = await packs.change({
        on: place,
        request,
        alwaysRun: true,
        keys: [linkEntry(token, { pack: place.pack, signatory, link, inPerson: purpose === 'sign_in_person' })],
        plan: () => [{ do: 'IssueSigningLink', signatory, link, purpose, request: null }],
      })
      if (isProblem(issued)) return issued
      return ok({ message: 'A signing link was made.', signing_link: `${services.config.publicUrl}/sign/${token}` })
    },
  })
}
