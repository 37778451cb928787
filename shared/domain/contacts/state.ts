import { type EvolveMeta, isWithheld, ownMap, type Private } from '#domain/kernel'
import { type ContactDetails, contactAddress } from './details.ts'
import type { ContactFact } from './events.ts'

export interface SavedContact {
  /** Null: removed. */
  readonly details: ContactDetails | null
  /** When it was removed last. */
  readonly removed: string | null
}
/** The contacts of a workspace that somebody added, imported or removed. */
export interface Contacts {
  readonly byKey: ReadonlyMap<string, SavedContact>
  /** Removed entries too: a person who is added again is sealed under the same key. The one that holds the address now is the last. */
  readonly byAddress: ReadonlyMap<string, readonly string[]>
  readonly erased: ReadonlySet<string>
}

export const initial: Contacts = { byKey: new Map(), byAddress: new Map(), erased: new Set() }

export function evolve(state: Contacts, fact: ContactFact, meta: EvolveMeta): Contacts {
  let { erased } = state
  const byKey = ownMap(state.byKey, meta)
  const byAddress = ownMap(state.byAddress, meta)
  const reach = (address: string, contact: string) =>
    byAddress.set(address, [...(byAddress.get(address) ?? []).filter((one) => one !== contact), contact])
  const save = (contact: string, details: Private<ContactDetails>) => {
    const address = isWithheld(details) ? null : contactAddress(details)
    if (isWithheld(details) || address === null) return
    byKey.set(contact, { details, removed: byKey.get(contact)?.removed ?? null })
    reach(address, contact)
  }
  switch (fact.type) {
    case 'ContactSaved':
      save(fact.data.contact, fact.data.details)
      break
    case 'ContactsImported':
      for (const { contact, details } of fact.data.contacts) save(contact, details)
      break
    case 'ContactRemoved':
      if (isWithheld(fact.data.address)) break
      byKey.set(fact.data.contact, { details: null, removed: meta.time })
      reach(fact.data.address, fact.data.contact)
      break
    case 'ContactErased':
      byKey.delete(fact.data.contact)
      erased = new Set([...erased, fact.data.contact])
      for (const [address, known] of byAddress) {
        if (!known.includes(fact.data.contact)) continue
        const others = known.filter((contact) => contact !== fact.data.contact)
        if (others.length > 0) byAddress.set(address, others)
        else byAddress.delete(address)
      }
      break
    default:
      fact satisfies never
  }
  return { byKey, byAddress, erased }
}
