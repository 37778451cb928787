import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { MOST_APPLICATION_NAME } from '#domain/applications'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, say } from '../../ui/index.ts'
import classes from './Applications.module.css'
import { type ApplicationRow, createApplication } from './calls.ts'

interface Props {
  readonly opened: boolean
  onClose(): void
  onMade(application: ApplicationRow, secret: string | null): void
}

export function NewApplication({ opened, onClose, onMade }: Props) {
  const words = useWords('applications')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!opened) return
    setName('')
    setProblem(null)
  }, [opened])
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '') return setProblem(words('name_required'))
    setBusy(true)
    try {
      const { client_secret = null, ...made } = await createApplication(name.trim())
      say.hide('application')
      onClose()
      onMade(made, client_secret)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('create_failed')), undefined, { id: 'application' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('add_title')} centered size={440}>
      <form className={classes.form} onSubmit={(event) => void create(event)} noValidate>
        <p>{words('add_lead')}</p>
        <TextInput
          data-autofocus
          label={words('name')}
          value={name}
          maxLength={MOST_APPLICATION_NAME}
          dir="auto"
          autoComplete="off"
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" loading={busy}>
          {words('create')}
        </Button>
      </form>
    </Dialog>
  )
}
