import { type ErasureFate, erasureFate, personOf } from '../erasure.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { fieldsOf } from '../fields.ts'
import type { PackRefusalCode } from '../refusals.ts'
import { refuse } from '../refuse.ts'
import { signatoryOf } from '../signatories.ts'
import type { PackState } from '../state.ts'
import type { Deciders } from './context.ts'
import { removing } from './several-fields.ts'

const WHY_NOT: { readonly [fate in Exclude<ErasureFate, 'erasable' | 'erased'>]: PackRefusalCode } = {
  evidence: 'person-is-evidence',
  'first-remove': 'person-in-setup',
  'first-end': 'person-awaited',
  'first-wait': 'person-being-sealed',
}

export const decideErasure: Deciders<'ErasePeople' | 'RepeatErasure'> = {
  ErasePeople({ people }, state) {
    for (const uuid of people) {
      const fate = erasureFate(state, uuid)
      if (fate !== null && fate !== 'erasable' && fate !== 'erased') return refuse(WHY_NOT[fate], { at: [uuid] })
    }
    return erasing(state, people)
  },

  /** A restore brought erased data back, in any state of the pack. */
  RepeatErasure: ({ people }, state) => erasing(state, people),
}

function erasing(state: PackState, people: readonly string[]): readonly PackFact[] {
  const left = [...new Set(people)].filter((uuid) => {
    const person = personOf(state, uuid)
    return person !== undefined && person.erased === undefined
  })
  if (left.length === 0) return []
  // Where it may go on, it goes on without them.
  const leave = state.status === 'setup' || state.status === 'awaiting_signatures' ? leaving(state, left) : []
  return [...leave, fact('PersonErased', { people: left })]
}

/** These people's places go, with their fields: nobody is asked to sign by a name that nobody knows. */
export function leaving(state: PackState, people: readonly string[]): readonly PackFact[] {
  const there = people.filter((uuid) => personOf(state, uuid)?.removed === false)
  return [
    ...removing(there.flatMap((uuid) => fieldsOf(state, uuid).map(({ key }) => key))),
    ...there.map((uuid) =>
      signatoryOf(state, uuid) ? fact('SignatoryRemoved', { signatory: uuid }) : fact('CopyRecipientRemoved', { recipient: uuid }),
    ),
  ]
}

/** Those whose data went while the pack was not being prepared. */
export function erasedPeople({ signatories, copyRecipients }: PackState): readonly string[] {
  return [...signatories, ...copyRecipients].flatMap(({ uuid, erased, removed }) => (erased !== undefined && !removed ? [uuid] : []))
}
