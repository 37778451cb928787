import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, Password, useSending } from '../../ui/index.ts'
import classes from './PdfPassword.module.css'

export interface Locked {
  readonly key: string
  readonly name: string
  readonly wrong: boolean
}

export const retryConversion = (document: string, password?: string) =>
  http.post(`/app/documents/${document}/retry_conversion`, done, { body: password ? { pdf_password: password } : {} })

/** Asks for the password of a protected PDF and has it converted again. */
export function PdfPassword({ locked, onClose }: { locked: Locked | null; onClose: () => void }) {
  const words = useWords('uploads')
  const [password, setPassword] = useState('')
  const { busy, send } = useSending(locked !== null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setPassword('')
    setProblem(locked?.wrong ? words('password_wrong') : null)
  }, [locked, words])
  const unlock = (event: FormEvent) => {
    event.preventDefault()
    if (!locked || !password) return
    void send({
      does: async () => void (await retryConversion(locked.key, password)),
      failed: words('password_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <Dialog opened={locked !== null} onClose={onClose} title={words('password_title')} centered size={440}>
      <form onSubmit={unlock} className={classes.form}>
        <p>{words('password_lead', { name: locked?.name ?? '' })}</p>
        <Password
          data-autofocus
          label={words('password_label')}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
        />
        <Button type="submit" loading={busy} disabled={!password}>
          {words('password_submit')}
        </Button>
      </form>
    </Dialog>
  )
}
