import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListRow } from '#contract/document-list'
import { folded } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { go, Highlighted, StatusChip, say, useLeftByEscape } from '../../ui/index.ts'
import { searchDocuments } from '../documents/index.ts'
import { useCommands } from './commands.ts'
import classes from './Search.module.css'

const [store, opening] = createSpotlight()
export const search = opening

/** Waits less than the list does: here nothing else moves while somebody types. */
const DEBOUNCE_MS = 200
const SHOWN = 6

interface Found {
  readonly query: string
  readonly documents: readonly ListRow[]
  readonly templates: readonly ListRow[]
}

/** Ctrl or ⌘ and K: documents, templates and commands from anywhere. */
export function Search({ onShortcuts }: { onShortcuts: () => void }) {
  const words = useWords('shell')
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), DEBOUNCE_MS)
  const [found, setFound] = useState<Found>({ query: '', documents: [], templates: [] })
  const commands = useCommands(onShortcuts)

  useEffect(() => {
    if (!asked) return setFound({ query: '', documents: [], templates: [] })
    const abort = new AbortController()
    Promise.all((['document', 'template'] as const).map((type) => searchDocuments(asked, type, SHOWN, abort.signal)))
      .then(([documents = [], templates = []]) => setFound({ query: asked, documents, templates }))
      .catch(() => {
        if (!abort.signal.aborted) say.warning(words('search_failed'), undefined, { id: 'search', here: true })
      })
    return () => abort.abort()
  }, [asked, words])

  useLeftByEscape(useSpotlight(store).opened, search.close)
  const wanted = folded(query)
  const matching = commands.filter(({ label }) => folded(label).includes(wanted))
  const shown = [...found.documents, ...found.templates]
    .map(({ key }) => key)
    .concat(matching.map(({ id }) => id))
    .join()
  const nothing = matching.length + found.documents.length + found.templates.length === 0 && found.query === query.trim()
  const row = (document: ListRow) => (
    <Spotlight.Action key={document.key} onClick={() => go(`documents/${document.key}`)} className={classes.action ?? ''}>
      <span className={classes.name}>
        <Highlighted text={document.document_name} query={query} />
      </span>
      <StatusChip status={document.status} />
    </Spotlight.Action>
  )
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      // While somebody types into something as well: it is no key that they could mean for that.
      tagsToIgnore={[]}
      lockScroll={false}
      returnFocus={false}
      scrollable
      maxHeight={440}
      size={600}
      radius="md"
      clearQueryOnClose
      overlayProps={{ blur: 0 }}
      // There at once, for users who go on typing right after the keys.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': words('search') } }}
    >
      <Field />
      <Spotlight.ActionsList className={classes.list ?? ''}>
        {found.documents.length > 0 && (
          <Spotlight.ActionsGroup className={classes.group ?? ''} label={words('search_documents')}>
            {found.documents.map(row)}
          </Spotlight.ActionsGroup>
        )}
        {found.templates.length > 0 && (
          <Spotlight.ActionsGroup className={classes.group ?? ''} label={words('search_templates')}>
            {found.templates.map(row)}
          </Spotlight.ActionsGroup>
        )}
        {matching.length > 0 && (
          <Spotlight.ActionsGroup className={classes.group ?? ''} label={words('search_commands')}>
            {matching.map(({ id, label, icon: Icon, run }) => (
              <Spotlight.Action key={id} onClick={run} className={classes.action ?? ''}>
                <Icon size={16} aria-hidden />
                <span className={classes.name}>
                  <Highlighted text={label} query={query} />
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && <Spotlight.Empty>{words('search_none', { query: query.trim() })}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <First of={shown} />
    </Spotlight.Root>
  )
}

/** The first result is chosen as soon as it is there: Enter leads to it, the arrows go on from it. */
function First({ of: results }: { readonly of: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results, another first one
  useEffect(() => {
    const [first, ...others] = document.querySelectorAll(`#${store.getState().listId} [data-action]`)
    for (const other of others) other.removeAttribute('data-selected')
    first?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [results])
  return null
}

/** Takes the focus as soon as it is in the page: Mantine does so a moment later, and what is typed until then is lost. */
function Field() {
  const words = useWords('shell')
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Spotlight.Search
      ref={box}
      placeholder={words('search')}
      aria-label={words('search')}
      leftSection={<SearchIcon size={18} aria-hidden />}
      className={classes.search ?? ''}
    />
  )
}
