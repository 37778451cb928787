import { Button } from '@mantine/core'
import { Plus, Table2, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { mayChangeRecipientLists } from '#domain/recipient-lists'
import { messageOf } from '../../http/index.ts'
import { watchRows } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  BoneRow,
  confirm,
  EmptyState,
  go,
  hrefOf,
  IconButton,
  Loading,
  Panel,
  RelativeTime,
  Shown,
  say,
  UNDO_SECONDS,
  useLoaded,
  useTitle,
} from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { sendsOver } from '../bulk-sends/index.ts'
import { fetchLists, type RecipientDataRecord, saveList } from './calls.ts'
import classes from './RecipientLists.module.css'

export function ListsScreen() {
  const words = useWords('recipient_lists')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const mayChange = mayChangeRecipientLists({ permissions: new Set(workspace?.permissions) })
  const [adding, setAdding] = useState(false)
  useTitle(words('title'))
  const loaded = useLoaded(
    // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other lists
    useCallback((quietly: boolean) => fetchLists(quietly), [account]),
    words('fetch_failed'),
  )
  const { load, put } = loaded
  useEffect(() => {
    if (account === undefined) return
    return watchRows({ account_key: account, list: 'recipient_lists' }, { connected: () => undefined, changed: () => void load(true) })
  }, [account, load])
  const nameOf = ({ description }: RecipientDataRecord) => description || words('unnamed')

  async function add(): Promise<void> {
    setAdding(true)
    try {
      go(`recipient_datas/${(await saveList({ key: 'new', description: '' })).key}`)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
      setAdding(false)
    }
  }
  async function archive(list: RecipientDataRecord, archived: boolean): Promise<boolean> {
    try {
      const saved = await saveList({ key: list.key, archived })
      put((lists) => lists.map((one) => (one.key === saved.key ? saved : one)))
      return true
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
      return false
    }
  }
  async function remove(list: RecipientDataRecord): Promise<void> {
    try {
      const sends = await sendsOver(list.key)
      const quoted = (names: readonly string[]) => names.map((name) => `“${name || words('unnamed_send')}”`).join(', ')
      const { running, waiting } = sends
      const uses = [
        ...(running.length > 0 ? [words('delete_running', { count: running.length, names: quoted(running) })] : []),
        ...(waiting.length > 0 ? [words('delete_waiting', { count: waiting.length, names: quoted(waiting) })] : []),
      ]
      const text = words('delete_confirm') + uses.join(' ')
      const yes = running.length > 0 ? words('delete_pausing') : words('delete_yes')
      if (!(await confirm({ title: words('delete_title'), text, yes, danger: true }))) return
      await sends.pause()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
      return
    }
    if (!(await archive(list, true))) return
    say.success(words('deleted', { name: nameOf(list) }), UNDO_SECONDS, {
      here: true,
      action: { label: words('undo'), run: () => void archive(list, false) },
    })
  }
  async function restore(list: RecipientDataRecord): Promise<void> {
    if (await archive(list, false)) say.success(words('restored', { name: nameOf(list) }))
  }
  const addButton = mayChange && (
    <Button leftSection={<Plus size={16} aria-hidden />} loading={adding} onClick={() => void add()}>
      {words('add')}
    </Button>
  )
  const table = (lists: readonly RecipientDataRecord[], label: string) => (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th>{words('col_description')}</th>
          <th className={classes.count}>{words('col_rows')}</th>
          <th className={classes.count} data-optional>
            {words('col_columns')}
          </th>
          <th className={classes.when} data-optional>
            {words('col_changed')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list.key}>
            <th scope="row">
              <a href={hrefOf(`recipient_datas/${list.key}`)} dir="auto">
                {nameOf(list)}
              </a>
            </th>
            <td className={classes.count}>{list.number_of_rows.toLocaleString('en')}</td>
            <td className={classes.count} data-optional>
              {list.field_names.length}
            </td>
            <td className={classes.when} data-optional>
              <RelativeTime iso={list.date_changed} />
            </td>
            <td className={classes.actions}>
              {mayChange &&
                (list.archived ? (
                  <IconButton
                    icon={Undo2}
                    iconSize={16}
                    name={words('restore_named', { name: nameOf(list) })}
                    onClick={() => void restore(list)}
                  />
                ) : (
                  <IconButton
                    icon={Trash2}
                    iconSize={16}
                    name={words('delete', { name: nameOf(list) })}
                    onClick={() => void remove(list)}
                  />
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  const current = loaded.value?.filter(({ archived }) => !archived) ?? []
  const archived = loaded.value?.filter((list) => list.archived) ?? []
  return (
    <Panel title={words('title')} lead={words('lead')} actions={current.length > 0 && addButton}>
      <Shown of={loaded} waiting={<Waiting />}>
        {() => (
          <>
            {current.length === 0 ? (
              <EmptyState icon={Table2} title={words('empty_title')} action={addButton}>
                {words('empty')}
              </EmptyState>
            ) : (
              table(current, words('title'))
            )}
            {archived.length > 0 && (
              <section className={classes.archived} aria-labelledby="archived-lists">
                <h2 id="archived-lists">{words('archived')}</h2>
                <p>{words('archived_hint')}</p>
                {table(archived, words('archived'))}
              </section>
            )}
          </>
        )}
      </Shown>
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      {[180, 140, 210].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}
