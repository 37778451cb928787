import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallback, useState } from 'react'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { ErrorState, go, hrefOf, Splash, say, useLoaded, useTitle } from '../../ui/index.ts'
import classes from './AuthCard.module.css'
import { AuthCard, AuthPage } from './AuthCard.tsx'
import { rules } from './rules.ts'
import {
  askAfterLink,
  askForReset,
  choosePassword,
  isDeadLink,
  loadSession,
  logIn,
  makeFirstAccount,
  takeBack,
  useSession,
} from './session.ts'

const useVisibility = () => {
  const words = useWords('auth')
  const [visible, setVisible] = useState(false)
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: { 'aria-label': words(visible ? 'hide_password' : 'show_password'), 'aria-pressed': visible },
  }
}
const BackToLogin = () => <a href={hrefOf('documents')}>{useWords('auth')('back_to_login')}</a>

export function LogIn() {
  const words = useWords('auth')
  const form = useForm({ initialValues: { email: '', password: '' }, validate: { email: rules.email, password: rules.password } })
  return (
    <AuthCard
      title={words('login_title')}
      lead={words('login_lead')}
      submit={words('login_submit')}
      valid={() => !form.validate().hasErrors}
      onSubmit={() => logIn(form.values.email.trim(), form.values.password)}
      below={<a href={hrefOf('forgot')}>{words('forgot_link')}</a>}
    >
      <TextInput label={words('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
      <PasswordInput label={words('password')} autoComplete="current-password" {...useVisibility()} {...form.getInputProps('password')} />
    </AuthCard>
  )
}

/** The device was given to somebody who signs in person: whoever did says that they have it back, or somebody else logs in. */
export function HandedOver() {
  const [another, setAnother] = useState(false)
  return another ? <LogIn /> : <TakeBack onAnother={() => setAnother(true)} />
}

function TakeBack({ onAnother }: { readonly onAnother: () => void }) {
  const words = useWords('auth')
  const { handedOverBy } = useSession()
  const form = useForm({ initialValues: { password: '' }, validate: { password: rules.password } })
  return (
    <AuthCard
      title={words('take_back_title')}
      lead={words('take_back_lead', { name: handedOverBy ?? '' })}
      submit={words('take_back_submit')}
      valid={() => !form.validate().hasErrors}
      onSubmit={() => takeBack(form.values.password)}
      below={
        <button type="button" className={classes.other} onClick={onAnother}>
          {words('take_back_other')}
        </button>
      }
    >
      <PasswordInput
        label={words('password')}
        autoComplete="current-password"
        autoFocus
        {...useVisibility()}
        {...form.getInputProps('password')}
      />
    </AuthCard>
  )
}

export function FirstAccount() {
  const words = useWords('auth')
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email_address: '', password: '', workspace_name: '' },
    validate: { first_name: rules.name, email_address: rules.email, password: rules.newPassword },
  })
  const send = async () => {
    const { workspace_name, ...account } = form.values
    try {
      await makeFirstAccount({
        ...account,
        email_address: account.email_address.trim(),
        ...(workspace_name.trim() ? { workspace_name: workspace_name.trim() } : {}),
      })
    } catch (thrown) {
      if (!(thrown instanceof HttpRefused) || thrown.code !== 'first-account-exists') throw thrown
      // Somebody else was quicker: this page can make none any more, and they log in.
      await loadSession()
      return void say.info(thrown.message)
    }
    go('documents')
  }
  return (
    <AuthCard
      title={words('first_title')}
      lead={words('first_lead')}
      submit={words('first_submit')}
      valid={() => !form.validate().hasErrors}
      onSubmit={send}
    >
      <div className={classes.pair}>
        <TextInput label={words('first_name')} autoComplete="given-name" autoFocus {...form.getInputProps('first_name')} />
        <TextInput label={words('last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
      </div>
      <TextInput label={words('email')} type="email" autoComplete="username" {...form.getInputProps('email_address')} />
      <PasswordInput label={words('password')} autoComplete="new-password" {...useVisibility()} {...form.getInputProps('password')} />
      <TextInput
        label={words('workspace_name')}
        description={words('workspace_hint')}
        autoComplete="organization"
        {...form.getInputProps('workspace_name')}
      />
    </AuthCard>
  )
}

export function ForgotPassword() {
  const words = useWords('auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { email: '' }, validate: { email: rules.email } })
  if (sentTo) {
    return (
      <AuthPage>
        <section className={`${classes.card} ${classes.done}`} role="status">
          <h1>{words('forgot_done_title')}</h1>
          <p>{words('forgot_done', { email: sentTo })}</p>
          <p className={classes.below}>
            <BackToLogin />
          </p>
        </section>
      </AuthPage>
    )
  }
  const send = async () => {
    const email = form.values.email.trim()
    await askForReset(email)
    setSentTo(email)
  }
  return (
    <AuthCard
      title={words('forgot_title')}
      lead={words('forgot_lead')}
      submit={words('forgot_submit')}
      valid={() => !form.validate().hasErrors}
      onSubmit={send}
      below={<BackToLogin />}
    >
      <TextInput label={words('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
    </AuthCard>
  )
}

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
  const form = useForm({ initialValues: { password: '' }, validate: { password: rules.newPassword } })
  const send = async () => {
    try {
      await choosePassword(token, form.values.password)
    } catch (thrown) {
      // Used meanwhile, on another device.
      if (isDeadLink(thrown)) return onDead()
      throw thrown
    }
    say.success(words('reset_done'))
    go('documents')
  }
  return (
    <AuthCard
      title={words('reset_title')}
      lead={words('reset_lead')}
      submit={words('reset_submit')}
      valid={() => !form.validate().hasErrors}
      onSubmit={send}
      below={<BackToLogin />}
    >
      <PasswordInput
        label={words('new_password')}
        autoComplete="new-password"
        autoFocus
        {...useVisibility()}
        {...form.getInputProps('password')}
      />
    </AuthCard>
  )
}

function DeadLink() {
  const words = useWords('auth')
  const { phase } = useSession()
  const title = words('link_dead_title')
  useTitle(title)
  const loggedIn = phase === 'logged-in'
  return (
    <AuthPage>
      <section className={`${classes.card} ${classes.done}`} role="alert">
        <h1>{title}</h1>
        <p>{words(loggedIn ? 'link_dead_inside' : 'link_dead')}</p>
        <Button component="a" href={hrefOf(loggedIn ? 'documents' : 'forgot')} fullWidth size="md" className={classes.way ?? ''}>
          {words(loggedIn ? 'to_documents' : 'ask_for_link')}
        </Button>
        {!loggedIn && (
          <p className={classes.below}>
            <BackToLogin />
          </p>
        )}
      </section>
    </AuthPage>
  )
}
