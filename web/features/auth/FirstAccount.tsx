import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { go, Password, say } from '../../ui/index.ts'
import classes from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { passwordProblem, rules } from './rules.ts'
import { loadSession, makeFirstAccount, useSession } from './session.ts'

export function FirstAccount() {
  const words = useWords('auth')
  const { passwordMin } = useSession()
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
      if (!(thrown instanceof HttpRefused) || thrown.code !== 'first-account-exists') return form.setErrors(passwordProblem(thrown))
      // Somebody else was quicker: this page can make none any more, and they log in.
      await loadSession()
      return void say.info(thrown.message)
    }
    go('documents')
  }
  return (
    <AuthCard title={words('first_title')} lead={words('first_lead')} submit={words('first_submit')} form={form} onSubmit={send}>
      <div className={classes.pair}>
        <TextInput label={words('first_name')} autoComplete="given-name" autoFocus {...form.getInputProps('first_name')} />
        <TextInput label={words('last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
      </div>
      <TextInput label={words('email')} type="email" autoComplete="username" {...form.getInputProps('email_address')} />
      <Password
        label={words('password')}
        description={words('password_hint', { count: String(passwordMin) })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <TextInput
        label={words('workspace_name')}
        description={words('workspace_hint')}
        autoComplete="organization"
        {...form.getInputProps('workspace_name')}
      />
    </AuthCard>
  )
}
