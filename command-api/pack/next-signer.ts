import { disclosed } from '#domain/kernel'
import { isTurnOf, liveSignatories, type PackState, type Signatory } from '#domain/pack'
import { comparable } from '#domain/user'

/** Whether it is this signatory's turn; of one who has finished, whether the same person is asked next in another role. */
export function isNextSigner(state: PackState, signatory: Signatory): boolean {
  if (state.status !== 'awaiting_signatures') return false
  const finished = signatory.status === 'complete'
  return liveSignatories(state).some(
    (one) =>
      one.status === 'awaiting_signatures' &&
      isTurnOf(state, one.uuid) &&
      (finished ? isSamePerson(one, signatory) : one.uuid === signatory.uuid),
  )
}

function isSamePerson(one: Signatory, other: Signatory): boolean {
  const email = comparable(disclosed(one.email, ''))
  return (one.user !== null && one.user === other.user) || (email !== '' && email === comparable(disclosed(other.email, '')))
}
