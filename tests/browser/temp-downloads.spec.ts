import type { Page } from 'playwright/test'
import { eventually, prepared, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const TOO_LONG = 'It appears generating preview took too long.'
const NOTE = { type: 'text', x: 72, y: 300, width: 180, height: 24 }

/** Time between polls passes at once, and how long it was to be is noted. */
async function quickPolls(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const waits: number[] = []
    const real = window.setTimeout.bind(window)
    const quick = (run: () => void, ms = 0) => {
      if (ms !== 5_000) return real(run, ms)
      waits.push(ms)
      return real(run, 0)
    }
    Object.assign(window, { waits, setTimeout: quick })
  })
  return () => page.evaluate(() => (window as unknown as { waits: number[] }).waits)
}

test('[D-103 D-104 D-105 D-311] fillable forms and a preview are prepared from the document’s menu, asked after, and handed over', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Order of the bakery', ['Anna Okafor'], [{ ...NOTE, signer: 0 }])
  const waits = await quickPolls(desk)
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'More for Order of the bakery' }).click()
  await desk.getByRole('menuitem', { name: 'Other downloads…' }).click()
  const panel = desk.getByRole('dialog', { name: 'Other downloads' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await looksRight(desk, 'temp-downloads')
  for (const [what, ending] of [
    ['Preview', 'preview'],
    ['Fillable PDF with ids', 'form-with-ids'],
    ['Fillable PDF with metadata', 'form-with-metadata'],
  ] as const) {
    const started = desk.waitForEvent('download')
    await panel.getByRole('button', { name: `Prepare: ${what}` }).click()
    expect((await started).suggestedFilename()).toBe(`Order of the bakery.${ending}.pdf`)
    await expect(panel.getByRole('link', { name: `Download again: ${what}` })).toBeVisible()
  }
  expect((await waits()).length).toBeGreaterThanOrEqual(3)
})

test('[D-547 D-548] one that fails, or is not made after 1,000 polls, is said to have taken too long', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Order of the mill', ['Anna Okafor'], [{ ...NOTE, signer: 0 }])
  await quickPolls(desk)
  const message = desk.getByRole('alert').filter({ hasText: TOO_LONG })
  const panel = desk.getByRole('dialog', { name: 'Other downloads' })
  const prepareIt = async () => {
    await desk.getByRole('button', { name: 'More for Order of the mill' }).click()
    await desk.getByRole('menuitem', { name: 'Other downloads…' }).click()
    await panel.getByRole('button', { name: 'Prepare: Preview' }).click()
  }
  await desk.goto(`${server.url}/#documents/${pack}`)
  // A server that never has it: answered in the page, a thousand times.
  await desk.evaluate(() => {
    const real = window.fetch.bind(window)
    const asked = { polls: 0 }
    const document_temp_download = { key: '00000000-0000-7000-8000-000000000000', type: 'preview', file_key: null }
    const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
      if (!String(url).includes('temp_download_key=')) return real(url, init)
      asked.polls += 1
      return Response.json({ success: true, document_temp_download })
    }
    Object.assign(window, { asked, fetch })
  })
  await prepareIt()
  await expect(message).toBeVisible()
  expect(await desk.evaluate(() => (window as unknown as { asked: { polls: number } }).asked.polls)).toBe(1_000)

  await desk.route('**/generate_temp_document_download?*temp_download_key=*', (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'not-found', message: 'Nothing there.' } }),
  )
  await desk.reload()
  await prepareIt()
  await expect(message).toBeVisible()
  await expect(panel.getByText(TOO_LONG)).toBeVisible()
  await looksRight(desk, 'temp-downloads-failed')
})

test('[D-286] a complete document is downloaded once its final file is there, and not before', async ({ desk, server, account }) => {
  const { pack } = await sent(account, 'Order of the smithy', ['Anna Okafor'], [{ ...NOTE, signer: 0 }])
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete', revision } })
  await eventually(
    () => viewOf(account, pack),
    ({ view: { documents } }) => documents[0]?.sealing.state === 'sealed',
  )
  // As it was before the file was made.
  await desk.routeWebSocket(/\/live/, (socket) => socket.close())
  await desk.route('**/live/**', (route) => route.abort())
  await desk.route(`**/app/documents/${pack}/view*`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.view.documents[0].sealing = { state: 'not-started', attempt: 0 }
    await route.fulfill({ response, json: answer })
  })
  await desk.goto(`${server.url}/#documents/${pack}`)
  const preparing = desk.getByRole('button', { name: 'The signed PDF is being prepared' })
  await expect(preparing).toHaveAttribute('aria-disabled', 'true')
  await expect(desk.getByRole('link', { name: 'Download', exact: true })).toHaveCount(0)
  await desk.unrouteAll({ behavior: 'wait' })
  await desk.reload()
  const started = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await started).suggestedFilename()).toMatch(/^Order of the smithy.*\.pdf$/)
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Other downloads…' }).click()
  await expect(desk.getByRole('dialog', { name: 'Other downloads' }).getByRole('listitem')).toHaveCount(3)
  await looksRight(desk, 'temp-downloads-phone')
})
