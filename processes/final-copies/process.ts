import { disclosed } from '#domain/kernel'
import { isEmail, liveSignatories, ownerOf, type PackState, remainingDocuments } from '#domain/pack'
import { derivedId, packProcess } from '#processes/engine'

export const COPIES = 'final-copies'
export const COPY = 'final-copy'
export type CopiesData = { readonly pack: string; readonly cause: string }
export type CopyData = { readonly pack: string; readonly recipient: string; readonly mail: string }

/** The last document's seal is followed by the intention to write to everybody; each intention by one mail. */
export const finalCopies = packProcess({
  name: COPIES,
  follows: ['DocumentSealed', 'FinalCopyQueued'],
  react({ id, fact }, pack, state) {
    switch (fact.type) {
      case 'DocumentSealed':
        return everythingIsSealed(state) ? [{ queue: COPIES, key: `copies:${id}`, data: { pack, cause: id } }] : []
      case 'FinalCopyQueued': {
        const { recipient, mail } = fact.data
        return [{ queue: COPY, key: keyOfCopy(mail), data: { pack, recipient, mail } }]
      }
      default:
        return []
    }
  },
})

export const keyOfCopy = (mail: string) => `copy:${mail}`

function everythingIsSealed(state: PackState): boolean {
  return state.documents.length > 0 && remainingDocuments(state).every(({ sealing }) => sealing.state === 'sealed')
}

export interface Recipient {
  readonly recipient: string
  readonly name: string
  readonly email: string
}

/**
 * Everybody who gets the final file: signatories who get mails about it (of those who were excluded, whom the team chose), copy recipients, and the owner unless left out.
 * One mail an address: the owner who signed gets theirs as a signatory.
 */
export function recipientsOf(state: PackState, owner: { readonly name: string; readonly email: string } | null): readonly Recipient[] {
  const signatories = liveSignatories(state)
  const all = [
    ...signatories
      .filter(({ notified }) => notified.viewing)
      .map(({ uuid, name, email }) => ({ recipient: uuid, name: disclosed(name, ''), email: disclosed(email, '') })),
    ...state.copyRecipients
      .filter(({ removed }) => !removed)
      .map(({ uuid, name, email }) => ({ recipient: uuid, name: disclosed(name, ''), email: disclosed(email, '') })),
    ...(owner && !state.settings.creatorExcludedFromFinalMail ? [{ recipient: ownerOf(state), ...owner }] : []),
  ].map((each) => ({ ...each, email: each.email.trim() }))
  const ownerSigns = new Set(signatories.filter(({ user }) => user === ownerOf(state)).map(({ uuid }) => uuid))
  const excluded = state.settings.creatorExcludedFromFinalMail
  const seen = new Set<string>()
  return all.filter(({ recipient, email }) => {
    const address = email.toLowerCase()
    // The owner who wants no copy wants none as a signatory either.
    if (!isEmail(email) || seen.has(address) || (excluded && ownerSigns.has(recipient))) return false
    seen.add(address)
    return true
  })
}

/** The id of a recipient's first mail: the same however often it is asked for. */
export const mailFor = (pack: string, recipient: string) => derivedId('final copy', pack, recipient)
