import { type ContactFact, contacts, workspaceOfContacts } from '#domain/contacts'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'
import type { DeletionLine } from '../outside.ts'

export const CONTACT_ERASURE = 'contact-erasure'
export type ContactErasureData = { readonly workspace: string; readonly contact: string; readonly line: DeletionLine }

/** What an address book holds of a person goes for good. */
export const contactErasure = {
  streams: contacts.streams,
  type: 'ContactErased' satisfies ContactFact['type'],
  /** The key is not confidential: it stands in the event itself. */
  react({ event: { id, stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const workspace = workspaceOfContacts(stream)!
    const { contact } = data as { contact: string }
    const by = String((meta.actor as { principal?: string }).principal)
    const asked: ContactErasureData = { workspace, contact, line: { contact: { workspace, contact }, time: String(meta.time), by } }
    return [{ queue: CONTACT_ERASURE, key: `contact-erasure:${id}`, data: asked }]
  },
}
