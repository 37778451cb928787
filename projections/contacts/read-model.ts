import { defineReadModel } from '#projections/runner'
import { contactsProjection } from './project.ts'
import {
  type Contact,
  type ContactsPage,
  type ContactsQuestion,
  contactAt,
  contactByKey,
  contactsByKeys,
  contactsOf,
  type SuggestionsQuestion,
  suggestedContacts,
} from './query.ts'

export const contactsReadModel = defineReadModel({
  projection: contactsProjection,
  answers: ({ pool, upToNow }) => ({
    async contacts(question: ContactsQuestion): Promise<ContactsPage> {
      await upToNow()
      return contactsOf(pool, question)
    },
    /** While somebody types: a change of this moment may be missing. */
    suggestedContacts: (question: SuggestionsQuestion): Promise<readonly Contact[]> => suggestedContacts(pool, question),
    async contact(workspace: string, key: string): Promise<Contact | null> {
      await upToNow()
      return contactByKey(pool, workspace, key)
    },
    async contactsByKeys(workspace: string, keys: readonly string[]): Promise<readonly Contact[]> {
      await upToNow()
      return contactsByKeys(pool, workspace, keys)
    },
    async contactAt(workspace: string, address: string): Promise<Contact | null> {
      await upToNow()
      return contactAt(pool, workspace, address)
    },
  }),
})
