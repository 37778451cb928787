import { parseArgs } from 'node:util'
import { appointAdministrator } from '../command-api/accounts/index.ts'
import { ForPeople } from './explain.ts'
import { withInstallation } from './installation.ts'

/** `paraph administrator <email> [--dismiss]`: who administers the whole installation, also while Paraph is running. */
export async function administrator(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options: { dismiss: { type: 'boolean' } }, allowPositionals: true })
  const [email] = positionals
  if (!email || positionals.length > 1) throw new ForPeople('Usage: paraph administrator <email> [--dismiss]')
  return withInstallation(async ({ handler, secrets }) => {
    const isDismissed = values.dismiss ?? false
    if (!(await appointAdministrator({ handler, tokenKey: secrets.tokenKey }, email, !isDismissed)))
      throw new ForPeople('Nobody has an account with this address.')
    console.log(
      isDismissed
        ? `${email} no longer administers this installation. Support sessions of this account have ended.`
        : `${email} administers this installation now, and may act as members for support. Each use is shown to the member and recorded.`,
    )
    return 0
  })
}
