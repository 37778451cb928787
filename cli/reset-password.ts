import { passwordUrl } from '#contract/password-mails'
import { oneTimeLinks } from '#platform/sessions'
import { makeResetToken } from '../command-api/accounts/index.ts'
import { ForPeople } from './explain.ts'
import { withInstallation } from './installation.ts'

/** `paraph reset-password <email>`: prints a link, also while Paraph is running. */
export async function resetPassword(argv: readonly string[]): Promise<number> {
  const [email] = argv
  if (!email || argv.length > 1) throw new ForPeople('Usage: paraph reset-password <email>')
  return withInstallation(async ({ configuration, handler, world, secrets, pool }) => {
    const token = await makeResetToken({ handler, world, tokenKey: secrets.tokenKey, links: oneTimeLinks({ pool, world }) }, email)
    if (token === null) throw new ForPeople('Nobody has an account with this address.')
    console.log(`${passwordUrl(configuration.publicUrl, token)}\nThe link works once, for a day.`)
    return 0
  })
}
