import type { TopicFact } from '../events/index.ts'
import type { PackState, VisitObserved } from '../state.ts'

/** Nothing was seen in it so far. Moments that a page reported before are known all the same, since it may repeat them. */
const begun = (visit: string, before: VisitObserved | undefined): VisitObserved => ({
  visit,
  pages: [],
  fields: [],
  pauses: 0,
  away: false,
  ...(before?.told && { told: before.told }),
})

export function evolveVisits(state: PackState, { type, data }: TopicFact<'visits'>): PackState {
  switch (type) {
    case 'VisitObserved': {
      const held = Object.hasOwn(state.observed, data.signatory) ? state.observed[data.signatory] : undefined
      let seen = held?.visit === data.visit ? held : begun(data.visit, held)
      for (const moment of data.moments) {
        if (moment.what === 'page') seen = { ...seen, pages: [...seen.pages, { document: moment.document, page: moment.page }] }
        else if (moment.what === 'field') seen = { ...seen, fields: [...seen.fields, moment.field] }
        else if (moment.what === 'view') seen = { ...seen, shownAs: moment.view, switches: (seen.switches ?? 0) + 1 }
        else seen = { ...seen, away: moment.what === 'paused', pauses: seen.pauses + (moment.what === 'paused' ? 1 : 0) }
      }
      if (data.told) seen = { ...seen, told: { ...seen.told, [data.told.by]: data.told.count } }
      return { ...state, observed: { ...state.observed, [data.signatory]: seen } }
    }
    default:
      return type satisfies never
  }
}
