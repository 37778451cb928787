import { CONSENT, signingSessionAnswer, signingSessionBody } from '#contract/signing'
import { digestOf } from '#domain/kernel'
import { isTurnOf, ownerOf, viewDigest, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Signer } from '../edge/caller.ts'
import { isProblem, ok, refusalAsProblem } from '../edge/problem.ts'
import { LINK_REFUSALS, type LinkProblem, linkOf } from '../pack/links.ts'
import { beginVisit } from '../pack/observe-visit.ts'
import { signatureOwnerOf } from '../pack/signature-owner.ts'
import { viewOrParts } from '../pack/view-parts.ts'

const DAY = 24 * 3_600_000

/** The token of a signing link becomes a session that travels in a header: opening the link itself changes nothing. */
export function signingSessionRoutes({ edge, packs, services, people }: App<'accounts' | 'keyIndex' | 'sessions' | 'world'>): void {
  const refuse = (code: LinkProblem) => refusalAsProblem({ refused: code }, LINK_REFUSALS)

  call(edge, {
    method: 'POST',
    url: '/app/signing_sessions',
    summary: 'Opens a signing session for the token of a signing link.',
    access: 'anyone',
    secretInBody: true,
    guessable: 'links',
    body: signingSessionBody,
    answer: signingSessionAnswer,
    async run({ body, request }) {
      const entry = await services.keyIndex.find(digestOf(body.token), 'link')
      const link = entry && linkOf(entry)
      if (!link) return refuse('unknown-link')
      const unopened: Signer = { as: 'signer', session: '', ...link }
      const place = await packs.resolveAccess(unopened, link.pack)
      if (isProblem(place)) return place.status === 404 ? refuse('unknown-link') : place
      const { state, finished } = place
      // Who has finished may come back for the final file, and does nothing that would be recorded as a visit.
      if (!finished && !isTurnOf(state, link.signatory)) return refuse('not-your-turn')
      const { token, session } = await services.sessions.open({ owner: `link:${link.link}`, holder: link, idleMs: DAY, lifeMs: 30 * DAY })
      const caller: Signer = { ...unopened, session: session.id }
      const visited =
        finished || !body.begins_visit ? place : await beginVisit(packs, { ...place, caller }, request, services.world.ids.next())
      if (isProblem(visited)) {
        // It would stand there for a document that may be gone.
        await services.sessions.end(token)
        return visited
      }
      const owner = await signatureOwnerOf(services.accounts, { ...place, caller: unopened }, request)
      const { workspaceName, senderName } = await people.senderOf(state.workspace, ownerOf(state))
      return ok({
        session_token: token,
        csrf_token: edge.crossSite.tokenOf(session.id),
        document_key: link.pack,
        signatory_uuid: link.signatory,
        workspace_name: workspaceName,
        sender_name: senderName,
        in_person: link.inPerson,
        consent: CONSENT,
        drafts_shown_to_team: false,
        keeps_signatures: owner !== null && (await services.accounts.signaturesOf(owner.user)).length > 0,
        finished,
        revision: visited.revision,
        ...viewOrParts(viewFor(visited.state, { of: 'signatory', signatory: link.signatory })),
        view_digest: viewDigest(visited.state, link.signatory),
      })
    },
  })
}
