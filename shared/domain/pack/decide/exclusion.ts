import { fact } from '../fact.ts'
import { refuse } from '../refuse.ts'
import { nobodyIsWaitedFor } from '../status.ts'
import { after, type Deciders } from './context.ts'
import { liveSignatoryOf } from './find.ts'
import { requestsDue } from './requests-due.ts'
import { voidLinks } from './void-links.ts'

export const decideExclusion: Deciders<'ExcludeSignatory'> = {
  ExcludeSignatory({ signatory: uuid, viewing, requests }, state, context) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    if (signatory.status !== 'awaiting_signatures') return refuse('signatory-finished', { at: [uuid] })
    const excluded = [fact('SignatoryExcluded', { signatory: uuid, viewing }), ...voidLinks(state, 'excluded', uuid)]
    const next = after(state, excluded, context)
    if (nobodyIsWaitedFor(next)) return [...excluded, ...voidLinks(next, 'pack-completed'), fact('PackCompleted', { because: 'exclusion' })]
    const queued = requestsDue(next, requests, 'turn')
    return 'refused' in queued ? queued : [...excluded, ...queued]
  },
}
