import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import classes from './AddressBook.module.css'
import { type ContactListRecord, createContactList, listContacts } from './calls.ts'
import { keepList } from './lists.ts'

interface Props {
  readonly lists: readonly ContactListRecord[]
  /** Keys of those who come into a list. */
  readonly chosen: readonly string[]
  readonly opened: boolean
  onClose(): void
  onSaved(): void
}
const NEW = 'new'

/** Puts contacts into a list, or into a new one. */
export function IntoList({ lists, chosen, opened, onClose, onSaved }: Props) {
  const words = useWords('contacts')
  const { busy, send } = useSending(opened)
  const [to, setTo] = useState(NEW)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is open, another list is only chosen here
  useEffect(() => {
    if (!opened) return
    setTo(lists[0]?.key ?? NEW)
    setName('')
    setProblem(null)
  }, [opened])
  const save = (event: FormEvent) => {
    event.preventDefault()
    void send({
      async does() {
        const made = to === NEW ? await createContactList(name) : null
        // Made by now: what fails afterwards is tried again with it.
        if (made) keepList(made)
        // One that was deleted meanwhile the server refuses.
        const list = made ?? lists.find(({ key }) => key === to) ?? { key: to, name: '' }
        setTo(list.key)
        await listContacts(list.key, chosen)
        say.success(words('listed', { count: chosen.length, list: list.name }))
        onSaved()
      },
      failed: words('list_contacts_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('list_into_title', { count: chosen.length })} centered size={440}>
      <form className={classes.form} onSubmit={save} noValidate>
        <Select
          data-autofocus
          label={words('list')}
          searchable={lists.length > 8}
          allowDeselect={false}
          value={to}
          onChange={(key) => {
            setTo(key ?? NEW)
            setProblem(null)
          }}
          data={[...lists.map((list) => ({ value: list.key, label: list.name })), { value: NEW, label: words('list_new') }]}
          error={to === NEW ? null : problem}
        />
        {to === NEW && (
          <TextInput
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
        )}
        <Button type="submit" loading={busy}>
          {words('list_into_save')}
        </Button>
      </form>
    </Dialog>
  )
}
