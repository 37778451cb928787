import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { createList, useLive } from '../../list/index.ts'
import { watchList } from '../../live/index.ts'
import { useWords, wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { findTemplates } from './calls.ts'
import { templates } from './messages.ts'

/**
 * Templates come, change and go while the picker is open: the example of a fresh installation is still being made when
 * its first account looks for it.
 */
function createTemplateList() {
  const list = createList<ListRow, { readonly search: string }>({
    filter: { search: '' },
    fetch: findTemplates,
    failed: ({ search }) => wordsOf(templates)(search ? 'search_failed' : 'load_failed'),
    refreshMs: POLL_MS,
    watch: (account, push) =>
      watchList(account, {
        changed(rows, removed) {
          if (removed.length > 0 || rows.some(({ document_type }) => document_type === 'template')) void list.load(true)
        },
        connected(live) {
          push.connected(live)
          // What came between the first request and joining was pushed to nobody.
          if (live && list.state.phase === 'loading') void list.load(true)
        },
      }),
    receive: (rows) => rows,
  })
  return list
}
export type TemplateList = ReturnType<typeof createTemplateList>

/** The templates that match, once typing pauses; earlier matches stay in view until then. */
export function useTemplates(query: string): TemplateList {
  const words = useWords('templates')
  const { workspace } = useSession()
  const [list] = useState(createTemplateList)
  const [search] = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS)
  useLive(list, workspace?.account_key)
  useEffect(() => list.show({ search }, { staying: true }), [list, search])
  const { problem, filter } = useSnapshot(list.state)
  const failed = problem !== null && filter.search !== '' ? filter.search : null
  useEffect(() => {
    if (failed !== null) say.warning(words('search_failed'), undefined, { id: 'templates', here: true })
  }, [failed, words])
  return list
}

/** Specification file 1, section 9. */
export const SEARCH_DEBOUNCE_MS = 400
/** How often an open picker asks again while nothing can be pushed to it. */
export const POLL_MS = 5_000
