import { Button, SegmentedControl } from '@mantine/core'
import { Plus, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { mayManageBulkSends } from '#domain/bulk-send'
import { messageOf } from '../../http/index.ts'
import { Listed, ShowMore, useLive } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, EmptyState, go, hrefOf, IconButton, Loading, Panel, RelativeTime, say, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import classes from './BulkSends.module.css'
import { BulkSendChip } from './Chip.tsx'
import { type BulkSendRecord, saveBulkSend } from './calls.ts'
import { deleteBulkSend } from './delete.ts'
import { bulkSendList } from './list.ts'

export function BulkSends() {
  const words = useWords('bulk_sends')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const mayChange = mayManageBulkSends({ permissions: new Set(workspace?.permissions ?? []) })
  const { phase, filter, shown, nextCursor, fetchingMore } = useSnapshot(bulkSendList.state)
  const { archived } = shown
  const [busy, setBusy] = useState(false)
  useTitle(words('title'))
  useLive(bulkSendList, account)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other bulk sends
  useEffect(() => {
    void bulkSendList.load()
    return bulkSendList.forget
  }, [account])

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
  // A page that is on its way may be older than this.
  const without = (key: string) => bulkSendList.changed([], [key])
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
            value={filter.archived ? 'deleted' : 'current'}
            onChange={(value) => bulkSendList.show({ archived: value === 'deleted' })}
            data={[
              { value: 'current', label: words('show_current') },
              { value: 'deleted', label: words('show_deleted') },
            ]}
          />
          {add}
        </>
      }
    >
      <Listed
        list={bulkSendList}
        waiting={<Waiting />}
        empty={
          <EmptyState icon={Send} title={words(archived ? 'none_deleted_title' : 'empty_title')} action={!archived && add}>
            {words(archived ? 'none_deleted' : 'empty')}
          </EmptyState>
        }
      >
        {(rows) => (
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
        )}
      </Listed>
      <ShowMore label={words('more')} list={{ phase, nextCursor, fetchingMore }} onMore={() => void bulkSendList.more()} />
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
