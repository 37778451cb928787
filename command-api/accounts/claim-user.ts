import { emailOf, namesOf } from '#domain/user'
import type { LoginFrom } from './login-guard.ts'
import { byInstallation, type RequestOrigin } from './origins.ts'
import { type AccountRefused, type PasswordRules, passwordRefusal } from './refusals.ts'
import type { AccountStreams } from './streams.ts'

export interface NewAccount extends LoginFrom {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly workspaceName?: string
}

export function checkNewAccount(account: NewAccount, rules: PasswordRules): AccountRefused | null {
  if (namesOf(account.firstName, account.lastName) === null) return { refused: 'valid-name-required' }
  if (emailOf(account.email) === null) return { refused: 'valid-email-required' }
  return passwordRefusal(account.password, rules)
}

/** The user who has this address, registered now where nobody had it. A half-done registration is completed. */
export async function claimUser(
  streams: AccountStreams,
  person: { firstName: string; lastName: string; email: string },
  newId: string,
  asked: RequestOrigin,
): Promise<string> {
  const origin = byInstallation(asked)
  const stream = streams.emailStream(person.email)
  const found = held(await streams.tellReservation(stream, { do: 'Reserve', holder: newId }, origin))
  // Its former holder may be gone, and the address not free again yet.
  const holder =
    (await streams.loadUser(found)).erased === null
      ? found
      : held(await streams.tellReservation(stream, { do: 'TransferReservation', from: found, holder: newId }, origin))
  const refused = await streams.tellUser(holder, { do: 'RegisterUser', user: holder, ...person }, origin)
  if (refused) throw new Error(`a person who was checked could not be registered: ${refused.refused}`)
  return holder
}

function held(holder: string | null): string {
  if (holder === null) throw new Error('an address was released in the very moment in which somebody registered with it')
  return holder
}
