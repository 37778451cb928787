import { visitAnswer, visitBody } from '#contract/keeping'
import { signatoryOf } from '#domain/pack'
import type { App } from '../app.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'

/** What a signer's page tells of the visit. */
export function visitRoutes(app: App): void {
  const { packs, services } = app
  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/visit',
    summary: 'What a signer did on the page beside filling in: pages looked at, fields come to, pauses. Each once a visit.',
    body: visitBody,
    answer: visitAnswer,
    async run({ place, request, body: { moments } }) {
      const { who, state } = place
      if (who.as !== 'signatory') return problem('not-allowed')
      const visit = signatoryOf(state, who.signatory)?.visit
      if (!visit || !(await services.members.keepingOf(state.workspace)).recordsVisits) return ok({ recorded: false })
      const observed = await packs.change({
        on: place,
        request,
        plan: () => [{ do: 'ObserveVisit', signatory: who.signatory, visit, moments }],
      })
      return isProblem(observed) ? observed : ok({ recorded: true })
    },
  })
}
