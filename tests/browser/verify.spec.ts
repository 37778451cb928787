import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright/test'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { sealedPack } from '../pdf/support/sealed-pack.ts'
import { sealedFile, sealedPackOf } from '../support/sealed-file.ts'
import { expect, looksRight, test } from './support/server.ts'

let folder: string
let sealed: string
let changed: string
let shown: string
let disclosures: string
test.beforeAll(async ({ server, account }) => {
  test.setTimeout(120_000)
  folder = mkdtempSync(join(tmpdir(), 'paraph-verify-'))
  sealed = join(folder, 'Verified agreement.pdf')
  changed = join(folder, 'Tampered agreement.pdf')
  const bytes = await sealedFile(server.url, account, 'Verified agreement')
  writeFileSync(sealed, bytes)
  writeFileSync(changed, drawnOver(Buffer.from(bytes)))
  const pages = { use_certificates_for_signed_pdf: true, include_audit_trail_in_signed_documents: true }
  const made = await sealedPackOf(server.url, account, 'Charter with its seal shown', pages)
  shown = join(folder, 'Charter.pdf')
  disclosures = join(folder, 'Charter.disclosures.json')
  writeFileSync(shown, made.bytes)
  writeFileSync(disclosures, await account.bytes(`/app/evidence/${made.pack}/disclosures`))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An update that puts something else on the page of the seal. */
function drawnOver(file: Buffer): Buffer {
  const text = file.toString('latin1')
  const page = Number(/\/F 132\n\/P (\d+) 0 R/.exec(text)![1])
  const root = Number([...text.matchAll(/\/Root (\d+) 0 R/g)].at(-1)![1])
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
  const objects = [
    [page, '<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 9000 0 R >>'],
    [9000, '<< /Length 30 >>\nstream\n0.9 g 60 60 400 200 re f      \nendstream'],
  ] as const
  let out = '\n'
  const rows = objects.map(([number, body]) => {
    const offset = file.length + out.length
    out += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length + out.length
  out += `xref\n${rows.join('')}trailer\n<< /Size 9001 /Root ${root} 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(out, 'latin1')])
}

/** Everything that the page sends, so that a test can say what it did not. */
function watched(page: Page) {
  const sent: { method: string; body: number; url: string }[] = []
  page.on('request', (request) => {
    if (/^(data|blob):/.test(request.url())) return
    sent.push({ method: request.method(), body: request.postDataBuffer()?.length ?? 0, url: request.url() })
  })
  return sent
}
const choose = (page: Page, ...files: string[]) => page.getByTestId('file').setInputFiles(files)
const verdict = (page: Page) => page.getByRole('heading', { level: 1 })

test('somebody without an account drops a sealed file on the public page and reads that it is intact, who signed and when; nothing is uploaded', async ({
  page,
  server,
}) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && thrown.push(message.text()))
  await page.goto(`${server.url}/verify`)
  await expect(verdict(page)).toHaveText('Is this document unchanged since it was signed?')
  // Its policy lets in no icon from elsewhere, and without one of its own a browser asks for that.
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect(icon).toMatch(/^data:image\/svg\+xml,/)
  const width = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return image.naturalWidth
  }, icon!)
  expect(width).toBeGreaterThan(0)
  await looksRight(page, 'verify-empty')
  const sent = watched(page)
  await choose(page, sealed)
  await expect(verdict(page)).toHaveText('This file is intact')
  await expect(page.getByText('Sealed by this installation')).toBeVisible()
  await expect(page.getByText('Every hash matches the one before it.')).toBeVisible()
  await expect(page.getByText('by a personal link').first()).toBeVisible()
  await expect(page.getByText(/The file was not uploaded/)).toBeVisible()
  await expect(page.getByText(/showing page/)).toBeVisible()
  await looksRight(page, 'verify-intact')
  await page.getByRole('button', { name: 'Read the history' }).click()
  await expect(page.getByRole('cell', { name: /signed and finished/ }).first()).toBeVisible()
  await looksRight(page, 'verify-history')

  const [report] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the report' }).click()])
  const saved = readFileSync((await report.path())!, 'utf8')
  expect(saved).toContain('This file is intact')
  const data = JSON.parse(/<script type="application\/json" id="report">([\s\S]*?)<\/script>/.exec(saved)![1]!) as { intact: boolean }
  expect(data.intact).toBe(true)
  expect(sent).toEqual([])
  expect(thrown).toEqual([])
})

test('a file that was drawn over says first that it was changed, on which page, by which bytes, and gives back the version that was signed', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/verify`)
  const sent = watched(page)
  await choose(page, changed)
  await expect(verdict(page)).toHaveText('This file was changed after sealing')
  await expect(page.getByRole('heading', { name: 'Page 1 differs from the signed page' })).toBeVisible()
  await expect(page.getByText(/bytes were added after the seal/).first()).toBeVisible()
  await expect(page.getByText(/showing page/)).toBeVisible()
  await looksRight(page, 'verify-tampered')
  await page.getByText('As it was signed').click()
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  const [signed] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the version that was signed' }).click(),
  ])
  expect(readFileSync((await signed.path())!).equals(readFileSync(sealed))).toBe(true)
  expect(sent).toEqual([])
})

test('disclosures dropped with a file are checked with it; the page distinguishes signed pages from added ones, and saves the report for programs', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/verify`)
  await choose(page, shown, disclosures)
  await expect(verdict(page)).toHaveText('This file is intact')
  await expect(page.getByText(/(\d+) of \1 disclosed values belong to this history\./)).toBeVisible()
  await expect(
    page.getByText(/The page after those signed shows the seal\. The last (page shows|\d+ pages show) the history\./),
  ).toBeVisible()
  await expect(page.getByText(/showing page/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/showing page 2/)).toBeVisible()
  await looksRight(page, 'verify-added-pages')
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as JSON' }).click()])
  const report = JSON.parse(readFileSync((await saved.path())!, 'utf8')) as { disclosures: { given: number; right: number } }
  expect(report.disclosures.given).toBeGreaterThan(0)
  expect(report.disclosures.right).toBe(report.disclosures.given)

  const forged = join(folder, 'Forged.disclosures.json')
  writeFileSync(forged, readFileSync(disclosures, 'utf8').replaceAll('nadia@example.com', 'nadja@example.com'))
  await choose(page, shown, forged)
  await expect(verdict(page)).toHaveText('A file given with it does not match')
  await expect(page.getByText(/No change was found in the file itself/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /A disclosed value differs from what event \d+ records/ })).toBeVisible()
  await expect(page.getByText(/showing page/)).toBeVisible()
  await looksRight(page, 'verify-beside')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'verify-beside-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a copy of the page that was saved checks files offline, by keyboard, on a phone; one that knows no seals says so first', async ({
  page,
  server,
  context,
}) => {
  const saved = join(folder, 'verify.html')
  const html = await (await fetch(`${server.url}/verify`)).text()
  writeFileSync(saved, html)
  await context.setOffline(true)
  await page.setViewportSize({ width: 390, height: 844 })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  // From the start: a press that overtakes the order to wait opens a dialog that nobody sees.
  const chosen = page.waitForEvent('filechooser')
  await page.goto(pathToFileURL(saved).href)
  const how = page.getByRole('button', { name: 'How verification works' })
  await expect(how).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(how).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await page.keyboard.press('Enter')
  await (await chosen).setFiles([sealed, changed])
  await expect(verdict(page)).toHaveText('This file is intact')
  await expect(page.getByText(/showing page/)).toBeVisible()
  expect(workers).toEqual([expect.stringMatching(/^blob:/), expect.stringMatching(/^blob:/)])
  await looksRight(page, 'verify-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Tampered agreement.pdf: This file was changed after sealing' }).click()
  await expect(verdict(page)).toHaveText('This file was changed after sealing')

  writeFileSync(saved, html.replace(/\{"anchors":\[[^\]]*\]\}/, '{"anchors":[]}'))
  await page.goto(pathToFileURL(saved).href)
  await choose(page, sealed)
  await expect(verdict(page)).toHaveText('Sealed by an unknown key')
  await looksRight(page, 'verify-unknown-phone')
})

test('a history of thousands of events is checked in a worker while the page answers, tells how far it is, and lets go of it; a browser without workers does the same', {
  tag: '@long',
}, async ({ page, server }) => {
  const [at, year] = [Date.UTC(2026, 2, 2, 10), 365 * 86_400_000]
  const credential = makeSelfSignedCertificate({
    commonName: 'Elsewhere',
    from: at - year,
    until: at + 10 * year,
    serial: Buffer.alloc(16, 5),
  })
  const long = join(folder, 'Long history.pdf')
  writeFileSync(long, (await sealedPack({ seed: 'long', drafts: 4_000, credential, at })).bytes)
  const policy = (await fetch(`${server.url}/verify`)).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none';.*; worker-src blob:;/)
  expect(policy).not.toMatch(/connect-src|script-src[^;]*(blob:|'self'|'unsafe-inline'|'unsafe-eval')/)

  /** Does something as soon as the bar stands between its ends, which nobody could on a page that stands still. */
  const inTheMiddle = (press: 'Cancel' | 'How verification works') =>
    page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const done = document.querySelector('progress')?.value ?? 0
            if (done <= 0 || done >= 1) return
            watcher.disconnect()
            const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
            button?.click()
            resolve(done)
          }
          const watcher = new MutationObserver(look)
          watcher.observe(document.body, { attributes: true, subtree: true, childList: true })
        }),
      press,
    )
  for (const workers of [true, false]) {
    if (!workers) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
    await page.goto(`${server.url}/verify`)
    const cancelled = inTheMiddle('Cancel')
    await choose(page, long)
    await cancelled
    await expect(verdict(page)).toHaveText('Is this document unchanged since it was signed?')
    await expect(page.getByRole('alert')).toHaveCount(0)

    const opened = inTheMiddle('How verification works')
    await choose(page, long)
    await opened
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(verdict(page)).toHaveText('Sealed by an unknown key')
    await expect(page.getByText(/4,0\d\d events\. Every hash matches/)).toBeVisible()
  }
})

test('a field that a condition kept off the pages is listed with its condition in words', async ({ page, server }) => {
  const at = Date.now()
  const year = 365 * 86_400_000
  const credential = makeSelfSignedCertificate({ commonName: 'Office', from: at - year, until: at + year, serial: Buffer.alloc(16, 5) })
  const file = join(folder, 'Left out.pdf')
  writeFileSync(file, (await sealedPack({ seed: 'shown', credential, at, conditions: true })).bytes)
  await page.goto(`${server.url}/verify`)
  await choose(page, file)
  const list = page.locator('section', { has: page.getByRole('heading', { name: 'Not on the pages, by a condition' }) })
  await expect(list.getByRole('listitem')).toHaveText([
    'Text field 3 of 4 on page 1shown only when text field 1 of 4 on page 1 contains “another number” (there: “Twelve copies for shown”)',
    'Text field 4 of 4 on page 1shown only when a condition is met that asks for what these pages do not show',
  ])
  await looksRight(page, 'verify-left-out')
})
