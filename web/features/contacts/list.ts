import { createList } from '../../list/index.ts'
import { watchRows } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { type ContactFilter, type ContactRecord, fetchContacts } from './calls.ts'
import { loadLists } from './lists.ts'
import { contacts } from './messages.ts'

/** The address book of a workspace, by name. Where a new row belongs only the server knows: what changed is fetched again. */
export const contactList = createList<ContactRecord, ContactFilter>({
  filter: { search: '', list: '' },
  fetch: fetchContacts,
  watch: (account_key, { connected }) =>
    watchRows(
      { account_key, list: 'contacts' },
      {
        connected,
        changed() {
          void contactList.load(true)
          void loadLists()
        },
      },
    ),
  receive(rows, _changed, removed) {
    const gone = new Set(removed)
    return rows.filter(({ key }) => !gone.has(key))
  },
  failed: () => wordsOf(contacts)('fetch_failed'),
})
