import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { FileText, Trash, Trash2, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { BulkAction, BulkBar, Listed, ShowMore } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, confirm, EmptyState, Loading, Panel, RelativeTime, StatusChip, say, useNarrow, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import {
  createDocumentList,
  DOCUMENTS,
  deleteForever,
  offerNewLinks,
  recoverDocument,
  recoverSelected,
  useLiveList,
  useMaySelect,
  whyNotDeleted,
} from '../documents/index.ts'
import classes from './TrashScreen.module.css'
import { useTrashDays } from './use-trash-days.ts'

const list = createDocumentList({ ...DOCUMENTS, trash: true })

export function TrashScreen() {
  const words = useWords('trash')
  const { phase, nextCursor, fetchingMore, filter, selected, rows: all, counts } = useSnapshot(list.state)
  const maySelect = useMaySelect()
  const every = all.length > 0 && all.every(({ key }) => selected.has(key))
  const { workspace, user, keepsDeleted } = useSession()
  useTitle(words('title'))
  useLiveList(list)
  const narrow = useNarrow()
  const days = useTrashDays(workspace?.account_key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another trash
  useEffect(() => void list.load(), [workspace?.account_key])

  const recover = async (row: ListRow) => {
    const { key, document_name: name } = row
    try {
      await recoverDocument(key)
      list.drop([key])
      say.success(words('recovered', { name }))
      offerNewLinks([row])
    } catch (thrown) {
      say.danger(messageOf(thrown, words('recover_failed')))
    }
  }
  const destroy = async ({ key, document_name: name }: ListRow) => {
    const title = words('delete_title', { name })
    if (!(await confirm({ title, text: words('delete_body'), yes: words('delete_forever'), danger: true }))) return
    try {
      await deleteForever(key)
      list.drop([key])
      say.success(words('deleted', { name }))
    } catch (thrown) {
      say.danger(whyNotDeleted(thrown))
    }
  }
  return (
    <div className={classes.screen}>
      <Panel
        title={words('title')}
        lead={days === null ? words('lead') : `${words('lead')} ${words('lead_days', { days })}`}
        actions={
          <SegmentedControl
            aria-label={words('type_label')}
            value={filter.type}
            onChange={(type) => list.show({ type: type === 'template' ? 'template' : 'document' })}
            data={[
              { value: 'document', label: words('type_documents') },
              { value: 'template', label: words('type_templates') },
            ]}
          />
        }
      >
        <Listed
          list={list}
          waiting={<Waiting />}
          empty={
            <EmptyState icon={Trash2} title={words('empty_title')}>
              {words('empty')}
            </EmptyState>
          }
        >
          {(rows) => (
            <table className={classes.table} data-forever={!keepsDeleted || undefined}>
              <thead>
                <tr>
                  {maySelect && (
                    <th className={classes.check}>
                      <Checkbox
                        aria-label={words('select_all_loaded')}
                        checked={every}
                        indeterminate={!every && selected.size > 0}
                        onChange={() => (every ? list.selectNone() : list.selectShown())}
                      />
                    </th>
                  )}
                  <th>{words('col_name')}</th>
                  {!narrow && (
                    <>
                      <th className={classes.status}>{words('col_status')}</th>
                      <th className={classes.changed}>{words('col_changed')}</th>
                    </>
                  )}
                  <td />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key} aria-selected={selected.has(row.key)}>
                    {maySelect && (
                      <td className={classes.check}>
                        <Checkbox
                          aria-label={words('select_row', { name: row.document_name })}
                          checked={selected.has(row.key)}
                          onChange={(event) => list.toggle(row.key, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
                        />
                      </td>
                    )}
                    <td>
                      <span className={classes.name}>
                        <FileText size={16} aria-hidden />
                        <span>{row.document_name}</span>
                      </span>
                      {narrow && (
                        <span className={classes.below}>
                          <StatusChip status={row.status} />
                          <span>
                            {words('deleted_when')} <RelativeTime iso={row.date_updated} />
                          </span>
                        </span>
                      )}
                    </td>
                    {!narrow && (
                      <>
                        <td className={classes.status}>
                          <StatusChip status={row.status} />
                        </td>
                        <td className={classes.changed}>
                          <RelativeTime iso={row.date_updated} />
                        </td>
                      </>
                    )}
                    <td>
                      <span className={classes.actions}>
                        <Button
                          size="sm"
                          variant="default"
                          leftSection={<Undo2 size={14} aria-hidden />}
                          aria-label={words('recover_named', { name: row.document_name })}
                          onClick={() => void recover(row)}
                        >
                          {words('recover')}
                        </Button>
                        {!keepsDeleted && row.owner === user?.key && (
                          <Button
                            size="sm"
                            variant="default"
                            c="red"
                            className={classes.forever ?? ''}
                            leftSection={<Trash size={14} aria-hidden />}
                            aria-label={words('delete_named', { name: row.document_name })}
                            onClick={() => void destroy(row)}
                          >
                            {words('delete_forever')}
                          </Button>
                        )}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Listed>
        <ShowMore label={words('more')} list={{ phase, nextCursor, fetchingMore }} onMore={() => void list.more()} />
      </Panel>
      {maySelect && (
        <BulkBar list={list} all={counts?.all ?? null}>
          <BulkAction icon={Undo2} label={words('recover')} onClick={() => void recoverSelected(list)} />
        </BulkBar>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <Loading className={classes.waiting}>
      {[52, 64, 40, 58].map((width) => (
        <div key={width}>
          <Bone width={`${width}%`} height={14} />
          <Bone width={92} height={28} />
        </div>
      ))}
    </Loading>
  )
}
