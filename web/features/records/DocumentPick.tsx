import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ListRow } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { searchDocuments } from '../documents/index.ts'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly value: string | null
  readonly onPick: (document: string | null) => void
}

const DEBOUNCE_MS = 200
const SHOWN = 8

/** Finds one document by a word of its name. */
export function DocumentPick({ label, placeholder, value, onPick }: Props) {
  const words = useWords('records')
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const [found, setFound] = useState<readonly ListRow[]>([])
  const chosen = found.find(({ key }) => key === value)
  useEffect(() => {
    if (chosen && query === chosen.document_name) return
    const abort = new AbortController()
    searchDocuments(query, 'document', SHOWN, abort.signal)
      .then(setFound)
      .catch(() => undefined)
    return () => abort.abort()
  }, [query, chosen])
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      value={value}
      onChange={onPick}
      searchValue={typed}
      onSearchChange={setTyped}
      // What the server found is what is shown: its search knows more than the name.
      filter={({ options }) => options}
      data={found.map(({ key, document_name }) => ({ value: key, label: document_name || words('unnamed') }))}
      nothingFoundMessage={words('pick_none')}
    />
  )
}
