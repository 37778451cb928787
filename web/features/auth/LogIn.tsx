import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWords } from '../../messages/index.ts'
import { hrefOf, Password, VERIFY_PAGE } from '../../ui/index.ts'
import { AuthCard } from './AuthCard.tsx'
import { rules } from './rules.ts'
import { logIn } from './session.ts'

/** `email`: from the address, to begin with. */
export function LogIn({ email = '' }: { readonly email?: string }) {
  const words = useWords('auth')
  const form = useForm({ initialValues: { email, password: '' }, validate: { email: rules.email, password: rules.password } })
  return (
    <AuthCard
      title={words('login_title')}
      lead={words('login_lead')}
      submit={words('login_submit')}
      form={form}
      onSubmit={() => logIn(form.values.email.trim(), form.values.password)}
      below={
        <>
          <a href={hrefOf('forgot')}>{words('forgot_link')}</a>
          <a href={VERIFY_PAGE}>{words('verify_link')}</a>
        </>
      }
    >
      <TextInput label={words('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
      <Password label={words('password')} autoComplete="current-password" {...form.getInputProps('password')} />
    </AuthCard>
  )
}
