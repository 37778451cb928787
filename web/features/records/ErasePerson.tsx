import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import own from './person-data.module.css'

interface Props {
  readonly contact: string
  readonly count: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onYes: () => Promise<void>
}

/** Nothing brings it back, so that whose it is has to be typed once more. */
export function ErasePerson({ contact, count, opened, onClose, onYes }: Props) {
  const words = useWords('person_data')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (opened) setTyped('')
  }, [opened])
  const isRight = typed.trim().toLowerCase() === contact
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRight) return
    setBusy(true)
    await onYes()
    setBusy(false)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('confirm_title')} centered size={480}>
      <form className={own.ask} onSubmit={(event) => void erase(event)}>
        <p>{words(count === 0 ? 'confirm_text_book' : 'confirm_text', { count })}</p>
        <TextInput
          label={words('confirm_type', { contact })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <Answers>
          <Button variant="default" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isRight} loading={busy}>
            {words('confirm_yes')}
          </Button>
        </Answers>
      </form>
    </Dialog>
  )
}
