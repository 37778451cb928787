import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Client, client, crossSite } from '../../../cli/demo/client.ts'
import type { SpawnedServer } from '../../support/spawned.ts'

/** One more member of the team, logged in. */
export async function colleague(server: SpawnedServer, account: Client, first: string, last: string): Promise<Client> {
  const session = await account.get<{ user: { default_user_account_key: string } }>('/app/session')
  const email = `${first.toLowerCase()}@example.com`
  await account.post(`/app/accounts/${session.user.default_user_account_key}/add_user_account`, {
    data: { first_name: first, last_name: last, email_address: email, is_admin: false },
  })
  const env = { ...process.env, PARAPH_DATA: server.dataDir, PARAPH_PUBLIC_URL: server.url }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', 'reset-password', email], { env })
  const token = /#reset\/([\w-]+)/.exec(stdout)![1]!
  const person = client(server.url)
  person.remember(crossSite((await person.get<{ csrf_token: string }>('/app/session')).csrf_token))
  const password = 'correct horse battery'
  await person.post(`/app/password_resets/${token}`, { password })
  const entered = await person.post<{ csrf_token: string }>('/app/session', { email_address: email, password })
  person.remember(crossSite(entered.csrf_token))
  return person
}
