import { Button } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { isKey } from '#contract/envelope'
import { SearchBox } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { ErrorState, hrefOf, Stale, useTitle } from '../../ui/index.ts'
import { EventSubscriptions, type SubscribedEntity } from '../applications/index.ts'
import { useSession } from '../auth/index.ts'
import type { Located } from '../feature.ts'
import { useArrival } from '../notifications/index.ts'
import { UseATemplate } from '../templates/index.ts'
import { chooseFiles, DropZone, type Locked, PdfPassword, useUploads } from '../uploads/index.ts'
import { DocumentsBulkBar } from './BulkBar.tsx'
import { Conditions } from './Conditions.tsx'
import { namedColumns, useColumns } from './columns.ts'
import { conditionsIn } from './conditions.ts'
import classes from './DocumentsScreen.module.css'
import { EmptyList, FirstRun } from './EmptyList.tsx'
import { Filters, MadeBy } from './Filters.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { documentList } from './list.ts'
import { MoveDialog, movableRow } from './MoveDialog.tsx'
import type { Filter } from './membership.ts'
import { Table } from './Table.tsx'
import { useCustomFieldNames } from './use-custom-field-names.ts'
import { useLiveList, useOtherCount } from './use-live-list.ts'

const list = documentList
const fetchAgain = () => void list.load()

interface Query {
  /** Documents where it is left out. */
  readonly type?: 'document' | 'template'
  /** Documents of this bulk send only. */
  readonly bulk_send?: string
  /** Documents with these custom fields only. */
  readonly user_defined_attributes?: Filter['customFields']
  /** From a link in a mail: the workspace that it is about. */
  readonly user_account?: string
  /** Fetch the list again, whatever is known of it. */
  readonly refresh?: true
}
export const readQuery = ({
  type,
  bulk_send,
  user_defined_attributes,
  user_account,
  refresh,
}: Readonly<Record<string, unknown>>): Query => ({
  ...(type === 'template' ? { type } : {}),
  ...(user_defined_attributes === undefined ? {} : { user_defined_attributes: conditionsIn(user_defined_attributes) }),
  ...(typeof bulk_send === 'string' && isKey(bulk_send) ? { bulk_send } : {}),
  ...(typeof user_account === 'string' ? { user_account } : {}),
  ...(refresh === undefined ? {} : { refresh: true }),
})

/** The documents, or the templates, of the workspace. */
export function DocumentsScreen({
  search: { type = 'document', bulk_send, user_defined_attributes, user_account, refresh },
}: Located<object, Query>) {
  const bulkSend = bulk_send ?? null
  const conditions = JSON.stringify(user_defined_attributes ?? [])
  useArrival(user_account, fetchAgain)
  const words = useWords('documents')
  const { phase, problem, shown, rows, counts } = useSnapshot(list.state)
  const uploads = useUploads()
  const { workspace } = useSession()
  const [columns, setColumns] = useColumns()
  const { value: names } = useCustomFieldNames(type, columns.some(({ id }) => id !== null) || (user_defined_attributes?.length ?? 0) > 0)
  const named = useMemo(() => namedColumns(columns, names ?? []), [columns, names])
  const [locked, setLocked] = useState<Locked | null>(null)
  const [subscribing, setSubscribing] = useState<SubscribedEntity | null>(null)
  const subscribe = useCallback(({ key, document_type: kind, document_name: name }: ListRow) => setSubscribing({ key, kind, name }), [])
  const [moving, setMoving] = useState<ListRow | null>(null)
  const title = words(type === 'template' ? 'templates_title' : 'title')
  useTitle(title)
  useLiveList(list)
  useOtherCount(type === 'template' ? 'document' : 'template')

  const account = workspace?.account_key
  useEffect(() => {
    const { filter: before } = list.state
    const customFields: Filter['customFields'] = JSON.parse(conditions)
    if (before.type !== type || before.bulkSend !== bulkSend) list.show({ type, bulkSend, customFields, status: 'all', search: '' })
    else if (JSON.stringify(before.customFields) !== conditions) list.show({ customFields }, { staying: true })
    else void list.load(list.state.phase === 'ready' && list.state.rows.every(({ account_key }) => account_key === account))
  }, [type, bulkSend, conditions, account])

  useEffect(() => {
    if (!refresh) return
    fetchAgain()
    // Asked for once: the same address asks again.
    location.replace(hrefOf(type === 'template' ? 'documents?type=template' : 'documents'))
  }, [refresh, type])

  const isNarrowed = bulkSend !== null || shown.customFields.length > 0
  const nothing = phase === 'ready' && rows.length === 0
  const shownUploads =
    type === 'document' && !isNarrowed && ['all', 'setup', 'conversion_error'].includes(shown.status) && !shown.search ? uploads : []
  const first = nothing && shownUploads.length === 0 && type === 'document' && !isNarrowed && !shown.search && (counts?.all ?? 0) === 0
  // Which tools there are depends on the list: shown before it is known, one of them could go from under a press.
  const unknown = phase === 'loading' && counts === null
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1>{title}</h1>
        <div className={classes.tools} data-unknown={unknown || undefined}>
          {!first && <SearchBox list={list} label={words('search')} className={classes.search ?? ''} />}
          <UseATemplate />
          {!first && (
            <Button leftSection={<Upload size={16} aria-hidden />} onClick={chooseFiles}>
              {words('upload')}
            </Button>
          )}
        </div>
      </header>
      <Filters list={list} columns={columns} onColumns={setColumns} />
      <Conditions list={list} names={names ?? []} />
      {bulkSend !== null && <MadeBy name={rows.find((row) => row.bulk_send?.key === bulkSend)?.bulk_send?.name ?? ''} />}
      {phase === 'loading' && <ListSkeleton />}
      {phase === 'failed' && <ErrorState message={problem ?? words('load_failed')} onRetry={() => void list.again()} />}
      {phase === 'ready' && problem !== null && <Stale message={problem} onRetry={() => void list.again()} />}
      {first && <FirstRun />}
      {nothing && !first && shownUploads.length === 0 && <EmptyList list={list} />}
      {phase === 'ready' && (rows.length > 0 || shownUploads.length > 0) && (
        <Table list={list} columns={named} uploads={shownUploads} onLocked={setLocked} onEvents={subscribe} onMove={setMoving} />
      )}
      <DocumentsBulkBar list={list} />
      <DropZone />
      <EventSubscriptions of={subscribing} onClose={() => setSubscribing(null)} />
      {moving && <MoveDialog list={list} kind={moving.document_type} chosen={[movableRow(moving)]} onClose={() => setMoving(null)} />}
      <PdfPassword locked={locked} onClose={() => setLocked(null)} />
    </div>
  )
}
