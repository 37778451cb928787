import type { AuditOf } from './words.ts'
import { field } from './words.ts'

export const auditVisits: AuditOf<'visits'> = {
  VisitObserved({ moments }, state) {
    const pages = (by: 'person' | 'page' | null) => {
      const { length } = moments.filter((moment) => moment.what === 'page' && moment.brought === by)
      return length === 0 ? null : length === 1 ? 'a page' : `${length} pages`
    }
    const [moved, shown, inView] = [pages('person'), pages('page'), pages(null)]
    const fields = moments.flatMap((moment) => (moment.what === 'field' ? [moment.field] : []))
    const views = moments.flatMap((moment) => (moment.what === 'view' ? [moment.view] : []))
    const parts = [
      ...(moments.some(({ what }) => what === 'back') ? ['came back'] : []),
      ...views.map((view) => (view === 'form' ? 'changed to the form' : 'changed to the pages')),
      ...(moved ? [`moved to ${moved} and kept still for a second or longer`] : []),
      ...(shown ? [`was shown ${shown} for a second or longer`] : []),
      ...(inView ? [`had ${inView} come into view`] : []),
      ...(fields.length === 1 ? [`came to ${field(state, fields[0]!)}`] : fields.length > 1 ? [`came to ${fields.length} fields`] : []),
      ...(moments.at(-1)?.what === 'paused' ? ['paused'] : []),
    ]
    if (parts.length === 0) return 'paused and came back'
    return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  },
}
