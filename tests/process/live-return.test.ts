import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE, type PackEvents } from '#contract/live'
import { type Client, client, crossSite } from '../../cli/demo/client.ts'
import { reconnectByItself } from '../../web/live/reconnect.ts'
import { retryDelay } from '../../web/live/schedule.ts'
import { eventually, firstAccount, SENDER, uploaded, viewOf } from '../support/prepared.ts'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'

const CLIENTS = process.env.LONG_TESTS ? 200 : 20
/** A session may have so many open at once. */
const OF_ONE_SESSION = 20

let server: SpawnedServer
let account: Client
let cookies: readonly string[]
const sockets: Socket[] = []
beforeAll(async () => {
  server = await spawnServer({ dataDir: await temporaryFolder() })
  account = await firstAccount(server.url)
  const others = Array.from({ length: CLIENTS / OF_ONE_SESSION - 1 }, () => loggedIn(server.url))
  cookies = [account, ...(await Promise.all(others))].map((one) => one.cookie())
}, 120_000)
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  await server.stop()
  await removeFolder(server.dataDir)
}, 60_000)

/** The same person in one more browser. */
async function loggedIn(url: string): Promise<Client> {
  const { email_address, password } = SENDER
  const person = client(url)
  const { csrf_token } = await person.get<{ csrf_token: string }>('/app/session')
  person.remember(crossSite(csrf_token))
  await person.post('/app/session', { email_address, password })
  return person
}

/** As the page opens it: with the library's own, random pauses before it comes back, and the revision that it has. */
function opened(cookie: string, pack: string, revision: number) {
  const seen = { revision, watching: false }
  const socket = io(server.url, { path: LIVE.path, transports: ['websocket'], forceNew: true, extraHeaders: { cookie } })
  reconnectByItself(socket)
  sockets.push(socket)
  socket.on(LIVE.packEvents, ({ from, to }: PackEvents) => {
    if (from <= seen.revision + 1) seen.revision = Math.max(seen.revision, to)
  })
  socket.on('disconnect', () => {
    seen.watching = false
  })
  socket.on('connect', () => {
    socket
      .timeout(30_000)
      .emitWithAck('watch_pack', { document_key: pack, revision: seen.revision })
      .then(
        ({ success }: { success: boolean }) => {
          seen.watching = success
        },
        () => undefined,
      )
  })
  return seen
}

/** One change, tried as the page tries it: the same call under the same key, until it is answered. Answers the status. */
async function saved(url: string, headers: Record<string, string>, pack: string, subject: string): Promise<number> {
  for (let failures = 1; ; failures++) {
    const answer = await fetch(`${url}/app/documents/${pack}/update_document`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { subject } }),
    }).catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer.status
    await wait(retryDelay('document', failures))
  }
}

for (const end of process.env.LONG_TESTS ? (['kill', 'stop'] as const) : (['stop'] as const))
  test(`${CLIENTS} open documents are back, up to date, and no save is lost, after the server was made to ${end} and started again`, async () => {
    const { pack } = await uploaded(account, `Open at many desks ${end}`)
    const { revision } = await viewOf(account, pack)
    const desks = Array.from({ length: CLIENTS }, (_, at) => opened(cookies[Math.floor(at / OF_ONE_SESSION)]!, pack, revision))
    const all = () => desks.filter(({ watching }) => watching).length
    await eventually(
      async () => all(),
      (count) => count === CLIENTS,
    )
    const same = client(server.url)
    same.remember({ cookie: account.cookie() })
    const { csrf_token, user_accounts } = await same.get<{ csrf_token: string; user_accounts: { account_key: string }[] }>('/app/session')
    const headers = () => ({
      'content-type': 'application/json',
      cookie: account.cookie(),
      ...crossSite(csrf_token),
      [HEADERS.workspace]: user_accounts[0]!.account_key,
      [HEADERS.idempotencyKey]: crypto.randomUUID(),
    })

    await server[end]()
    const saves = desks.map((_, at) => saved(server.url, headers(), pack, `Typed while it was away ${end} ${at}`))
    server = await spawnServer({ dataDir: server.dataDir, port: Number(new URL(server.url).port) })
    expect(new Set(await Promise.all(saves))).toEqual(new Set([200]))
    await eventually(
      async () => all(),
      (count) => count === CLIENTS,
      20_000,
    )
    const now = await viewOf(account, pack)
    expect(now.revision).toBe(revision + CLIENTS)
    await eventually(
      async () => new Set(desks.map((desk) => desk.revision)),
      (revisions) => revisions.size === 1 && revisions.has(now.revision),
    )
  }, 180_000)
