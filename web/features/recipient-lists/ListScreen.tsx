import { Button, TextInput } from '@mantine/core'
import { ArrowLeft, FileDown, FileUp, Table2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ColumnType } from '#domain/filters'
import { MOST_LIST_DESCRIPTION, mayChangeRecipientLists } from '#domain/recipient-lists'
import { HttpRefused, messageOf } from '../../http/index.ts'
import { watchRows } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  BoneRow,
  EmptyState,
  hrefOf,
  Loading,
  SAVE_MS,
  SAVE_NOW_MS,
  SavedState,
  Shown,
  say,
  useAutosave,
  useLoaded,
  useTitle,
} from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Located } from '../feature.ts'
import { Nothing } from '../shell/index.ts'
import {
  downloadUrl,
  type FilterRuleRecord,
  fetchList,
  fetchRows,
  type RecipientDataRecord,
  type RecipientRowRecord,
  saveList,
} from './calls.ts'
import { FilterBar, isComplete } from './FilterBar.tsx'
import classes from './RecipientLists.module.css'
import { RowsGrid } from './RowsGrid.tsx'
import { AFTER_UPLOAD_MS, POLL_MS } from './timings.ts'
import { UploadDialog } from './UploadDialog.tsx'

export function ListScreen({ params: { key } }: Located<{ readonly key: string }>) {
  const words = useWords('recipient_lists')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const loaded = useLoaded(
    useCallback((quietly: boolean) => fetchList(key, quietly), [key]),
    words('fetch_failed'),
  )
  const { load, put, value } = loaded
  const [version, setVersion] = useState(0)
  const changed = useCallback(() => {
    void load(true)
    setVersion((before) => before + 1)
  }, [load])
  useTitle(value?.description || words('title'))
  useEffect(() => {
    if (account === undefined) return
    return watchRows({ account_key: account, list: 'recipient_lists' }, { connected: () => undefined, changed })
  }, [account, changed])
  const isBare = value !== null && value.number_of_rows === 0
  useEffect(() => {
    if (!isBare) return
    const asking = setInterval(changed, POLL_MS)
    return () => clearInterval(asking)
  }, [isBare, changed])
  const [uploaded, setUploaded] = useState<RecipientDataRecord | null>(null)
  useEffect(() => {
    if (uploaded?.key !== key) return
    const asking = setTimeout(changed, AFTER_UPLOAD_MS)
    return () => clearTimeout(asking)
  }, [uploaded, key, changed])
  const mayChange = mayChangeRecipientLists({ permissions: new Set(workspace?.permissions) })
  return (
    <div className={classes.screen}>
      <a className={classes.back} href={hrefOf('recipient_datas')}>
        <ArrowLeft size={16} aria-hidden /> {words('back')}
      </a>
      <Shown of={loaded} waiting={<Waiting />} gone={<Nothing />}>
        {(list) => (
          <List
            list={list}
            version={version}
            mayChange={mayChange && !list.archived}
            mayRestore={mayChange && list.archived}
            onSaved={(saved) => put(() => saved)}
            onTaken={(saved) => {
              put(() => saved)
              setVersion((before) => before + 1)
              setUploaded(saved)
            }}
          />
        )}
      </Shown>
    </div>
  )
}

interface ListProps {
  readonly list: RecipientDataRecord
  /** Grows when rows may have changed. */
  readonly version: number
  readonly mayChange: boolean
  readonly mayRestore: boolean
  readonly onSaved: (list: RecipientDataRecord) => void
  readonly onTaken: (list: RecipientDataRecord) => void
}

function List({ list, version, mayChange, mayRestore, onSaved, onTaken }: ListProps) {
  const words = useWords('recipient_lists')
  const [uploading, setUploading] = useState(false)
  const [rules, setRules] = useState<readonly FilterRuleRecord[]>([])
  const columns = useMemo(
    () => list.field_names.map((name, at) => ({ name, type: list.field_types[at] ?? 'text' })),
    [list.field_names, list.field_types],
  )
  const asked = useMemo(
    () => rules.filter((rule) => columns.some(({ name }) => name === rule.selected_field) && isComplete(rule, columns)),
    [rules, columns],
  )
  const found = useRows(list.key, asked, `${version} ${list.date_changed}`)
  const save = async (data: Omit<Parameters<typeof saveList>[0], 'key'>) => {
    try {
      onSaved(await saveList({ key: list.key, ...data }))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
    }
  }
  const chooseType = (at: number, type: ColumnType) => void save({ field_types: list.field_types.with(at, type) })
  const upload = (
    <Button leftSection={<FileUp size={16} aria-hidden />} onClick={() => setUploading(true)}>
      {words('upload')}
    </Button>
  )
  const hasRows = list.number_of_rows > 0
  return (
    <>
      <header className={classes.head}>
        <Description list={list} disabled={!mayChange} onSaved={onSaved} />
        <p>{words('rows', { count: list.number_of_rows })}</p>
        <div className={classes.headActions}>
          {hasRows && (
            <Button component="a" href={downloadUrl(list.key)} download variant="default" leftSection={<FileDown size={16} aria-hidden />}>
              {words('download')}
            </Button>
          )}
          {mayChange && hasRows && upload}
        </div>
      </header>
      {list.archived && (
        <p className={classes.notice} role="status">
          {words('is_archived')}
          {mayRestore && (
            <Button size="sm" variant="default" onClick={() => void save({ archived: false })}>
              {words('restore')}
            </Button>
          )}
        </p>
      )}
      {hasRows ? (
        <>
          <div className={classes.tools}>
            <FilterBar columns={columns} rules={rules} onChange={setRules} problem={found.refused} />
            <span role="status">
              {found.count && asked.length > 0 && words('matching', { count: found.count.rows, of: list.number_of_rows })}
              {found.count && found.count.problems > 0 && <b>{words('problems', { count: found.count.problems })}</b>}
            </span>
          </div>
          <Shown of={found.loaded} waiting={<Waiting />}>
            {({ rows, cursor }) =>
              rows.length === 0 ? (
                <EmptyState icon={Table2} title={words('none_title')}>
                  {words('none')}
                </EmptyState>
              ) : (
                <>
                  <RowsGrid list={list} rows={rows} count={found.count?.rows ?? rows.length} onType={mayChange ? chooseType : null} />
                  <footer className={classes.more}>
                    {cursor !== null && (
                      <Button variant="default" loading={found.fetching} onClick={() => void found.more()}>
                        {words('more')}
                      </Button>
                    )}
                    <span role="status">{words('shown', { count: rows.length, of: found.count?.rows ?? rows.length })}</span>
                  </footer>
                </>
              )
            }
          </Shown>
        </>
      ) : (
        <EmptyState icon={Table2} title={words('no_rows_title')} action={mayChange && upload}>
          {words('no_rows')}
        </EmptyState>
      )}
      {mayChange && <UploadDialog list={list} opened={uploading} onClose={() => setUploading(false)} onTaken={onTaken} />}
    </>
  )
}

interface Found {
  readonly rows: readonly RecipientRowRecord[]
  readonly cursor: string | null
  readonly count: { readonly rows: number; readonly problems: number } | null
}

/** Rows under a filter, page by page. What is shown stays while another answer is awaited, and while a rule cannot be read. */
function useRows(key: string, rules: readonly FilterRuleRecord[], version: string) {
  const words = useWords('recipient_lists')
  const [refused, setRefused] = useState<string | null>(null)
  const [fetching, setFetching] = useState(false)
  const latest = useRef(rules)
  latest.current = rules
  const loaded = useLoaded(
    useCallback(async (): Promise<Found> => {
      const page = await fetchRows(key, latest.current)
      return { rows: page.recipient_data_rows, cursor: page.cursor, count: page.count }
    }, [key]),
    words('fetch_failed'),
  )
  const { put, value } = loaded
  const asked = JSON.stringify(rules)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for other rules and for other rows
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const page = await fetchRows(key, latest.current, undefined, abort.signal)
        put(() => ({ rows: page.recipient_data_rows, cursor: page.cursor, count: page.count }))
        setRefused(null)
      } catch (thrown) {
        if (abort.signal.aborted) return
        if (thrown instanceof HttpRefused && thrown.status === 400) setRefused(thrown.message)
        else say.danger(messageOf(thrown, words('fetch_failed')), undefined, { id: 'recipient-rows' })
      }
    }, SAVE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, asked, version, put])
  async function more(): Promise<void> {
    if (!value?.cursor) return
    setFetching(true)
    try {
      const page = await fetchRows(key, latest.current, value.cursor)
      put((before) =>
        before.cursor === value.cursor ? { ...before, rows: [...before.rows, ...page.recipient_data_rows], cursor: page.cursor } : before,
      )
    } catch (thrown) {
      say.danger(messageOf(thrown, words('fetch_failed')))
    } finally {
      setFetching(false)
    }
  }
  return { loaded, count: value?.count ?? null, refused, fetching, more }
}

function Description({
  list,
  disabled,
  onSaved,
}: {
  readonly list: RecipientDataRecord
  readonly disabled: boolean
  readonly onSaved: (list: RecipientDataRecord) => void
}) {
  const words = useWords('recipient_lists')
  const [text, setText] = useState(list.description)
  const saver = useAutosave<string>({
    save: async (description) => onSaved(await saveList({ key: list.key, description })),
    failed: (thrown) => say.danger(messageOf(thrown, words('save_failed'))),
  })
  // Somebody else's change is shown where nothing of one's own waits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another description is shown
  useEffect(() => {
    if (saver.waiting === 0) setText(list.description)
  }, [list.description])
  return (
    <div className={classes.description}>
      <TextInput
        size="md"
        variant="unstyled"
        aria-label={words('description')}
        placeholder={words('unnamed')}
        maxLength={MOST_LIST_DESCRIPTION}
        value={text}
        disabled={disabled}
        dir="auto"
        onChange={(event) => {
          setText(event.currentTarget.value)
          saver.later(event.currentTarget.value)
        }}
        onBlur={() => saver.waiting > 0 && saver.later(text, SAVE_NOW_MS)}
      />
      <h1 className={classes.hidden}>{list.description || words('unnamed')}</h1>
      {!disabled && <SavedState waiting={saver.waiting} offline={false} guarded={false} />}
    </div>
  )
}

function Waiting() {
  return (
    <Loading>
      {[220, 180, 240, 200].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}
