import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADERS } from '#contract/envelope'
import { readConfiguration } from '#platform/configuration'
import { type Application, composeApplication } from '../../cli/compose.ts'
import { type Client, client, crossSite, openSigning, Refused, type SigningSession } from '../../cli/demo/client.ts'
import { freshEventStore, PRODUCT_ON_EVENTSTOREDB } from './event-store.ts'
import { testDatabase } from './postgres.ts'
import { firstAccount } from './prepared.ts'
import { sharedWorkers } from './shared-workers.ts'
import { removeFolder } from './spawned.ts'

export interface TestServer {
  readonly url: string
  readonly application: Application
  /** The first account, an administrator, logged in. */
  readonly owner: Client
  readonly workspace: string
  /** A further member of the workspace, logged in. */
  member(name: string, isAdmin?: boolean): Promise<Client>
  /** Somebody with a workspace of their own, who has nothing to do with this one. */
  stranger(name: string): Promise<Client>
  signer(link: string): Promise<SigningClient>
  /** A further process's worth of the program, on the same database. Needs PARAPH_MASTER_KEY in the environment of both. */
  anotherProcess(environment: Record<string, string>): Promise<Besides>
  /** A request exactly as it stands, without any header of ours. */
  raw(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Answered }>
  close(): Promise<void>
}
export interface Besides {
  readonly url: string
  readonly application: Application
  /** The same person, in the same session, talking to this process. */
  as(account: Client): Promise<Client>
  close(): Promise<void>
}
export interface SigningClient extends Client {
  readonly opened: Opened
}
interface Opened extends SigningSession {
  readonly signatory_uuid: string
  readonly view: unknown
  readonly view_digest: string
  readonly revision: number
  readonly finished: boolean
}
export type Answered = { readonly success: boolean; readonly code?: string; readonly message?: string } & Record<string, unknown>

const PASSWORD = 'correct horse battery'

export interface TestServerOptions {
  readonly environment?: Record<string, string>
  readonly limits?: object
  /** Begins with its events in PostgreSQL, also where the product is tested on EventStoreDB. */
  readonly onPostgres?: boolean
}

/** The whole program in this process, on a database of its own: real adapters, real HTTP on a free port. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await testDatabase()
  const elsewhere = PRODUCT_ON_EVENTSTOREDB && !options.onPostgres && options.environment?.EVENTSTOREDB_URL === undefined
  const store = elsewhere ? await freshEventStore() : null
  async function compose(environment: Record<string, string>) {
    const dataDir = await mkdtemp(join(tmpdir(), 'paraph-api-'))
    const configuration = readConfiguration({
      DATABASE_URL: database.url,
      PARAPH_DATA: dataDir,
      PARAPH_LOG_LEVEL: 'silent',
      // Its making takes more than most tests do.
      PARAPH_EXAMPLE: 'false',
      ...(store ? { EVENTSTOREDB_URL: store.url } : {}),
      ...options.environment,
      ...environment,
    })
    const limits = { known: 1_000_000, unknown: 1_000_000, guessing: 1_000_000, links: 1_000_000, checking: 1_000_000, ...options.limits }
    const application = await composeApplication({ configuration, port: 0, limits, makeWorkers: sharedWorkers })
    const close = async () => {
      await application.close()
      await removeFolder(dataDir)
    }
    return { application, close }
  }
  const { application, close } = await compose({})
  const { url } = application
  const owner = await firstAccount(url)
  const { user_accounts } = await owner.get<{ user_accounts: readonly { account_key: string }[] }>('/app/session')
  const workspace = user_accounts[0]!.account_key
  const { accounts, members } = application.services
  const asked = { correlation: 'test', causation: 'test' }

  /** Chooses a password by a link made at the server's own keyboard, and is then logged in. */
  async function enter(email: string): Promise<Client> {
    const token = await accounts.makeResetToken(email)
    const person = client(url)
    person.remember(crossSite('none'))
    const session = await person.post<{ csrf_token: string; user_accounts: readonly { account_key: string }[] }>(
      `/app/password_resets/${token}`,
      { password: PASSWORD },
    )
    person.remember({ ...crossSite(session.csrf_token), [HEADERS.workspace]: session.user_accounts[0]?.account_key ?? '' })
    // As the page does next: with their first call they have entered the workspace.
    await person.get('/app/user/user_accounts')
    return person
  }
  async function add(to: string, by: string, name: string, isAdmin: boolean): Promise<string> {
    const email = `${name.toLowerCase()}@example.com`
    const added = await members.add(to, { firstName: name, lastName: 'Tester', email, isAdmin }, { user: by }, asked)
    if ('refused' in added) throw new Error(added.refused)
    return email
  }
  const ownerKey = (await members.list(workspace))[0]!.user

  return {
    url,
    application,
    owner,
    workspace,
    member: async (name, isAdmin = false) => enter(await add(workspace, ownerKey, name, isAdmin)),
    async stranger(name) {
      const other = await members.create({ name: `${name}’s own` }, { user: ownerKey }, asked)
      if ('refused' in other) throw new Error(other.refused)
      const email = await add(other.workspace, ownerKey, name, true)
      const left = (await members.list(other.workspace)).find(({ user }) => user === ownerKey)!
      await members.remove(other.workspace, left.key, { user: ownerKey }, asked)
      return enter(email)
    },
    async signer(link) {
      const person = client(url)
      return { ...person, opened: await openSigning<Opened>(person, link) }
    },
    async anotherProcess(environment) {
      const { application: other, close: closeOther } = await compose(environment)
      return {
        url: other.url,
        application: other,
        async as(account) {
          const same = client(other.url)
          same.remember({ cookie: account.cookie() })
          const session = await same.get<{ csrf_token: string; user_accounts: readonly { account_key: string }[] }>('/app/session')
          same.remember({ ...crossSite(session.csrf_token), [HEADERS.workspace]: session.user_accounts[0]?.account_key ?? '' })
          return same
        },
        close: closeOther,
      }
    },
    async raw(path, init) {
      const answer = await fetch(new URL(path, url), { redirect: 'manual', ...init })
      const body = (await answer.json().catch(() => ({ success: false }))) as Answered
      return { status: answer.status, headers: answer.headers, body }
    },
    async close() {
      await close()
      await store?.close()
      await database.drop()
    },
  }
}

/** The refusal that a call ends in. Throws when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<{ status: number; code: string; message: string }> {
  try {
    await call
  } catch (thrown) {
    if (thrown instanceof Refused) return { status: thrown.status, code: thrown.code, message: thrown.message }
    throw thrown
  }
  throw new Error('this was not refused')
}
