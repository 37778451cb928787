import { MOST } from '../bounds.ts'
import type { VisitMoment } from '../events/index.ts'
import { fact } from '../fact.ts'
import { refuse } from '../refuse.ts'
import { signatoryOf } from '../signatories.ts'
import type { PackState, VisitObserved } from '../state.ts'
import type { Deciders } from './context.ts'

export const decideVisits: Deciders<'ObserveVisit'> = {
  /** Records what is new: each page and each field once a visit, and going away and coming back in turn. */
  ObserveVisit({ signatory, visit, moments, told }, state) {
    if (signatoryOf(state, signatory)?.visit !== visit) return refuse('link-dead')
    const held = Object.hasOwn(state.observed, signatory) ? state.observed[signatory] : undefined
    const known = told && held?.told && Object.hasOwn(held.told, told.by) ? held.told[told.by]! : 0
    const unknown = told ? moments.slice(Math.max(0, known - told.before)) : moments
    const fresh = newIn(unknown, state, held?.visit === visit ? held : undefined)
    if (fresh.length === 0) return []
    return [
      fact('VisitObserved', {
        signatory,
        visit,
        moments: fresh,
        ...(told && { told: { by: told.by, count: told.before + moments.length } }),
      }),
    ]
  },
}

function newIn(moments: readonly VisitMoment[], state: PackState, held: VisitObserved | undefined): VisitMoment[] {
  const pages = new Set(held?.pages.map(({ document, page }) => `${document} ${page}`))
  const fields = new Set(held?.fields)
  let pauses = held?.pauses ?? 0
  let away = held?.away ?? false
  let shownAs = held?.shownAs ?? 'pages'
  let switches = held?.switches ?? 0
  return moments.filter((moment) => {
    switch (moment.what) {
      case 'page': {
        const key = `${moment.document} ${moment.page}`
        const there = state.documents.some((document) => document.key === moment.document && moment.page < document.pages.length)
        if (!there || pages.has(key)) return false
        pages.add(key)
        return true
      }
      case 'field': {
        if (!Object.hasOwn(state.fields, moment.field) || fields.has(moment.field)) return false
        fields.add(moment.field)
        return true
      }
      case 'paused':
        if (away || pauses >= MOST.pauses) return false
        away = true
        pauses++
        return true
      case 'back':
        if (!away) return false
        away = false
        return true
      case 'view':
        if (shownAs === moment.view || switches >= MOST.viewSwitches) return false
        shownAs = moment.view
        switches++
        return true
      default:
        return moment satisfies never
    }
  })
}
