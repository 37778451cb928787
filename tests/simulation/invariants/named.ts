import { liveFields, type PackState } from '#domain/pack'
import { type Ceremony, namedAndRemoved } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/** No field is ever for somebody who is not there, and nobody writes to a signatory who was removed before it was sent. */
export function checkNamed(ceremony: Ceremony, { steps, state }: Folded, { post }: Environment, say: Say): void {
  if (!ceremony.plan.thinksBetter) return
  const { signatory, email } = namedAndRemoved(ceremony)
  if (state.signatories.some(({ uuid, removed }) => uuid === signatory && !removed)) say('somebody who was taken out in the end is there')
  const isSeen = (at: number) => at + 1 === steps.length || !isOneAppend(steps[at]!.event, steps[at + 1]!.event)
  const seen = steps.flatMap(({ after }, at) => (isSeen(at) ? [after] : []))
  const isOut = ({ signatories }: PackState) => signatories.some(({ uuid, removed }) => uuid === signatory && removed)
  if (seen.some((after) => isOut(after) && liveFields(after).some(({ assignee }) => assignee === signatory)))
    say('a field is for somebody who was taken out')
  if (post.mailsOf(ceremony.pack).some(({ to }) => to === email)) say('somebody was written to who had been taken out')
}
