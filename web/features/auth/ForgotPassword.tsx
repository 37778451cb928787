import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { AuthCard, AuthNotice, BackToLogin } from './AuthCard.tsx'
import { rules } from './rules.ts'
import { askForReset } from './session.ts'

/** `email`: from the address, to begin with. */
export function ForgotPassword({ email: given = '' }: { readonly email?: string }) {
  const words = useWords('auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { email: given }, validate: { email: rules.email } })
  if (sentTo) {
    return (
      <AuthNotice role="status" title={words('forgot_done_title')} below={<BackToLogin />}>
        <p>{words('forgot_done', { email: sentTo })}</p>
      </AuthNotice>
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
      form={form}
      onSubmit={send}
      below={<BackToLogin />}
    >
      <TextInput label={words('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
    </AuthCard>
  )
}
