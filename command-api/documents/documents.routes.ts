import { z } from 'zod'
import { word } from '#contract/bounds'
import { documentAnswer, documentRecord, documentSavedAnswer, enqueueBody, revisionSeen, viewAnswer } from '#contract/documents'
import { done } from '#contract/envelope'
import { viewPartAnswer, viewPartQuery } from '#contract/view'
import { mayReplay, type PackCommand, type PackState, viewDigest, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { commandsOfDocument } from '../pack/diff-document.ts'
import { packCall } from '../pack/pack-call.ts'
import { factIn } from '../pack/packs.ts'
import { documentRecordOf } from '../pack/records.ts'
import { dueAgain } from '../pack/requests.ts'
import { furtherPart, viewOrParts } from '../pack/view-parts.ts'

/** One document or pack: read it, save it, request signatures, put it into the trash and take it out again. */
export function documentRoutes(app: App<'world'>): void {
  const { packs, services, people, moments } = app
  const newId = () => services.world.ids.next()

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key',
    summary: 'A document with its signatories and fields, as the caller may see it.',
    query: z.object({ include_child_document_data_fields: word.optional(), is_old_browser: word.optional() }),
    answer: documentAnswer,
    async run({ place, params }) {
      return ok({ document: documentRecordOf(place.pack, params.key, viewFor(place.state, place.audience), await people.namesFor(place)) })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/view',
    summary: 'The whole pack as the caller may see it, to be folded on with live events.',
    answer: viewAnswer,
    async run({ place }) {
      const { state, audience } = place
      return ok({
        document_key: place.pack,
        revision: place.revision,
        ...viewOrParts(viewFor(state, audience)),
        view_digest: audience.of === 'signatory' ? viewDigest(state, audience.signatory) : null,
        people: await people.namesFor(place),
      })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/view_part',
    summary: 'A further part of a view that is too large for one answer.',
    query: viewPartQuery,
    answer: viewPartAnswer,
    async run({ place, query }) {
      const { state, who, audience, pack, revision } = place
      const now = furtherPart(viewFor(state, audience), query)
      if (now !== null) return ok({ view_part: now })
      // Nobody is shown an earlier moment who could not replay it.
      const mayLookBack = query.revision < revision && mayReplay(state, who, audience)
      const then = mayLookBack ? furtherPart(viewFor(await moments.stateAt(pack, query.revision), audience), query) : null
      return then === null ? problem('view-over') : ok({ view_part: then })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/update_document',
    summary: 'Saves the document: what is left out stays as it is, null clears. A status requests signatures, reverts or completes.',
    teamOnly: true,
    query: z.object({
      request_signatures_if_required: word.optional(),
      excluded_signers_can_receive_viewing_notifications: word.optional(),
    }),
    body: dataBody(documentRecord),
    answer: documentSavedAnswer,
    async run({ place, request, body: { data } }) {
      const saved = await packs.change({
        on: place,
        request,
        seen: data.revision,
        plan: (state) => commandsOfDocument(data, state, place.child, newId),
      })
      if (isProblem(saved)) return saved
      const message = STATUS_MESSAGES.find(({ by }) => factIn(saved, by))?.says ?? 'The document was saved.'
      return ok({ message, date_updated: saved.state.updated, revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/enqueue_document_mails',
    summary: 'Requests signatures, or asks those again whose request did not arrive or whose link has ended; with remind, all who wait.',
    teamOnly: true,
    body: enqueueBody,
    answer: done,
    async run({ place, request, body: { remind } }) {
      const queued = await packs.change({ on: place, request, plan: (state) => dueAgain(state, remind, newId) })
      return isProblem(queued) ? queued : ok({ message: REQUESTED })
    },
  })

  for (const [verb, commandOf, summary] of [
    [
      'delete_document',
      // By the key of one of several documents that one is meant, not the pack.
      ({ documents }: PackState, child: string | null): PackCommand =>
        child !== null && documents.length > 1 ? { do: 'RemoveDocument', document: child } : { do: 'TrashPack' },
      'Moves the document to the trash; one of several documents of a pack is removed from it.',
    ],
    ['recover_document', (): PackCommand => ({ do: 'RestorePack' }), 'Takes the document out of the trash.'],
  ] as const) {
    packCall(app, {
      method: 'GET',
      url: `/app/documents/:key/${verb}`,
      summary,
      changes: true,
      teamOnly: true,
      query: revisionSeen,
      answer: done,
      async run({ place, request, query }) {
        const changed = await packs.change({ on: place, request, seen: query.revision, plan: (state) => [commandOf(state, place.child)] })
        return isProblem(changed) ? changed : ok()
      },
    })
  }

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/audit_document_opened_event',
    summary: 'Records that a member of the team opened the document. Visits of signers are recorded with their session.',
    answer: done,
    async run({ place, request }) {
      const { who } = place
      if (who.as !== 'team') return ok({ message: 'Visits are recorded with their session.' })
      const recorded = await packs.change({ on: place, request, plan: () => [{ do: 'RecordOpened', user: who.user }] })
      return isProblem(recorded) ? recorded : ok({ message: 'The visit was recorded.' })
    },
  })
}

const REQUESTED = 'Setup complete. Signature requests have been queued.'
const STATUS_MESSAGES = [
  { by: 'SignaturesRequested', says: REQUESTED },
  { by: 'RevertedToSetup', says: 'Document status has been reverted to setup. All signature requests have been cancelled.' },
  { by: 'PackCompleted', says: 'The document is complete. The signed PDF is being prepared.' },
] as const
