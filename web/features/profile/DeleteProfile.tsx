import { Button } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Bone, Dialog, ErrorState, Loading, Password, useSending } from '../../ui/index.ts'
import { askWhetherPossible, deleteProfile } from './calls.ts'
import classes from './DeleteProfile.module.css'

/** Somebody's own profile, for good: what goes, what stays and why, and their password. Where a team still needs them, it says so. */
export function DeleteProfile({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords('person_data')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('own_title')} centered size={480}>
      {opened && <Question onClose={onClose} />}
    </Dialog>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const words = useWords('person_data')
  const [why, setWhy] = useState<{ readonly not: string | null } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const ask = useCallback(async () => {
    setFailed(null)
    try {
      setWhy({ not: (await askWhetherPossible()).why_not })
    } catch (thrown) {
      setFailed(messageOf(thrown, words('own_failed')))
    }
  }, [words])
  useEffect(() => void ask(), [ask])
  if (failed !== null) return <ErrorState message={failed} onRetry={() => void ask()} />
  if (why === null) {
    return (
      <Loading>
        <div className={classes.question}>
          <Bone width="100%" height={40} />
          <Bone width="80%" height={20} />
        </div>
      </Loading>
    )
  }
  if (why.not !== null) {
    return (
      <div className={classes.question}>
        <p className={classes.needed}>{why.not}</p>
        <Answers>
          <Button variant="default" onClick={onClose} data-autofocus>
            {words('understood')}
          </Button>
        </Answers>
      </div>
    )
  }
  return <WithPassword onClose={onClose} />
}

function WithPassword({ onClose }: { onClose: () => void }) {
  const words = useWords('person_data')
  const [password, setPassword] = useState('')
  // It goes with the dialog.
  const { busy, send } = useSending(true)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = (event: FormEvent) => {
    event.preventDefault()
    void send({
      async does() {
        await deleteProfile(password)
        setPassword('')
        // Nothing of this page is theirs any more.
        location.replace(location.pathname)
      },
      failed: words('own_failed'),
      refused: setProblem,
    })
  }
  return (
    <form className={classes.question} onSubmit={remove}>
      <p>{words('own_text')}</p>
      <p>{words('own_stays')}</p>
      <Password
        label={words('own_password')}
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus
      />
      <Answers>
        <Button variant="default" onClick={onClose}>
          {words('cancel')}
        </Button>
        <Button type="submit" color="red" disabled={password === ''} loading={busy}>
          {words('own_yes')}
        </Button>
      </Answers>
    </form>
  )
}
