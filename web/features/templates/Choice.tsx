// biome-ignore-all lint/a11y/useFocusableInteractive: the choices belong to the search box, which keeps the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the arrows and Enter in the search box do what a click does
import { Loader, TextInput } from '@mantine/core'
import { CopyPlus, FileSearch, FileText, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { EXAMPLE_TEMPLATE, type ListRow } from '#contract/document-list'
import { Listed } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, EmptyState, Highlighted, Loading } from '../../ui/index.ts'
import { applyTemplate } from './actions.ts'
import classes from './Picker.module.css'
import { useTemplates } from './use-templates.ts'

/** Search and choices: the arrows move, Enter makes the document. */
export function Choice({ onMade }: { readonly onMade: () => void }) {
  const words = useWords('templates')
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [making, setMaking] = useState<string | null>(null)
  const found = useTemplates(query)
  const { phase, rows, shown, nextCursor } = useSnapshot(found.state)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const templates = phase === 'ready' ? (rows as readonly ListRow[]) : []
  const results = templates.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results, another first one
  useEffect(() => setAt(0), [results])
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const choose = async (template: ListRow | undefined) => {
    if (!template || making !== null) return
    setMaking(template.key)
    const made = await applyTemplate(template.key)
    setMaking(null)
    if (made) onMade()
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 5, PageUp: at - 5 }
    const next = steps[event.key]
    if (next !== undefined) setAt(Math.max(0, Math.min(templates.length - 1, next)))
    else if (event.key === 'Enter') void choose(templates[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-label={words('search')}
        aria-expanded={templates.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(templates[at] ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        placeholder={words('search')}
        leftSection={<Search size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={classes.found}>
        <Listed list={found} waiting={<Waiting />} empty={<Nothing search={shown.search} />}>
          {() => (
            <div ref={list} id={`${id}-list`} className={classes.list} role="listbox" aria-label={words('list')}>
              {templates.map((template, index) => (
                <div
                  key={template.key}
                  id={`${id}-${index}`}
                  data-index={index}
                  role="option"
                  aria-selected={index === at}
                  className={classes.choice}
                  onClick={() => void choose(template)}
                >
                  <FileText size={16} aria-hidden />
                  <span className={classes.text}>
                    <span className={classes.name}>
                      <Highlighted text={template.document_name} query={shown.search} />
                    </span>
                    <Holds template={template} />
                  </span>
                  {template.document_name === EXAMPLE_TEMPLATE && <span className={classes.example}>{words('example')}</span>}
                  {making === template.key && <Loader size={16} />}
                </div>
              ))}
            </div>
          )}
        </Listed>
      </div>
      {phase === 'ready' && nextCursor !== null && <p className={classes.more}>{words('more')}</p>}
    </>
  )
}

function Holds({ template }: { readonly template: ListRow }) {
  const words = useWords('templates')
  const pages = words('pages', { count: template.pages })
  const roles = template.signatories.map(({ role, name }) => role || name).join(', ')
  return <span className={classes.holds}>{roles ? words('roles', { pages, roles }) : pages}</span>
}

function Nothing({ search }: { readonly search: string }) {
  const words = useWords('templates')
  if (search) return <EmptyState icon={FileSearch} title={words('none_found', { query: search })} />
  return (
    <EmptyState icon={CopyPlus} title={words('none_title')}>
      {words('none')}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <Loading className={classes.waiting}>
      {[56, 40, 64].map((width) => (
        <span key={width}>
          <Bone width={`${width}%`} height={14} />
          <Bone width={120} />
        </span>
      ))}
    </Loading>
  )
}
