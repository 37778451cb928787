import { Button, Menu, Select, TextInput } from '@mantine/core'
import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, IconButton, say, UNDO_SECONDS, useSending } from '../../ui/index.ts'
import classes from './AddressBook.module.css'
import { type ContactListRecord, createContactList, deleteContactList, renameContactList, restoreContactList } from './calls.ts'
import { keepList, loadLists } from './lists.ts'

interface Props {
  readonly lists: readonly ContactListRecord[]
  /** '': everybody. */
  readonly chosen: string
  onChoose(list: string): void
}

/** Which part of the address book is shown; lists are made, renamed and deleted here. */
export function ListTools({ lists, chosen, onChoose }: Props) {
  const words = useWords('contacts')
  const [naming, setNaming] = useState<{ readonly list: ContactListRecord | null; readonly opened: boolean }>({ list: null, opened: false })
  const list = lists.find(({ key }) => key === chosen)
  async function remove({ key, name }: ContactListRecord): Promise<void> {
    try {
      await deleteContactList(key)
    } catch (thrown) {
      return void say.danger(messageOf(thrown, words('list_delete_failed')))
    }
    onChoose('')
    void loadLists()
    const bringBack = async () => {
      try {
        keepList(await restoreContactList(key))
        onChoose(key)
      } catch (thrown) {
        say.danger(messageOf(thrown, words('list_undo_failed')))
      }
    }
    say.success(words('list_deleted', { name }), UNDO_SECONDS, {
      here: true,
      action: { label: words('undo'), run: () => void bringBack() },
    })
  }
  return (
    <div className={classes.lists}>
      <Select
        aria-label={words('list')}
        searchable={lists.length > 8}
        allowDeselect={false}
        nothingFoundMessage={words('list_none')}
        value={list ? chosen : ''}
        onChange={(key) => onChoose(key ?? '')}
        data={[{ value: '', label: words('list_everybody') }, ...lists.map(({ key, name }) => ({ value: key, label: name }))]}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={MoreHorizontal} iconSize={16} name={words('list_menu')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={() => setNaming({ list: null, opened: true })}>
            {words('list_new')}
          </Menu.Item>
          {list && (
            <>
              <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setNaming({ list, opened: true })}>
                {words('list_rename')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void remove(list)}>
                {words('list_delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameList {...naming} onClose={() => setNaming({ ...naming, opened: false })} onSaved={({ key }) => onChoose(key)} />
    </div>
  )
}

interface NameProps {
  /** null: a new one. */
  readonly list: ContactListRecord | null
  readonly opened: boolean
  onClose(): void
  onSaved(list: ContactListRecord): void
}

function NameList({ list, opened, onClose, onSaved }: NameProps) {
  const words = useWords('contacts')
  const { busy, send } = useSending(opened)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!opened) return
    setName(list?.name ?? '')
    setProblem(null)
  }, [opened, list])
  const save = (event: FormEvent) => {
    event.preventDefault()
    void send({
      async does() {
        const saved = await (list ? renameContactList(list.key, name) : createContactList(name))
        keepList(saved)
        onSaved(saved)
      },
      failed: words('list_save_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words(list ? 'list_rename' : 'list_new')} centered size={440}>
      <form className={classes.form} onSubmit={save} noValidate>
        <TextInput
          data-autofocus
          label={words('list_name')}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" loading={busy}>
          {words('save')}
        </Button>
      </form>
    </Dialog>
  )
}
