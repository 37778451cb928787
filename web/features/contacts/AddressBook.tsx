import { Button, TextInput } from '@mantine/core'
import { BookUser, FileDown, FileUp, Pencil, Search, UserMinus, UserPlus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  Bone,
  EmptyState,
  ErrorState,
  Highlighted,
  IconButton,
  Loading,
  Panel,
  RelativeTime,
  Stale,
  say,
  TeamAvatar,
  UNDO_SECONDS,
  useLoaded,
  useTitle,
} from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import classes from './AddressBook.module.css'
import { ContactForm } from './ContactForm.tsx'
import { addContact, type ContactRecord, type ContactsPage, exportUrl, fetchContacts, removeContact } from './calls.ts'
import { ImportDialog } from './ImportDialog.tsx'

/** A pause in typing after which it is searched (specification file 3: 500 ms for a list). */
const PAUSE_MS = 500
type Editing = { readonly contact: ContactRecord | null; readonly opened: boolean }

/** Whom the workspace knows: to be searched, added, changed and removed. */
export function AddressBook() {
  const words = useWords('contacts')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<Editing>({ contact: null, opened: false })
  const [importing, setImporting] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useTitle(words('title'))
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const loaded = useLoaded<ContactsPage>(
    // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another address book
    useCallback(() => fetchContacts(search), [search, account]),
    words('fetch_failed'),
  )
  // While a search is on its way, what was found before stays.
  const last = useRef<{ readonly account: string | undefined; readonly page: ContactsPage } | null>(null)
  if (loaded.value) last.current = { account, page: loaded.value }
  const page = loaded.value ?? (loaded.problem === null && last.current?.account === account ? (last.current?.page ?? null) : null)

  const again = () => void loaded.load()
  const nameOf = ({ name, email, mobile_number }: ContactRecord) => name || email || mobile_number
  async function remove(contact: ContactRecord): Promise<void> {
    const { key, name, email, mobile_number } = contact
    try {
      await removeContact(key)
    } catch (thrown) {
      return void say.danger(messageOf(thrown, words('remove_failed')))
    }
    loaded.put((now) => ({ ...now, count: now.count - 1, contacts: now.contacts.filter((one) => one.key !== key) }))
    field.current?.focus()
    const bringBack = async () => {
      try {
        await addContact({ name, email, mobile_number })
      } catch (thrown) {
        say.danger(messageOf(thrown, words('undo_failed')))
      }
      await loaded.load()
    }
    say.success(words('removed', { name: nameOf(contact) }), UNDO_SECONDS, {
      here: true,
      action: { label: words('undo'), run: () => void bringBack() },
    })
  }
  async function more(from: ContactsPage): Promise<void> {
    setBusy(true)
    try {
      const next = await fetchContacts(search, from.cursor)
      const there = new Set(from.contacts.map(({ key }) => key))
      loaded.put((now) =>
        now.cursor === from.cursor ? { ...next, contacts: [...now.contacts, ...next.contacts.filter(({ key }) => !there.has(key))] } : now,
      )
    } catch (thrown) {
      say.danger(messageOf(thrown, words('fetch_failed')))
    } finally {
      setBusy(false)
    }
  }
  const add = (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setEditing({ contact: null, opened: true })}>
      {words('add')}
    </Button>
  )
  const mayImport = workspace?.permissions.includes('can_do_bulk_actions') ?? false
  const mayExport = workspace?.permissions.includes('can_download_document_csv_data') ?? false
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
  const isBare = page !== null && page.count === 0 && search === ''
  return (
    <Panel title={words('title')} lead={words('lead', { workspace: workspace?.account_name ?? '' })} actions={!isBare && actions}>
      {!isBare && (
        <div className={classes.tools}>
          <TextInput
            ref={field}
            type="search"
            aria-label={words('search')}
            placeholder={words('search')}
            leftSection={<Search size={16} aria-hidden />}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <span role="status">{page && search === '' ? words('count', { count: page.count }) : ''}</span>
        </div>
      )}
      {page === null && loaded.problem === null && <Waiting />}
      {page === null && loaded.problem !== null && <ErrorState message={loaded.problem} onRetry={again} />}
      {page !== null && loaded.problem !== null && <Stale message={loaded.problem} onRetry={again} />}
      {isBare && (
        <EmptyState
          icon={BookUser}
          title={words('empty_title')}
          action={
            <>
              {add}
              {importButton}
            </>
          }
        >
          {words('empty')}
        </EmptyState>
      )}
      {page !== null && page.contacts.length === 0 && !isBare && (
        <EmptyState
          icon={Search}
          title={words('none_title')}
          action={
            <Button variant="default" onClick={() => setTyped('')}>
              {words('clear')}
            </Button>
          }
        >
          {words('none', { search })}
        </EmptyState>
      )}
      {page !== null && page.contacts.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{words('col_name')}</th>
              <th>{words('col_email')}</th>
              <th className={classes.mobile}>{words('col_mobile')}</th>
              <th className={classes.used}>{words('col_used')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {page.contacts.map((contact) => (
              <tr key={contact.key}>
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
      {page !== null && page.cursor !== null && (
        <div className={classes.more}>
          <Button variant="default" loading={busy} onClick={() => void more(page)}>
            {words('more')}
          </Button>
        </div>
      )}
      <ContactForm {...editing} onClose={() => setEditing({ ...editing, opened: false })} onSaved={again} />
      <ImportDialog opened={importing} onClose={() => setImporting(false)} onSaved={again} />
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      {[140, 190, 120, 164, 150].map((width) => (
        <div key={width} className={classes.bones}>
          <Bone width={28} height={28} round />
          <Bone width={width} height={14} />
          <Bone width={width + 40} height={14} />
        </div>
      ))}
    </Loading>
  )
}
