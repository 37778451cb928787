import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { hrefOf, Mark, useTitle } from '../../ui/index.ts'
import classes from './AuthCard.module.css'

interface AuthCardProps {
  readonly title: string
  readonly lead: string
  readonly submit: string
  /** Says whether the entries may be sent, and shows what is wrong with them otherwise. */
  readonly form: { validate(): { readonly hasErrors: boolean } }
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
  readonly below?: ReactNode
}

/** The calm sheet in the middle on which somebody says who they are. */
export function AuthCard({ title, lead, submit, form, onSubmit, children, below }: AuthCardProps) {
  const words = useWords('auth')
  useTitle(title)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    if (form.validate().hasErrors) return
    setBusy(true)
    try {
      await onSubmit()
    } catch (thrown) {
      setProblem(messageOf(thrown, words('failed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthPage>
      <form className={classes.card} onSubmit={send} noValidate aria-labelledby="auth-title">
        <h1 id="auth-title">{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.fields}>{children}</div>
        <Button type="submit" fullWidth size="md" className={classes.submit ?? ''} loading={busy}>
          {submit}
        </Button>
        {below && <p className={classes.below}>{below}</p>}
      </form>
    </AuthPage>
  )
}

interface AuthNoticeProps {
  readonly role: 'status' | 'alert'
  readonly title: string
  readonly children: ReactNode
  readonly below: ReactNode
}

/** The same sheet where there is nothing to enter. */
export function AuthNotice({ role, title, children, below }: AuthNoticeProps) {
  useTitle(title)
  return (
    <AuthPage>
      <section className={`${classes.card} ${classes.done}`} role={role}>
        <h1>{title}</h1>
        {children}
        {below && <p className={classes.below}>{below}</p>}
      </section>
    </AuthPage>
  )
}

export const BackToLogin = () => <a href={hrefOf('documents')}>{useWords('auth')('back_to_login')}</a>

export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={32} />
        <span>Paraph</span>
      </div>
      {children}
      <Flourish />
    </main>
  )
}

/** The mark's own stroke, large and faint, as if the page had been signed. */
function Flourish() {
  return (
    <svg className={classes.flourish} viewBox="0 0 640 180" fill="none" aria-hidden="true">
      <path
        d="M10 132C120 150 236 96 226 44C220 6 156 8 132 62C112 110 150 150 214 132C300 108 322 40 368 60C398 74 352 138 388 136C424 134 436 82 462 86C486 90 460 132 492 130C530 128 560 96 630 104"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
