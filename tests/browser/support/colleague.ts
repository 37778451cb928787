import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Client, client, crossSite } from '../../../cli/demo/client.ts'
import type { SpawnedServer } from '../../support/spawned.ts'

/** The token of a new link with which somebody chooses their password. */
export async function passwordLinkOf(server: SpawnedServer, email: string): Promise<string> {
  const env = { ...process.env, PARAPH_DATA: server.dataDir, PARAPH_PUBLIC_URL: server.url }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', 'reset-password', email], { env })
  return /#reset\/([\w-]+)/.exec(stdout)![1]!
}

/** Somebody chooses a password by a link, on a device of its own, and logs in there with it: every session before is over. */
export async function choosesPassword(server: SpawnedServer, email: string): Promise<Client> {
  const token = await passwordLinkOf(server, email)
  const person = client(server.url)
  person.remember(crossSite((await person.get<{ csrf_token: string }>('/app/session')).csrf_token))
  const password = 'correct horse battery'
  await person.post(`/app/password_resets/${token}`, { password })
  const entered = await person.post<{ csrf_token: string }>('/app/session', { email_address: email, password })
  person.remember(crossSite(entered.csrf_token))
  return person
}

/** One more member of the team, logged in. */
export async function colleague(server: SpawnedServer, account: Client, first: string, last: string): Promise<Client> {
  const email = `${first.toLowerCase()}@example.com`
  const person = { first_name: first, last_name: last, email_address: email, is_admin: false }
  await account.post(`/app/accounts/${await workspaceOf(account)}/add_user_account`, { data: person })
  return choosesPassword(server, email)
}

/** The key of the workspace that is somebody's alone. */
export async function personalWorkspaceOf(account: Client): Promise<string> {
  const { user_accounts } = await account.get<{ user_accounts: { account_key: string; is_personal_account: boolean }[] }>('/app/session')
  return user_accounts.find(({ is_personal_account }) => is_personal_account)!.account_key
}

/** The key of the workspace that somebody works in at first. */
export async function workspaceOf(account: Client): Promise<string> {
  return (await account.get<{ user: { default_user_account_key: string } }>('/app/session')).user.default_user_account_key
}
