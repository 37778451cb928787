import { contactListsOf, contacts } from '#domain/contacts'
import type { ContactLists } from '#domain/pack'
import { type CommandHandler, commandsOf } from '#platform/command-handler'

/** A decision asked for the contact lists, and nothing was decided. */
class ContactListsUnread extends Error {}

const unread = () => {
  throw new ContactListsUnread()
}
const UNREAD: ContactLists = { has: unread, holds: unread }

/** Decides once more with the contact lists of the workspace where they are asked for: most decisions never do, and are spared them. */
export async function withContactLists<T>(
  handler: CommandHandler,
  workspaceOf: () => string | Promise<string>,
  decided: (lists: ContactLists) => Promise<T>,
): Promise<T> {
  try {
    return await decided(UNREAD)
  } catch (error) {
    if (!(error instanceof ContactListsUnread)) throw error
  }
  return decided(contactListsOf(await commandsOf(contacts, handler).load(await workspaceOf())))
}
