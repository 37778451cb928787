import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { MOST_WORKSPACE_NAME, WORKSPACE_REFUSALS } from '#domain/workspace'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { go, say } from '../../ui/index.ts'
import { followIntoWorkspace, renewWorkspaces } from '../auth/index.ts'
import { saveAccount } from './calls.ts'
import classes from './NameForm.module.css'

/** @param account `new` where it is being set up */
export function NameForm({ account, name }: { account: string; name: string }) {
  const words = useWords('people')
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const hint = useId()
  const isNew = account === 'new'
  // Renamed by somebody else meanwhile: what is typed here stays.
  useEffect(() => setTyped((now) => (now.trim() === '' ? name : now)), [name])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '') return setProblem(WORKSPACE_REFUSALS['workspace-name-required'].says)
    setProblem(null)
    setSaving(true)
    try {
      const saved = await saveAccount(account, typed)
      await renewWorkspaces()
      setTyped(saved.name)
      if (!isNew) return void say.success(words('saved'))
      followIntoWorkspace(saved.key)
      go(`team/${saved.key}`)
    } catch (thrown) {
      say.danger(messageOf(thrown, words(isNew ? 'create_failed' : 'rename_failed')))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        className={classes.name ?? ''}
        label={words('workspace_name')}
        value={typed}
        error={problem}
        maxLength={MOST_WORKSPACE_NAME}
        data-autofocus={isNew || undefined}
        autoFocus={isNew}
        aria-describedby={hint}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" disabled={saving || (!isNew && typed.trim() === name)}>
        {words(saving ? 'saving' : 'save')}
      </Button>
      <p id={hint}>{words('workspace_name_hint')}</p>
    </form>
  )
}
