import { CloseButton, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useWords } from '../messages/index.ts'
import type { ListOf } from './list.ts'
import type { Keyed } from './rows.ts'
import { SEARCH_DEBOUNCE_MS } from './timings.ts'

/** As much as a list takes. */
const MOST_SEARCHED = 500

interface SearchBoxProps<Row extends Keyed, Filter extends { readonly search: string }> {
  readonly list: ListOf<Row, Filter>
  readonly label: string
  readonly className?: string
}

/** Searches as somebody types, once they pause. */
export function SearchBox<Row extends Keyed, Filter extends { readonly search: string }>({
  list,
  label,
  className = '',
}: SearchBoxProps<Row, Filter>) {
  const words = useWords('list')
  const { search } = useSnapshot(list.state).filter as Filter
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (typed: string, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (list.state.filter.search !== typed.trim()) list.show({ search: typed.trim() } as Partial<Filter>)
    }, delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [search])
  const type = (value: string, delay = SEARCH_DEBOUNCE_MS) => {
    setText(value)
    ask(value, delay)
  }
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label={words('clear_search')} onClick={() => type('', 0)} /> : null}
      value={text}
      maxLength={MOST_SEARCHED}
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
