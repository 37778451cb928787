import type { FastifyRequest } from 'fastify'
import { disclosed } from '#domain/kernel'
import { signatoryOf } from '#domain/pack'
import { comparable, userOfStream } from '#domain/user'
import type { FileRow } from '#platform/files'
import type { Accounts } from '../accounts/index.ts'
import type { Account, Caller, Signer } from '../edge/caller.ts'
import { isOwnFile } from './kept-signatures.ts'
import type { PackAccess } from './packs.ts'

type Known = Pick<Accounts, 'find' | 'profileOf'>
type Asked = Pick<PackAccess, 'state'> & { readonly caller: Signer }
type Signing = Asked & Pick<PackAccess, 'finished'>

/**
 * Whose kept signatures may be used here. A signer's call carries the session of their link; where the same browser is logged in
 * to the account of the very address that was asked to sign, its cookie comes along and says so. Never on a device that was handed
 * to somebody, and never by a link of somebody else.
 */
export function signatureOwnerOf(accounts: Known, { finished, ...asked }: Signing, request: FastifyRequest): Promise<Account | null> {
  return finished ? Promise.resolve(null) : accountAsked(accounts, asked, request)
}

/** The account of the very address that was asked to sign, where the signer's browser is logged in to it and is their own. */
export async function accountAsked(accounts: Known, { state, caller }: Asked, request: FastifyRequest): Promise<Account | null> {
  if (caller.inPerson) return null
  const account = await accountOfBrowser(accounts, request)
  if (!account) return null
  const asked = comparable(disclosed(signatoryOf(state, caller.signatory)?.email ?? '', ''))
  const own = comparable((await accounts.profileOf(account.user))?.email ?? '')
  return asked !== '' && asked === own ? account : null
}

/** Of the caller alone, or of the account whose browser a signer signs in: nothing of any document. */
export async function isTheirs(accounts: Known, caller: Caller, file: FileRow, request: FastifyRequest): Promise<boolean> {
  if (caller.as !== 'signer') return isOwnFile(caller, file)
  if (caller.inPerson || userOfStream(file.pack) === null) return false
  const account = await accountOfBrowser(accounts, request)
  return account !== null && isOwnFile(account, file)
}

async function accountOfBrowser(accounts: Known, request: FastifyRequest): Promise<Account | null> {
  const { session } = request.kept
  return session ? accounts.find(session) : null
}
