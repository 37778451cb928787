import type { ListRow } from '#contract/document-list'
import { createList, FIRST_PAGE } from '../../list/index.ts'
import { watchList } from '../../live/index.ts'
import { meOf, session } from '../auth/index.ts'
import { fetchPage, fetchUpdates } from './calls.ts'
import { noteCounts } from './counts.ts'
import { DOCUMENTS, type Filter, receive } from './membership.ts'
import { readUpdates } from './updates.ts'

/** Rows that an update poll asks about: those at the top, where change is. */
const MOST_ASKED = 200

/** A list of the workspace under a filter: the documents, or the trash. */
export const createDocumentList = (filter: Filter) =>
  createList<ListRow, Filter>({
    filter,
    fetch: fetchPage,
    watch: watchList,
    receive: (rows, changed, removed, shown) => receive(rows, changed, removed, shown, meOf(session.user)),
    async update(rows, { trash }) {
      const keys = rows.slice(0, MOST_ASKED).map(({ key }) => key)
      return readUpdates(rows, keys.length > 0 ? await fetchUpdates(keys, trash) : [])
    },
    async count(shown) {
      const { type } = shown()
      const { counts } = await fetchPage({ ...shown(), search: '', status: 'all' }, FIRST_PAGE, { limit: 1, quiet: true })
      return shown().type === type ? (counts ?? null) : null
    },
    counted({ type, trash, search, bulkSend, customFields }, counts) {
      if (!trash && !search && bulkSend === null && customFields.length === 0) noteCounts(type, counts)
    },
  })

export type List = ReturnType<typeof createDocumentList>
export const documentList = createDocumentList(DOCUMENTS)
