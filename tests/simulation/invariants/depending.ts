import { disclosed } from '#domain/kernel'
import { ANSWER, type Ceremony } from '../ceremony/index.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/** Once an append is whole, a field is there exactly where the answer that it depends on is, and holds nothing where it is not; until its signer has finished. */
export function checkDepending({ depending }: Ceremony, { steps }: Folded, say: Say): void {
  if (!depending) return
  for (const [at, { event, after }] of steps.entries()) {
    const next = steps[at + 1]
    if (next && isOneAppend(event, next.event)) continue
    const [on, shown] = [after.fields[depending.on], after.fields[depending.shown]]
    const isRuled = after.rules?.some(({ key }) => key === depending.rule) === true
    const whose = after.signatories.find(({ uuid }) => uuid === depending.whose)
    if (!on || !shown || !isRuled || whose?.status === 'complete' || whose?.removed) continue
    const isThere = disclosed(on.value, null) === ANSWER
    if (isThere === (shown.disabled !== undefined)) say(`a field is ${isThere ? 'not there' : 'there'}, and the answer says otherwise`)
    if (!isThere && shown.value !== null) say('a field that is not there holds something')
  }
}
