import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealedPackOf } from '#tests/sealed-file'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '#tests/spawned'
import { type Client, client, crossSite } from '../../cli/demo/client.ts'
import { eventually, firstAccount, SENDER, uploaded, viewOf } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'

// Whole programs on built-in databases of their own: LONG_TESTS.
const long = process.env.LONG_TESTS === '1'

let folder: string
let mails: TestMailServer
const running = new Set<SpawnedServer>()
// A second try begins with nothing of the first.
beforeEach(async () => {
  if (!long) return
  folder = await temporaryFolder()
  mails = await startMailServer()
})
afterEach(async () => {
  for (const server of running) await server.kill()
  running.clear()
  if (!long) return
  await mails.close()
  await removeFolder(folder)
}, 60_000)

const home = (name: string) => join(folder, name)
const deletions = (name: string) => join(folder, 'another disk', `${name} deletions`)
const anchors = (name: string) => join(folder, 'another disk', `${name} anchors`)
const outside = (name: string) => ({ PARAPH_DELETIONS_FILE: deletions(name), PARAPH_ANCHOR_FILE: anchors(name) })
async function start(name: string): Promise<SpawnedServer> {
  await mkdir(home(name), { recursive: true })
  const env = { SMTP_URL: mails.url, PARAPH_KEEP_DELETED: 'false', ...outside(name) }
  const server = await spawnServer({ dataDir: home(name), port: await freePort(), env })
  running.add(server)
  return server
}
async function paraph(name: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, PARAPH_DATA: home(name), ...outside(name) }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', ...words], { env })
  return stdout
}
async function loggedIn(url: string): Promise<Client> {
  const person = client(url)
  const { csrf_token } = await person.get<{ csrf_token: string }>('/app/session')
  person.remember(crossSite(csrf_token))
  const { email_address, password } = SENDER
  const session = await person.post<{ csrf_token: string; user: { default_user_account_key: string } }>('/app/session', {
    email_address,
    password,
  })
  person.remember({ ...crossSite(session.csrf_token), 'x-user-account-key': session.user.default_user_account_key })
  return person
}
/** For good, and written down outside. */
async function deleted(account: Client, pack: string): Promise<void> {
  await account.get(`/app/documents/${pack}/delete_document`)
  await account.delete(`/app/document_actions/${pack}/permanently_delete_document`)
  await eventually(
    () => readFile(deletions('first'), 'utf8').catch(() => ''),
    (text) => text.includes(pack),
  )
}
const rename = (account: Client, pack: string, name: string) =>
  account.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })

test.skipIf(!long)(
  'backed up under load and restored elsewhere, every acknowledged event is there, whole; later deletions are repeated',
  async () => {
    const first = await start('first')
    const account = await firstAccount(first.url)
    const sealed = await sealedPackOf(first.url, account, 'Sealed before the backup')
    const gone = await uploaded(account, 'Deleted after the backup')
    const earlier = await uploaded(account, 'Deleted before the backup')
    await deleted(account, earlier.pack)
    const busy = await uploaded(account, 'Renamed all the while')
    await eventually(
      async () => mails.received.length,
      (count) => count >= 5,
    )
    let over = false
    const saved = { acknowledged: (await viewOf(account, busy.pack)).revision }
    const load = (async () => {
      for (let at = 0; !over; at++) {
        await rename(account, busy.pack, `Renamed ${at} times`)
        saved.acknowledged++
      }
    })()
    const before = saved.acknowledged
    const words = await paraph('first', 'backup', home('backup'))
    over = true
    await load
    expect(words).toMatch(/\d+ rows of \d+ tables and \d+ files/)
    expect(saved.acknowledged).toBeGreaterThan(before)

    await deleted(account, gone.pack)
    await first.stop()
    running.delete(first)
    const mailsBefore = mails.received.length

    const output = await paraph('second', 'restore', home('backup'))
    expect(output).toContain('every chain whole')
    await expect(paraph('second', 'restore', home('backup'))).rejects.toThrow()
    expect(output).toContain(deletions('second'))
    const known = await readFile(deletions('second'), 'utf8')
    expect([known.includes(earlier.pack), known.includes(gone.pack)]).toEqual([true, false])
    expect(await readdir(home('second'))).not.toContain('deletions.jsonl')
    await cp(deletions('first'), deletions('second'))
    const second = await start('second')
    const again = await loggedIn(second.url)

    expect((await viewOf(again, busy.pack)).revision).toBeGreaterThanOrEqual(before)
    expect((await viewOf(again, sealed.pack)).view.status).toBe('complete')
    const file = Buffer.from(await again.bytes(`/app/serve/${sealed.file}`))
    expect(file.equals(Buffer.from(sealed.bytes))).toBe(true)
    await eventually(
      () =>
        again.get(`/app/documents/${gone.pack}/view`).then(
          () => 'there',
          () => 'gone',
        ),
      (is) => is === 'gone',
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${second.output()}`, { cause: error })
    })
    const names = async () => {
      const { documents } = await again.get<{ documents: readonly { key: string }[] }>('/app/documents')
      return documents.map(({ key }) => key)
    }
    await eventually(names, (keys) => keys.includes(sealed.pack) && keys.includes(busy.pack) && !keys.includes(gone.pack))
    // It goes on: a new document is signed and sealed, and nobody had an old mail again.
    await sealedPackOf(second.url, again, 'Sealed after the restore')
    expect(mails.received.slice(mailsBefore).filter(({ content }) => content.includes('Sealed before the backup'))).toEqual([])
  },
  300_000,
)
