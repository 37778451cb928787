import { done } from '#contract/envelope'
import { visitAnswer, visitBody } from '#contract/retention'
import type { App } from '../app.ts'
import { isProblem, ok } from '../edge/problem.ts'
import { beginVisit, observeVisit } from '../pack/observe-visit.ts'
import { packCall } from '../pack/pack-call.ts'

/** What a signer's page tells of the visit. */
export function visitRoutes(app: App<'members' | 'world'>): void {
  const { packs, services } = app
  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/begin_visit',
    summary: 'The signer has moved, touched or typed: from now on the document counts as opened by them.',
    answer: done,
    async run({ place, request }) {
      if (place.finished) return ok()
      const begun = await beginVisit(packs, place, request, services.world.ids.next())
      return isProblem(begun) ? begun : ok()
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/visit',
    summary: 'A signer’s actions on the page besides filling in: pages looked at, fields come to, pauses. Each once a visit.',
    body: visitBody,
    answer: visitAnswer,
    async run({ place, request, body }) {
      const recorded = await observeVisit({ packs, members: services.members }, place, request, body)
      return isProblem(recorded) ? recorded : ok({ recorded })
    },
  })
}
