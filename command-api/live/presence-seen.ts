import type { z } from 'zod'
import { MOST_NAMED, type presence } from '#contract/live'
import { disclosed } from '#domain/kernel'
import { type Audience, liveSignatories, ownerOf, type PackState, viewFor } from '#domain/pack'

/** A person who looks at a pack. Everything not stated here follows from the pack: names are looked up there. */
export interface Here {
  /** Of a user, or of a signatory. */
  readonly id: string
  readonly as: 'team' | 'signatory'
  /** The user as whom they act for support. */
  readonly actsAs?: string
  readonly page: number | null
  readonly selection: readonly string[]
  readonly typing: string | null
}
export type Person = z.infer<typeof presence>['people'][number]

export interface Known {
  readonly state: PackState
  /** Names of members of the team, by user. */
  readonly names: ReadonlyMap<string, string>
  /** The workspace lets signers know that the sender is here. */
  readonly senderShown: boolean
}

/**
 * Who is here, as an audience may know it. The team sees everybody. Who prepares a document, when and where, is not the
 * signers' business: they see each other, as far as their own view shows those signers and fields, and that the sender
 * is here where the workspace says so, without name or place.
 */
export function presenceSeen(people: readonly Here[], known: Known, audience: Audience): { people: Person[]; more: number } {
  const view = viewFor(known.state, audience)
  const seen = people.flatMap((person) => personSeen(person, known, audience, view))
  return { people: seen.slice(0, MOST_NAMED), more: Math.max(0, seen.length - MOST_NAMED) }
}

function personSeen(person: Here, { state, names, senderShown }: Known, audience: Audience, view: PackState): Person[] {
  if (person.as === 'signatory') return signerSeen(person, view)
  if (audience.of !== 'signatory') {
    const { actsAs, ...shown } = person
    const name = names.get(person.id) ?? ''
    return [{ ...shown, ...fieldsSeen(person, view), name: actsAs === undefined ? name : `${name} for ${names.get(actsAs) ?? ''}` }]
  }
  // A view without signers is that of a pack which is not theirs to see now.
  const isSender = person.id === ownerOf(state) && view.signatories.length > 0
  return senderShown && isSender ? [{ id: 'sender', as: 'sender', name: '', page: null, selection: [], typing: null }] : []
}

function signerSeen(person: Here, view: PackState): Person[] {
  const signatory = liveSignatories(view).find(({ uuid }) => uuid === person.id)
  if (!signatory) return []
  return [{ ...person, ...fieldsSeen(person, view), name: disclosed(signatory.name, '') }]
}

function fieldsSeen({ selection, typing }: Here, view: PackState): Pick<Person, 'selection' | 'typing'> {
  const isThere = (key: string) => Object.hasOwn(view.fields, key) && !view.fields[key]!.removed
  return { selection: selection.filter(isThere), typing: typing !== null && isThere(typing) ? typing : null }
}
