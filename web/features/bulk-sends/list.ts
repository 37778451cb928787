import { createList } from '../../list/index.ts'
import { watchList, watchRows } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { type BulkSendRecord, fetchBulkSends } from './calls.ts'
import { bulk_sends } from './messages.ts'

/** One that runs makes several documents a second: its counters are asked for that often at most. */
const COUNTERS_MS = 1_000

/** The bulk sends of a workspace, newest first. Its counters only the server knows: what changed is fetched again. */
export const bulkSendList = createList<BulkSendRecord, { readonly archived: boolean }>({
  filter: { archived: false },
  fetch: fetchBulkSends,
  watch(account_key, { connected }) {
    let counting: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(counting)
      counting = undefined
      void bulkSendList.load(true)
    }
    const leave = [
      watchRows({ account_key, list: 'bulk_sends' }, { connected, changed: again }),
      watchList(account_key, {
        connected: () => undefined,
        changed(documents) {
          const shown = new Set(bulkSendList.state.rows.map(({ key }) => key))
          if (documents.some(({ bulk_send }) => bulk_send && shown.has(bulk_send.key))) counting ??= setTimeout(again, COUNTERS_MS)
        },
      }),
    ]
    return () => {
      clearTimeout(counting)
      for (const end of leave) end()
    }
  },
  receive(rows, _changed, removed) {
    const gone = new Set(removed)
    return rows.filter(({ key }) => !gone.has(key))
  },
  failed: () => wordsOf(bulk_sends)('load_failed'),
})
