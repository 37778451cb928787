import { Button, SegmentedControl } from '@mantine/core'
import { Plus, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { mayManageBulkSends } from '#domain/bulk-send'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  BoneRow,
  EmptyState,
  go,
  hrefOf,
  IconButton,
  Loading,
  Panel,
  RelativeTime,
  Shown,
  say,
  useLoaded,
  useTitle,
} from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import classes from './BulkSends.module.css'
import { BulkSendChip } from './Chip.tsx'
import { type BulkSendRecord, fetchBulkSends, saveBulkSend } from './calls.ts'
import { deleteBulkSend } from './delete.ts'

export function BulkSends() {
  const words = useWords('bulk_sends')
  const { workspace } = useSession()
  const permissions = new Set(workspace?.permissions ?? [])
  useTitle(words('title'))
  return <List key={workspace?.account_key} mayChange={mayManageBulkSends({ permissions })} />
}

function List({ mayChange }: { readonly mayChange: boolean }) {
  const words = useWords('bulk_sends')
  const [archived, setArchived] = useState(false)
  const [busy, setBusy] = useState(false)
  const loaded = useLoaded(
    useCallback((quiet: boolean) => fetchBulkSends(archived, quiet), [archived]),
    words('load_failed'),
  )
  async function create(): Promise<void> {
    setBusy(true)
    try {
      const { bulkSend } = await saveBulkSend('new', { description: '' })
      go(`bulk_sends/${bulkSend.key}`)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
    } finally {
      setBusy(false)
    }
  }
  const without = (key: string) => loaded.put((rows) => rows.filter((row) => row.key !== key))
  async function restore({ key }: BulkSendRecord): Promise<void> {
    try {
      await saveBulkSend(key, { archived: false })
      without(key)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('restore_failed')))
    }
  }
  async function remove(row: BulkSendRecord): Promise<void> {
    if (await deleteBulkSend(row, words)) without(row.key)
  }
  const add = mayChange && (
    <Button leftSection={<Plus size={16} aria-hidden />} loading={busy} onClick={() => void create()}>
      {words('add')}
    </Button>
  )
  return (
    <Panel
      title={words('title')}
      lead={words('lead')}
      actions={
        <>
          <SegmentedControl
            aria-label={words('shown')}
            value={archived ? 'deleted' : 'current'}
            onChange={(value) => setArchived(value === 'deleted')}
            data={[
              { value: 'current', label: words('show_current') },
              { value: 'deleted', label: words('show_deleted') },
            ]}
          />
          {add}
        </>
      }
    >
      <Shown of={loaded} waiting={<Waiting />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Send} title={words(archived ? 'none_deleted_title' : 'empty_title')} action={!archived && add}>
              {words(archived ? 'none_deleted' : 'empty')}
            </EmptyState>
          ) : (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{words('col_name')}</th>
                  <th>{words('col_status')}</th>
                  <th>{words('col_documents')}</th>
                  <th className={classes.made}>{words('col_created')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    <th scope="row">
                      <a href={hrefOf(`bulk_sends/${row.key}`)} dir="auto">
                        {row.description || words('unnamed')}
                      </a>
                    </th>
                    <td>
                      <BulkSendChip bulkSend={row} />
                    </td>
                    <td className={classes.count}>
                      {row.status === 'setup'
                        ? words('matching', { count: row.number_of_documents })
                        : words('of', { created: row.number_of_documents_created, all: row.number_of_documents })}
                    </td>
                    <td className={classes.made}>
                      <RelativeTime iso={row.date_created} />
                    </td>
                    <td>
                      {mayChange &&
                        (archived ? (
                          <IconButton
                            icon={RotateCcw}
                            iconSize={16}
                            name={words('restore_named', { name: row.description || words('unnamed') })}
                            onClick={() => void restore(row)}
                          />
                        ) : (
                          <IconButton
                            icon={Trash2}
                            iconSize={16}
                            name={words('delete_named', { name: row.description || words('unnamed') })}
                            onClick={() => void remove(row)}
                          />
                        ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Shown>
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      {[160, 120, 190].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}
