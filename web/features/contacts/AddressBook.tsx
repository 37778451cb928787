import { Button, Checkbox } from '@mantine/core'
import { BookUser, FileDown, FileUp, ListMinus, ListPlus, Pencil, Search, UserMinus, UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { messageOf } from '../../http/index.ts'
import { BulkAction, BulkBar, Listed, SearchBox, ShowMore, useLive } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  BoneRow,
  EmptyState,
  Highlighted,
  IconButton,
  Loading,
  Panel,
  RelativeTime,
  Stale,
  say,
  TeamAvatar,
  UNDO_SECONDS,
  useTitle,
} from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import classes from './AddressBook.module.css'
import { ContactForm } from './ContactForm.tsx'
import { addContact, type ContactRecord, exportUrl, listContacts, removeContact, unlistContacts } from './calls.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { IntoList } from './IntoList.tsx'
import { ListTools } from './ListTools.tsx'
import { contactList } from './list.ts'
import { loadLists, useContactLists } from './lists.ts'

type Editing = { readonly contact: ContactRecord | null; readonly opened: boolean }
const nameOf = ({ name, email, mobile_number }: ContactRecord) => name || email || mobile_number

/** Whom the workspace knows: to be searched, added, changed and removed. */
export function AddressBook() {
  const words = useWords('contacts')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const { phase, rows, shown, counts, nextCursor, fetchingMore, filter, selected } = useSnapshot(contactList.state)
  const { search } = shown
  const { list } = filter
  const { lists: known, problem: listsProblem } = useContactLists(account)
  const lists = known ?? []
  const listed = lists.find(({ key }) => key === list)
  // A colleague may have deleted it.
  const isGone = known !== null && list !== '' && !listed
  useEffect(() => {
    if (!isGone) return
    contactList.show({ list: '' })
    say.warning(words('list_gone'))
  }, [isGone, words])
  const [coming, setComing] = useState<{ readonly keys: readonly string[]; readonly opened: boolean }>({ keys: [], opened: false })
  const [editing, setEditing] = useState<Editing>({ contact: null, opened: false })
  const [importing, setImporting] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  useTitle(words('title'))
  useLive(contactList, account)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another address book
  useEffect(() => {
    void contactList.load()
    return contactList.forget
  }, [account])

  const again = () => void contactList.load(true)
  async function remove(contact: ContactRecord): Promise<void> {
    const { key, name, email, mobile_number } = contact
    let from: readonly string[]
    try {
      from = await removeContact(key)
    } catch (thrown) {
      return void say.danger(messageOf(thrown, words('remove_failed')))
    }
    // A page that is on its way may be older than this.
    contactList.changed([], [key])
    again()
    tools.current?.querySelector('input')?.focus()
    const bringBack = async () => {
      try {
        await addContact({ name, email, mobile_number }, from)
      } catch (thrown) {
        say.danger(messageOf(thrown, words('undo_failed')))
      }
      again()
    }
    say.success(words('removed', { name: nameOf(contact) }), UNDO_SECONDS, {
      here: true,
      action: { label: words('undo'), run: () => void bringBack() },
    })
  }
  async function takeOut(keys: readonly string[]): Promise<void> {
    if (!listed) return
    try {
      await unlistContacts(listed.key, keys)
    } catch (thrown) {
      return void say.danger(messageOf(thrown, words('list_contacts_failed')))
    } finally {
      again()
    }
    contactList.changed([], keys)
    tools.current?.querySelector('input')?.focus()
    const bringBack = () =>
      listContacts(listed.key, keys).then(again, (thrown) => say.danger(messageOf(thrown, words('list_contacts_failed'))))
    say.success(words('unlisted', { count: keys.length, list: listed.name }), UNDO_SECONDS, {
      here: true,
      action: { label: words('undo'), run: () => void bringBack() },
    })
  }
  const every = rows.length > 0 && rows.every(({ key }) => selected.has(key))
  const add = (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setEditing({ contact: null, opened: true })}>
      {words('add')}
    </Button>
  )
  const mayImport = useMay('can_do_bulk_actions')
  const mayExport = useMay('can_download_document_csv_data')
  const importButton = mayImport && (
    <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => setImporting(true)}>
      {words('import')}
    </Button>
  )
  const actions = (
    <>
      {mayExport && account && (
        <Button component="a" href={exportUrl(account)} download variant="default" leftSection={<FileDown size={16} aria-hidden />}>
          {words('export')}
        </Button>
      )}
      {importButton}
      {add}
    </>
  )
  // Without contacts and lists there is nothing to search and choose.
  const isBare = phase === 'ready' && rows.length === 0 && search === '' && list === '' && lists.length === 0
  return (
    <Panel title={words('title')} lead={words('lead', { workspace: workspace?.account_name ?? '' })} actions={!isBare && actions}>
      {!isBare && (
        <div className={classes.tools} ref={tools}>
          <SearchBox list={contactList} label={words('search')} />
          <ListTools lists={lists} chosen={list} onChoose={(key) => contactList.show({ list: key })} />
          <span role="status">{phase === 'ready' && search === '' && counts ? words('count', { count: counts.all ?? 0 }) : ''}</span>
        </div>
      )}
      {listsProblem && <Stale message={listsProblem} onRetry={() => void loadLists()} />}
      <Listed
        list={contactList}
        waiting={<Waiting />}
        empty={
          search === '' && list === '' ? (
            <EmptyState
              icon={BookUser}
              title={words('empty_title')}
              action={
                isBare && (
                  <>
                    {add}
                    {importButton}
                  </>
                )
              }
            >
              {words('empty')}
            </EmptyState>
          ) : search === '' ? (
            <EmptyState
              icon={BookUser}
              title={words('list_empty_title')}
              action={
                <>
                  {add}
                  <Button variant="default" onClick={() => contactList.show({ list: '' })}>
                    {words('list_show_all')}
                  </Button>
                </>
              }
            >
              {words('list_empty')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Search}
              title={words('none_title')}
              action={
                <Button variant="default" onClick={() => contactList.show({ search: '' })}>
                  {words('clear')}
                </Button>
              }
            >
              {words('none', { search })}
            </EmptyState>
          )
        }
      >
        {(contacts) => (
          <table className={classes.table} data-selects={mayImport || undefined}>
            <thead>
              <tr>
                {mayImport && (
                  <td className={classes.check}>
                    <Checkbox
                      aria-label={words('select_all')}
                      checked={every}
                      indeterminate={!every && selected.size > 0}
                      onChange={() => (every ? contactList.selectNone() : contactList.selectShown())}
                    />
                  </td>
                )}
                <th>{words('col_name')}</th>
                <th>{words('col_email')}</th>
                <th className={classes.mobile}>{words('col_mobile')}</th>
                <th className={classes.used}>{words('col_used')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {contacts.map((contact) => (
                <tr key={contact.key} aria-selected={selected.has(contact.key)}>
                  {mayImport && (
                    <td className={classes.check}>
                      <Checkbox
                        aria-label={words('select', { name: nameOf(contact) })}
                        checked={selected.has(contact.key)}
                        onChange={(event) =>
                          contactList.toggle(contact.key, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
                        }
                      />
                    </td>
                  )}
                  <th scope="row">
                    <span className={classes.name}>
                      <TeamAvatar name={nameOf(contact)} />
                      <span dir="auto" data-unnamed={contact.name === '' || undefined}>
                        {contact.name === '' ? words('unnamed') : <Highlighted text={contact.name} query={search} />}
                      </span>
                    </span>
                  </th>
                  <td className={classes.email}>
                    <Highlighted text={contact.email} query={search} />
                  </td>
                  <td className={classes.mobile}>
                    <Highlighted text={contact.mobile_number} query={search} />
                  </td>
                  <td className={classes.used}>{contact.last_used ? <RelativeTime iso={contact.last_used} /> : words('never')}</td>
                  <td className={classes.deeds}>
                    {listed ? (
                      <IconButton
                        icon={ListMinus}
                        iconSize={16}
                        name={words('unlist', { name: nameOf(contact) })}
                        onClick={() => void takeOut([contact.key])}
                      />
                    ) : (
                      <IconButton
                        icon={ListPlus}
                        iconSize={16}
                        name={words('list_into', { name: nameOf(contact) })}
                        onClick={() => setComing({ keys: [contact.key], opened: true })}
                      />
                    )}
                    <IconButton
                      icon={Pencil}
                      iconSize={16}
                      name={words('edit', { name: nameOf(contact) })}
                      onClick={() => setEditing({ contact, opened: true })}
                    />
                    <IconButton
                      icon={UserMinus}
                      iconSize={16}
                      name={words('remove', { name: nameOf(contact) })}
                      onClick={() => void remove(contact)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Listed>
      <ShowMore label={words('more')} list={{ phase, nextCursor, fetchingMore }} onMore={() => void contactList.more()} />
      <BulkBar list={contactList} all={search === '' ? (counts?.all ?? null) : null}>
        <BulkAction icon={ListPlus} label={words('list_into_many')} onClick={() => setComing({ keys: [...selected], opened: true })} />
        {listed && <BulkAction icon={ListMinus} label={words('unlist_many')} onClick={() => void takeOut([...selected])} />}
      </BulkBar>
      <IntoList
        lists={lists}
        chosen={coming.keys}
        opened={coming.opened}
        onClose={() => setComing({ ...coming, opened: false })}
        onSaved={() => {
          contactList.selectNone()
          again()
        }}
      />
      <ContactForm {...editing} list={listed?.key ?? ''} onClose={() => setEditing({ ...editing, opened: false })} onSaved={again} />
      <ImportDialog list={listed?.key ?? ''} opened={importing} onClose={() => setImporting(false)} onSaved={again} />
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      {[140, 190, 120, 164, 150].map((width) => (
        <BoneRow key={width} width={width} face />
      ))}
    </Loading>
  )
}
