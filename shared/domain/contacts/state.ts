import { disclosed, type EvolveMeta, isWithheld, ownMap, ownSet, type Private } from '#domain/kernel'
import { type ContactDetails, contactAddress } from './details.ts'
import type { ContactFact } from './events.ts'

export interface SavedContact {
  /** Null: removed. */
  readonly details: ContactDetails | null
  /** When it was removed last. */
  readonly removed: string | null
}
export interface ContactList {
  readonly name: string
  readonly deleted: boolean
  /** By their keys; one who is not in the address book any more is not in the list either. */
  readonly contacts: ReadonlySet<string>
}
/** The contacts of a workspace that somebody added, imported or removed. */
export interface Contacts {
  readonly byKey: ReadonlyMap<string, SavedContact>
  /** Removed entries too: a person who is added again is sealed under the same key. The one that holds the address now is the last. */
  readonly byAddress: ReadonlyMap<string, readonly string[]>
  readonly erased: ReadonlySet<string>
  readonly lists: ReadonlyMap<string, ContactList>
}

export const initial: Contacts = { byKey: new Map(), byAddress: new Map(), erased: new Set(), lists: new Map() }

export function evolve(state: Contacts, fact: ContactFact, meta: EvolveMeta): Contacts {
  let { erased } = state
  const byKey = ownMap(state.byKey, meta)
  const byAddress = ownMap(state.byAddress, meta)
  const lists = ownMap(state.lists, meta)
  const change = (key: string, what: Partial<ContactList>) => {
    const list = lists.get(key)
    if (list) lists.set(key, { ...list, ...what })
  }
  const own = (key: string) => ownSet(lists.get(key)?.contacts ?? new Set<string>(), meta)
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
      for (const [key, { contacts }] of lists) {
        if (!contacts.has(fact.data.contact)) continue
        const others = own(key)
        others.delete(fact.data.contact)
        change(key, { contacts: others })
      }
      break
    case 'ContactListCreated':
      lists.set(fact.data.list, { name: disclosed(fact.data.name, ''), deleted: false, contacts: new Set() })
      break
    case 'ContactListRenamed':
      change(fact.data.list, { name: disclosed(fact.data.name, '') })
      break
    case 'ContactListDeleted':
    case 'ContactListRestored':
      change(fact.data.list, { deleted: fact.type === 'ContactListDeleted' })
      break
    case 'ContactsListed':
    case 'ContactsUnlisted': {
      const contacts = own(fact.data.list)
      for (const contact of fact.data.contacts) {
        if (fact.type === 'ContactsListed') contacts.add(contact)
        else contacts.delete(contact)
      }
      change(fact.data.list, { contacts })
      break
    }
    default:
      fact satisfies never
  }
  return { byKey, byAddress, erased, lists }
}
