import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallback } from 'react'
import { useWords } from '../../messages/index.ts'
import { ErrorState, go, hrefOf, Password, Splash, say, useLoaded } from '../../ui/index.ts'
import classes from './AuthCard.module.css'
import { AuthCard, AuthNotice, AuthPage, BackToLogin } from './AuthCard.tsx'
import { passwordProblem, rules } from './rules.ts'
import { askAfterLink, choosePassword, isDeadLink, useSession } from './session.ts'

/** What a link of a mail leads to: whether it still works is known before anybody types. */
export function NewPassword({ token }: { token: string }) {
  const words = useWords('auth')
  const link = useLoaded(
    useCallback(() => askAfterLink(token), [token]),
    words('failed'),
  )
  if (link.value === 'works') return <PasswordForm token={token} onDead={() => link.put(() => 'dead')} />
  if (link.value === 'dead') return <DeadLink />
  if (link.problem === null) return <Splash />
  return (
    <AuthPage>
      <ErrorState whole message={link.problem} onRetry={() => void link.load()} />
    </AuthPage>
  )
}

function PasswordForm({ token, onDead }: { readonly token: string; readonly onDead: () => void }) {
  const words = useWords('auth')
  const { passwordMin } = useSession()
  const form = useForm({ initialValues: { password: '' }, validate: { password: rules.newPassword } })
  const send = async () => {
    try {
      await choosePassword(token, form.values.password)
    } catch (thrown) {
      // Used meanwhile, on another device.
      if (isDeadLink(thrown)) return onDead()
      return form.setErrors(passwordProblem(thrown))
    }
    say.success(words('reset_done'))
    go('documents')
  }
  return (
    <AuthCard
      title={words('reset_title')}
      lead={words('reset_lead')}
      submit={words('reset_submit')}
      form={form}
      onSubmit={send}
      below={<BackToLogin />}
    >
      <Password
        label={words('new_password')}
        description={words('password_hint', { count: String(passwordMin) })}
        autoComplete="new-password"
        autoFocus
        {...form.getInputProps('password')}
      />
    </AuthCard>
  )
}

function DeadLink() {
  const words = useWords('auth')
  const loggedIn = useSession().phase === 'logged-in'
  return (
    <AuthNotice role="alert" title={words('link_dead_title')} below={!loggedIn && <BackToLogin />}>
      <p>{words(loggedIn ? 'link_dead_inside' : 'link_dead')}</p>
      <Button component="a" href={hrefOf(loggedIn ? 'documents' : 'forgot')} fullWidth size="md" className={classes.way ?? ''}>
        {words(loggedIn ? 'to_documents' : 'ask_for_link')}
      </Button>
    </AuthNotice>
  )
}
