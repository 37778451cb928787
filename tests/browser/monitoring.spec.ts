import { inflateSync } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'
import { firstAccount, linkOf, sent } from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { becomes } from './support/desk.ts'

const WORLD = 'https://paraph.example'
const ERRORS = 'https://errors.example'
const NAME = 'Monitored lease of Rosewater Lane'

/** The installation as the world sees it, by a name that is not localhost; what it tells others of its pages is kept. */
async function world(page: Page, url: string): Promise<readonly string[]> {
  const reported: string[] = []
  await page.route(`${WORLD}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}` }) })
  })
  await page.route(`${ERRORS}/**`, async (route) => {
    reported.push(readable(route.request().postDataBuffer() ?? Buffer.alloc(0)))
    await route.fulfill({ status: 200, json: {}, headers: { 'access-control-allow-origin': '*' } })
  })
  return reported
}

/** An envelope with the recording in it unpacked. */
function readable(body: Buffer): string {
  const packed = body.indexOf(Buffer.from([0x78, 0x9c]))
  const text = body.toString('latin1')
  return packed < 0 ? body.toString('utf8') : text.slice(0, packed) + inflateSync(body.subarray(packed)).toString('utf8')
}

const fails = (page: Page, kind: 'TypeError' | 'Error') =>
  page.evaluate((kind) => {
    const thrown = kind === 'TypeError' ? new TypeError('x is not a function') : new Error('Anna Okafor was typed here')
    setTimeout(() => {
      throw thrown
    })
  }, kind)

test('[S-386 S-387] errors and their sessions go to the configured service, without names, secrets and contents, and from localhost nowhere', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(240_000)
  const dataDir = await temporaryFolder()
  const server = await spawnServer({ dataDir, env: { PARAPH_ERRORS_DSN: `https://key@errors.example/7` } })
  try {
    const account = await firstAccount(server.url)
    const made = await sent(account, NAME, ['Anna Okafor'], [{ type: 'signature', x: 72, y: 200, width: 200, height: 40, signer: 0 }])
    const link = new URL(await linkOf(account, made.pack, made.signers[0]!))

    const context = await browser.newContext()
    await becomes(context, WORLD, account)
    const desk = await context.newPage()
    const reported = await world(desk, server.url)
    await desk.goto(`${WORLD}/#documents`)
    await expect(desk.getByText(NAME).first()).toBeVisible()
    await expect(async () => {
      await fails(desk, 'TypeError')
      await fails(desk, 'Error')
      expect(reported.some((envelope) => envelope.includes('x is not a function'))).toBe(true)
      // A recording that can be read: it says which page it is of.
      expect(reported.some((envelope) => envelope.includes('replay_recording') && envelope.includes(`"href":"${WORLD}/#documents"`))).toBe(
        true,
      )
    }).toPass({ timeout: 60_000 })
    const all = reported.join('\n')
    expect(all).not.toContain('Rosewater')
    expect(all).not.toContain('Anna Okafor')
    await desk.close()

    // A signer's page tells its errors and is never recorded.
    const signer = await (await browser.newContext()).newPage()
    const reportedOfSigner = await world(signer, server.url)
    await signer.goto(`${WORLD}${link.pathname}`)
    await expect(signer.getByRole('button').first()).toBeVisible()
    await expect(async () => {
      await fails(signer, 'TypeError')
      expect(reportedOfSigner.some((envelope) => envelope.includes('x is not a function'))).toBe(true)
    }).toPass({ timeout: 60_000 })
    const of = reportedOfSigner.join('\n')
    expect(of).not.toContain(link.pathname.split('/').at(-1))
    expect(of).not.toContain('replay_recording')
    await signer.close()

    // On localhost not even the library is loaded.
    const local = await (await browser.newContext()).newPage()
    const asked: string[] = []
    local.on('request', (request) => asked.push(request.url()))
    await local.goto(server.url)
    await expect(local.getByRole('button').first()).toBeVisible()
    await fails(local, 'TypeError')
    expect(asked.filter((url) => url.startsWith(ERRORS) || /\/report-/.test(url))).toEqual([])
    await local.close()
  } finally {
    await server.stop()
    await removeFolder(dataDir)
  }
})
