import { z } from 'zod'
import { PASSWORD_MIN } from '#contract/session'
import { wordsOf } from '../../messages/index.ts'

/** What a form asks of its entries, as Mantine's `useForm` wants it: the sentence to show, or null. */
const words = wordsOf('auth')
const address = z.email()

export const rules = {
  name: (value: string) => (value.trim() ? null : words('name_required')),
  email: (value: string) => (address.safeParse(value.trim()).success ? null : words('email_required')),
  password: (value: string) => (value ? null : words('password_required')),
  newPassword: (value: string) => (value.length >= PASSWORD_MIN ? null : words('password_short', { count: String(PASSWORD_MIN) })),
}
