import { z } from 'zod'
import { wordsOf } from '../../messages/index.ts'
import { session } from './session.ts'

/** What a form asks of its entries, as Mantine's `useForm` wants it: the sentence to show, or null. */
const words = wordsOf('auth')
const address = z.email()

export const rules = {
  name: (value: string) => (value.trim() ? null : words('name_required')),
  email: (value: string) => (address.safeParse(value.trim()).success ? null : words('email_required')),
  password: (value: string) => (value ? null : words('password_required')),
  newPassword: (value: string) =>
    value.length >= session.passwordMin ? null : words('password_short', { count: String(session.passwordMin) }),
}
