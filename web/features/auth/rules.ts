import { z } from 'zod'
import { HttpRefused } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { session } from './session.ts'

const OF_THE_PASSWORD: ReadonlySet<string> = new Set(['password-too-short', 'password-too-long', 'password-common'])

/** The server's objection to a chosen password, to be shown at its input; every other error is thrown on. */
export function passwordProblem(thrown: unknown): { readonly password: string } {
  if (thrown instanceof HttpRefused && OF_THE_PASSWORD.has(thrown.code)) return { password: thrown.message }
  throw thrown
}

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
