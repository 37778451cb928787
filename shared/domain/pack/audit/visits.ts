import type { AuditOf } from './words.ts'
import { field } from './words.ts'

export const auditVisits: AuditOf<'visits'> = {
  VisitObserved({ moments }, state) {
    const pages = moments.filter(({ what }) => what === 'page').length
    const fields = moments.flatMap((moment) => (moment.what === 'field' ? [moment.field] : []))
    const parts = [
      ...(moments.some(({ what }) => what === 'back') ? ['came back'] : []),
      ...(pages > 0 ? [`looked at ${pages === 1 ? 'a page' : `${pages} pages`}`] : []),
      ...(fields.length === 1 ? [`came to ${field(state, fields[0]!)}`] : fields.length > 1 ? [`came to ${fields.length} fields`] : []),
      ...(moments.at(-1)?.what === 'paused' ? ['paused'] : []),
    ]
    if (parts.length === 0) return 'paused and came back'
    return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  },
}
