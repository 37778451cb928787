import { CloseButton, SegmentedControl, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { LIST_STATUSES } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { go } from '../../ui/index.ts'
import classes from './DocumentsScreen.module.css'
import type { List } from './list.ts'
import type { ListStatus } from './membership.ts'
import { SEARCH_DEBOUNCE_MS } from './timings.ts'

const ORDER: readonly ListStatus[] = [
  'all',
  'setup',
  'awaiting_signatures',
  'awaiting_my_signature',
  'complete',
  'rejected',
  'conversion_error',
] satisfies readonly (typeof LIST_STATUSES)[number][]

/** A choice is an input without a size: the whole of what stands for it comes into view. */
const intoView = (choice: Element) => choice.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function Filters({ list }: { list: List }) {
  const words = useWords('documents')
  const { filter, counts } = useSnapshot(list.state)
  const statuses = useRef<HTMLDivElement>(null)
  const counted = counts !== null
  // Whoever comes back finds what they had chosen; the counts make room for themselves once they are there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice, or other widths, bring it into view
  useLayoutEffect(() => {
    const chosen = statuses.current?.querySelector(':checked')
    if (chosen) intoView(chosen)
  }, [filter.status, counted])
  return (
    <div className={classes.filters} data-keep-clear>
      <div ref={statuses} className={classes.statuses}>
        <SegmentedControl
          aria-label={words('status_label')}
          onFocus={({ target }) => intoView(target)}
          value={filter.status}
          onChange={(status) => list.show({ status: status as ListStatus })}
          data={ORDER.map((status) => ({
            value: status,
            label: (
              <>
                {words(`status_${status}`)}
                {counts?.all ? <span className={classes.count}>{(counts[status] ?? 0).toLocaleString('en')}</span> : null}
              </>
            ),
          }))}
        />
      </div>
      <SegmentedControl
        className={classes.types ?? ''}
        aria-label={words('type_label')}
        value={filter.type}
        onChange={(type) => go(type === 'template' ? 'documents?type=template' : 'documents')}
        data={[
          { value: 'document', label: words('type_documents') },
          { value: 'template', label: words('type_templates') },
        ]}
      />
    </div>
  )
}

/** Searches as somebody types, once they pause. */
export function SearchBox({ list }: { list: List }) {
  const words = useWords('documents')
  const { filter } = useSnapshot(list.state)
  const [text, setText] = useState(filter.search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (search: string, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (list.state.filter.search !== search.trim()) list.show({ search: search.trim() })
    }, delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => setText((typed) => (typed.trim() === filter.search ? typed : filter.search)), [filter.search])
  const type = (value: string, delay = SEARCH_DEBOUNCE_MS) => {
    setText(value)
    ask(value, delay)
  }
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={words('search')}
      placeholder={words('search')}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label={words('clear_search')} onClick={() => type('', 0)} /> : null}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') type(text, 0)
        if (event.key === 'Escape' && text) {
          event.stopPropagation()
          type('', 0)
        }
      }}
    />
  )
}
