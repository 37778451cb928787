import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { FORMS } from '../pdf/support/corpus/forms.ts'
import { plainBytes, plainFile } from '../pdf/support/files.ts'
import { eventually, linkOf, type PreparedField, prepared, sent, signAs, uploaded, viewOf } from '../support/prepared.ts'
import { listOf, openList, rowOf, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true }
const TEXT: PreparedField = { type: 'text', x: 72, y: 100, width: 200, height: 24, signer: 0, required: true }

interface Dropped {
  readonly name: string
  readonly bytes: Uint8Array
  readonly type?: string
}

/** What a person does who drags files from a folder over the page and lets go. */
async function drop(page: Page, files: readonly Dropped[], meanwhile = async () => {}): Promise<void> {
  const carried = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer()
      for (const { name, base64, type } of all) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(({ name, bytes, type = 'application/pdf' }) => ({ name, base64: Buffer.from(bytes).toString('base64'), type })),
  )
  const target = page.getByRole('main')
  await target.dispatchEvent('dragenter', { dataTransfer: carried })
  await target.dispatchEvent('dragover', { dataTransfer: carried })
  await meanwhile()
  await target.dispatchEvent('drop', { dataTransfer: carried })
}

const dynamicForm = () => FORMS.find(({ name }) => name === 'a form as XFA alone')!.bytes()

async function protectedPdf(password: string): Promise<Uint8Array> {
  const document = await plainFile(1)
  document.encrypt({ userPassword: password, ownerPassword: `${password}!`, permissions: { modifying: false } })
  return document.save()
}

test('[S-002 S-182 D-313 D-564] files are uploaded by button and by dropping them; each bad one says what is wrong and stays usable', async ({
  desk,
  server,
}) => {
  await openList(desk, server.url)
  const chooser = desk.waitForEvent('filechooser')
  await desk.getByRole('button', { name: /Upload PDF|Choose PDF files/ }).click()
  await (await chooser).setFiles({ name: 'By button.pdf', mimeType: 'application/pdf', buffer: await readFile('assets/sample.pdf') })
  // One alone leads to its editor.
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Back to documents' }).click()
  await expect(rowOf(desk, 'By button')).toContainText('Setup')

  const plain = await plainBytes(1)
  await drop(
    desk,
    [
      { name: 'Dropped one.pdf', bytes: plain },
      { name: 'Dropped two.pdf', bytes: plain },
      { name: 'Notes.txt', bytes: Buffer.from('not a PDF'), type: 'text/plain' },
      { name: 'Corrupt.pdf', bytes: Buffer.from('%PDF-1.7 and then nothing that could be read') },
      { name: 'Nothing in it.pdf', bytes: new Uint8Array() },
      { name: 'Under password.pdf', bytes: await protectedPdf('open sesame') },
      { name: 'Dynamic form.pdf', bytes: await dynamicForm() },
    ],
    async () => {
      await expect(desk.getByText('Drop to upload')).toBeVisible()
      await looksRight(desk, 'list-drop')
    },
  )
  await expect(desk.getByText('We currently only accept pdf files.')).toBeVisible()
  await expect(rowOf(desk, 'Dropped one')).toContainText('Setup')
  await expect(rowOf(desk, 'Dropped two')).toContainText('Setup')
  await expect(rowOf(desk, 'Corrupt')).toContainText('Conversion error')
  await expect(rowOf(desk, 'Corrupt').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(rowOf(desk, 'Nothing in it')).toContainText('Conversion error')
  await expect(rowOf(desk, 'Under password')).toContainText('Conversion error')
  await expect(rowOf(desk, 'Dynamic form')).toContainText('This PDF is a dynamic XFA form, which is not supported.')
  await expect(rowOf(desk, 'Notes')).toHaveCount(0)
  await looksRight(desk, 'list-conversion-errors')
  // On a phone the reason stands there too, next to a button that lies within its row.
  await desk.setViewportSize({ width: 390, height: 844 })
  for (const [file, why] of [
    ['Nothing in it', 'This file is empty.'],
    ['Under password', /password/],
  ] as const) {
    const row = rowOf(desk, file)
    await expect(row.getByText(why).last()).toBeInViewport({ ratio: 1 })
    const [around, button] = [
      await row.boundingBox(),
      await row.getByRole('button', { name: /Try again|Enter PDF password/ }).boundingBox(),
    ]
    expect(button!.y).toBeGreaterThanOrEqual(around!.y)
    expect(button!.y + button!.height).toBeLessThanOrEqual(around!.y + around!.height)
  }
  await looksRight(desk, 'list-conversion-errors-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })

  await rowOf(desk, 'Under password').getByRole('button', { name: 'Enter PDF password' }).click()
  const asked = desk.getByRole('dialog', { name: 'Enter PDF password' })
  const password = asked.getByRole('textbox', { name: 'Password of the PDF' })
  await password.fill('open barley')
  await desk.keyboard.press('Tab')
  await expect(asked.getByRole('button', { name: 'Show the password' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(password).toHaveAttribute('type', 'text')
  await asked.getByRole('button', { name: 'Open the PDF' }).click()
  await expect(asked).toBeHidden()
  await expect(rowOf(desk, 'Under password')).toContainText('Conversion error')
  await rowOf(desk, 'Under password').getByRole('button', { name: 'Enter PDF password' }).click()
  const refused = asked.getByText('This password is wrong. Please try again.')
  await expect(refused).toBeVisible()
  const colourOf = (words: Locator) => words.evaluate((shown) => getComputedStyle(shown).color)
  expect(await colourOf(refused)).not.toBe(await colourOf(asked.getByText('It is used once to open the file')))
  await looksRight(desk, 'list-pdf-password')
  await desk.keyboard.press('Escape')
  // Opened, it asks in the place of its pages.
  await rowOf(desk, 'Under password').getByRole('link', { name: 'Under password' }).click()
  await expect(desk.getByRole('alert').getByText('This password is wrong. Please try again.')).toBeVisible()
  await desk.getByRole('button', { name: 'Enter PDF password' }).click()
  await looksRight(desk, 'editor-pdf-password')
  await password.fill('open sesame')
  await asked.getByRole('button', { name: 'Open the PDF' }).click()
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Under password')).toContainText('Setup')

  await rowOf(desk, 'Corrupt').getByRole('button', { name: 'Actions for Corrupt' }).click()
  await desk.getByRole('menuitem', { name: 'Delete' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(desk, 'Corrupt')).toHaveCount(0)
})

test('[S-111] a file on its way has a row with its progress; what fails can be sent again, what is cancelled leaves nothing', {
  tag: '@long',
}, async ({ desk, server }) => {
  await openList(desk, server.url)
  const plain = await plainBytes(1)
  // The first file hangs, the next one fails once.
  const held = Promise.withResolvers<void>()
  const [slow, failing] = ['Slow file.pdf', 'Failing file.pdf']
  const uploads: string[] = []
  await desk.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      uploads.push(route.request().url())
      if (uploads.length === 1) await held.promise
      if (uploads.length === 2) return route.abort('connectionreset')
      return route.fallback()
    },
  )
  await drop(desk, [{ name: slow, bytes: plain }])
  const row = rowOf(desk, slow)
  await expect(row.getByRole('progressbar', { name: `Upload of ${slow}` })).toBeAttached()
  await expect(row).toContainText('Uploading')
  await expect.poll(() => uploads.length).toBe(1)
  await drop(desk, [{ name: failing, bytes: plain }])
  await expectMessage(desk, 'danger', /^Error uploading your file:\/ ./)
  const retry = rowOf(desk, failing).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(rowOf(desk, failing)).toContainText('Upload failed')
  await expect(rowOf(desk, failing)).not.toContainText('Conversion error')
  await looksRight(desk, 'list-uploading')
  await retry.click()
  await expect(rowOf(desk, 'Failing file')).toContainText('Setup')

  await row.getByRole('button', { name: `Cancel the upload of ${slow}` }).click()
  await expect(desk.getByText(`Upload of ${slow} cancelled.`)).toBeVisible()
  held.resolve()
  await expect(rowOf(desk, 'Slow file')).toHaveCount(0)
  await desk.reload()
  await expect(rowOf(desk, 'Failing file')).toHaveCount(1)
  await expect(rowOf(desk, 'Slow file')).toHaveCount(0)
})

test('a document whose file never came says so and takes it in its row; on a phone the bar stands next to its state', async ({
  desk,
  server,
  account,
}) => {
  const { document } = await account.get<{ document: { document_pack_key: string } }>(
    `/app/get_document_upload_url?${new URLSearchParams({ filename: 'Never arrived.pdf', size: '0.1' })}`,
  )
  await desk.goto(`${server.url}/#documents/${document.document_pack_key}`)
  await expect(desk.getByText('This document has no file yet.')).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await openList(desk, server.url)
  const row = rowOf(desk, 'Never arrived')
  const chooses = async (buffer: Buffer) => {
    await row.getByRole('button', { name: 'Actions for Never arrived' }).click()
    const chooser = desk.waitForEvent('filechooser')
    await desk.getByRole('menuitem', { name: 'Upload the file again' }).click()
    await (await chooser).setFiles({ name: 'Never arrived.pdf', mimeType: 'application/pdf', buffer })
  }
  // The line fails again, and the document is there as before.
  const held = Promise.withResolvers<void>()
  await desk.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await held.promise
      return route.abort('connectionreset')
    },
  )
  await expect(row).toContainText('No file yet')
  await chooses(Buffer.alloc(700_000))
  const bar = row.getByRole('progressbar', { name: 'Upload of Never arrived.pdf' })
  await expect(bar).toBeAttached()
  await expect(row).toContainText('% of 700 kB')
  await desk.screenshot({ path: 'test-results/screens/list-uploading-phone.png' })
  const [state, line, said] = [
    (await row.getByText('Uploading').boundingBox())!,
    (await bar.locator('..').boundingBox())!,
    (await row.getByText('% of 700 kB').boundingBox())!,
  ]
  expect(line.width).toBeGreaterThan(24)
  expect(line.x).toBeGreaterThanOrEqual(state.x + state.width)
  expect(said.x).toBeGreaterThanOrEqual(line.x + line.width)
  expect(said.x + said.width).toBeLessThanOrEqual(390)
  held.resolve()
  await expect(row).toContainText('Upload failed')
  await row.getByRole('button', { name: 'Remove Never arrived.pdf from the list' }).click()
  await expect(row).toContainText('No file yet')
  await desk.unrouteAll()
  await chooses(Buffer.from(await plainBytes(1)))
  await expect(row).not.toContainText('No file yet')
  await expect(row).toContainText('Setup')
  await expect(row).toHaveCount(1)
})

test('a file that is being uploaded has one row from the start, though the server tells of its document before it answers', async ({
  desk,
  server,
}) => {
  const announced = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  desk.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload)
      if (text.includes('list_changed') && text.includes('Once only')) announced.resolve()
    }),
  )
  await desk.route('**/app/get_document_upload_url?*', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await openList(desk, server.url)
  await drop(desk, [{ name: 'Once only.pdf', bytes: await plainBytes(1) }])
  await announced.promise
  await desk.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  await expect(rowOf(desk, 'Once only')).toHaveCount(1)
  await expect(rowOf(desk, 'Once only')).toContainText('Uploading')
  answered.resolve()
  // A single file leads to its editor.
  await desk.getByRole('button', { name: 'Back to documents' }).click()
  await expect(rowOf(desk, 'Once only')).toContainText('Setup')
  await expect(rowOf(desk, 'Once only')).toHaveCount(1)
})

test('[S-332] however often the answer is lost that a document was made, its file goes into that one document', async ({
  desk,
  server,
}) => {
  let lost = 0
  await desk.route('**/app/get_document_upload_url?*', async (route) => {
    await route.fetch()
    lost++
    await route.abort('connectionreset')
  })
  await openList(desk, server.url)
  await drop(desk, [{ name: 'Lost answers.pdf', bytes: await plainBytes(1) }])
  const rows = rowOf(desk, 'Lost answers')
  const retry = rows.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  expect(lost).toBeGreaterThan(1)
  await expect(rows).toHaveCount(1)
  const failed = desk.getByRole('alert').filter({ hasText: 'Error uploading your file' })
  await expectMessage(desk, 'danger', 'Error uploading your file:/ there is no connection to the server.')
  await looksRight(desk, 'list-upload-failed')
  await desk.setViewportSize({ width: 390, height: 844 })
  const [around, button] = [await rows.boundingBox(), await retry.boundingBox()]
  expect(button!.y).toBeGreaterThanOrEqual(around!.y)
  expect(button!.y + button!.height).toBeLessThanOrEqual(around!.y + around!.height)
  await looksRight(desk, 'list-upload-failed-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.unrouteAll()
  await retry.click()
  await desk.getByRole('button', { name: 'Back to documents' }).click()
  await expect(rows).toContainText('Setup')
  await expect(failed).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await desk.reload()
  await expect(rows).toContainText('Setup')
  await expect(rows).toHaveCount(1)
})

test('what waits for the account holder by an address that was typed is signed from its row or its page, the list agrees with its count, and nobody learns whose it is', async ({
  desk,
  server,
  account,
}) => {
  const made = await sent(account, 'My own turn', ['Mira Castell', 'Anna Okafor'], [SIGNATURE, { ...SIGNATURE, y: 400, signer: 1 }])
  const { documents } = await account.get<{ documents: { key: string; signatories: Record<string, unknown>[] }[] }>('/app/documents')
  const listed = documents.find(({ key }) => key === made.pack)!.signatories
  expect(listed.map(({ user_key, address_digest }) => [user_key, typeof address_digest])).toEqual([
    [null, 'string'],
    [null, 'string'],
  ])
  await openList(desk, server.url)
  const mine = desk.getByRole('radiogroup', { name: 'Status' }).locator('label').filter({ hasText: 'Awaiting my signature' })
  await mine.click()
  const row = rowOf(desk, 'My own turn')
  await expect(row.getByRole('button', { name: 'Sign My own turn' })).toBeVisible()
  const agrees = () =>
    expect(async () => {
      const rows = await listOf(desk)
        .getByRole('button', { name: /^Sign / })
        .count()
      expect(Number((await mine.textContent())!.replace(/\D/g, ''))).toBe(rows)
      expect(await listOf(desk).locator('[data-index]').count()).toBe(rows)
    }).toPass()
  await agrees()
  // A row that is pushed stays where the count has it.
  await signAs(server.url, await linkOf(account, made.pack, made.signers[1]!), made.pack, made.signers[1]!, made.fields[1]!)
  await expect(row).toContainText('1 of 2 signed')
  await agrees()
  await looksRight(desk, 'list-my-turn')

  await desk.goto(`${server.url}/#documents/${made.pack}`)
  const sign = desk.getByRole('button', { name: /^Sign as / })
  await expect(sign).toHaveAccessibleName('Sign as Mira Castell')
  await looksRight(desk, 'progress-my-turn')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'progress-my-turn-phone')
  await sign.click()
  const consent = desk.getByRole('checkbox', { name: 'I agree to sign electronically' })
  await expect(consent).toBeVisible()
  await desk.setViewportSize({ width: 1440, height: 900 })
  await openList(desk, server.url)
  await row.getByRole('button', { name: 'Sign My own turn' }).click()
  await expect(consent).toBeVisible()
  // It waits for nobody in the lists of other tests.
  await account.get(`/app/documents/${made.pack}/delete_document`)
})

test('[S-073 S-074 S-075 S-077 S-079] the list is filtered by status and type, and searched with what matches marked', async ({
  desk,
  server,
  account,
}) => {
  await prepared(account, 'Zebra lease', ['Anna Okafor'], [SIGNATURE])
  await sent(account, 'Zebra purchase', ['Anna Okafor', 'Jonas Lindqvist'], [SIGNATURE, { ...SIGNATURE, y: 400, signer: 1 }])
  await openList(desk, server.url)
  const status = desk.getByRole('radiogroup', { name: 'Status' })
  const names = await status.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(names.sort()).toEqual(
    ['all', 'awaiting_my_signature', 'awaiting_signatures', 'complete', 'conversion_error', 'rejected', 'setup'].sort(),
  )
  await expect(rowOf(desk, 'Zebra lease')).toContainText('Not sent yet')
  await expect(rowOf(desk, 'Zebra purchase')).toContainText('0 of 2 signed')
  await looksRight(desk, 'list-full')

  await status.getByText('Setup').click()
  await expect(rowOf(desk, 'Zebra purchase')).toHaveCount(0)
  await expect(rowOf(desk, 'Zebra lease')).toBeVisible()
  await status.getByText('Awaiting signatures').click()
  await expect(rowOf(desk, 'Zebra lease')).toHaveCount(0)
  await expect(rowOf(desk, 'Zebra purchase')).toBeVisible()
  await status.getByText('Awaiting my signature').click()
  await expect(desk.getByRole('heading', { name: 'No documents here' })).toBeVisible()
  await looksRight(desk, 'list-none')
  await desk.getByRole('button', { name: 'Show all' }).click()
  await expect(rowOf(desk, 'Zebra lease')).toBeVisible()

  const search = desk.getByRole('searchbox', { name: 'Search by name or signer' })
  await search.fill('zebra pur')
  await expect(rowOf(desk, 'Zebra lease')).toHaveCount(0)
  await expect(rowOf(desk, 'Zebra purchase').locator('mark').first()).toHaveText(/zebra/i)
  await looksRight(desk, 'list-search')
  await search.fill('jonas')
  await expect(rowOf(desk, 'Zebra purchase')).toBeVisible()
  await search.press('Escape')
  await expect(rowOf(desk, 'Zebra lease')).toBeVisible()

  await desk.getByRole('radiogroup', { name: 'Type of list' }).getByText('Templates').click()
  await expect(desk.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible()
  await expect(desk.getByText('Zebra lease')).toHaveCount(0)
})

const LONG_NAME = 'Heron_and_whoever_else_was_named_in_it_without_any_blank_to_break_the_line_at'

test('[D-278 D-292 D-293 D-384 D-385 S-076 S-232 S-320] deleting asks in the words of the specification, and what is in the trash comes back', async ({
  desk,
  server,
  account,
}) => {
  await uploaded(account, 'Heron charter')
  const other = await account.get<{ document: { document_pack_key: string } }>(
    `/app/get_document_upload_url?${new URLSearchParams({ filename: `${LONG_NAME}.pdf`, size: '0.1' })}`,
  )
  await account.get(`/app/documents/${other.document.document_pack_key}/delete_document`)
  await openList(desk, server.url)
  const question = desk.getByRole('dialog', { name: 'Delete document' })
  const askToDelete = async () => {
    await desk.getByRole('button', { name: 'Actions for Heron charter' }).click()
    await desk.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(
      question.getByText('Are you sure you want to delete this document (Heron charter)? This action cannot be undone.'),
    ).toBeVisible()
  }
  await askToDelete()
  await looksRight(desk, 'list-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectMessage(desk, 'warning', 'Document (Heron charter) deletion cancelled.')
  await expect(rowOf(desk, 'Heron charter')).toBeVisible()
  // A member who left the team gets the message, in the specification's spelling; of a failure nobody knows more.
  const deletion = '**/app/documents/*/delete_document'
  for (const [status, code, message, said] of [
    [404, 'not-found', 'This could not be found.', 'You do not have permission do delete this document'],
    [500, 'internal-error', 'An error occurred, please try again', 'An unknown error occurred trying to delete document'],
  ] as const) {
    await desk.route(deletion, (route) => route.fulfill({ status, json: { success: false, code, message } }))
    await askToDelete()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectMessage(desk, 'danger', said)
    await desk.unroute(deletion)
  }
  await expect(rowOf(desk, 'Heron charter')).toBeVisible()
  await askToDelete()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(desk, 'Heron charter')).toHaveCount(0)

  await desk.getByRole('link', { name: 'Trash' }).click()
  const trashed = desk.getByRole('row').filter({ hasText: 'Heron charter' })
  await expect(trashed).toBeVisible()
  await looksRight(desk, 'trash')
  // On a phone its whole name, what it was and since when it is here stand in its row, and the way back next to them.
  await desk.setViewportSize({ width: 390, height: 844 })
  const named = desk.getByRole('row').filter({ hasText: 'Heron_and_' })
  await expect(named.getByText('Setup')).toBeInViewport({ ratio: 1 })
  await expect(named.getByText('Deleted: Just now')).toBeInViewport({ ratio: 1 })
  const name = named.getByText(LONG_NAME)
  expect(await name.evaluate((words) => words.scrollWidth <= words.clientWidth && words.getClientRects()[0]!.height > 40)).toBe(true)
  const [words, back] = [(await name.boundingBox())!, (await named.getByRole('button').boundingBox())!]
  expect(words.x + words.width).toBeLessThanOrEqual(back.x)
  expect(back.x + back.width).toBeLessThanOrEqual(390)
  await desk.screenshot({ path: 'test-results/screens/trash-phone.png' })
  await desk.setViewportSize({ width: 1440, height: 900 })
  await trashed.getByRole('button', { name: 'Recover Heron charter' }).click()
  await expect(trashed).toHaveCount(0)
  await desk.getByRole('link', { name: 'Documents', exact: false }).first().click()
  await expect(rowOf(desk, 'Heron charter')).toContainText('Setup')
})

test('a member who restores a document that is out for signing sees that its links have ended', async ({ desk, server, account }) => {
  const ended = desk.getByRole('alert').filter({ hasText: 'The signing links that were sent no longer work.' })
  await uploaded(account, 'Grebe draft')
  const { pack } = await sent(account, 'Grebe lease', ['Anna Okafor'], [SIGNATURE])
  await openList(desk, server.url)
  const undone = async (name: string) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click()
    await desk.getByRole('menuitem', { name: 'Delete' }).click()
    await desk.getByRole('dialog', { name: 'Delete document' }).getByRole('button', { name: 'Delete' }).click()
    await desk.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(desk, name)).toBeVisible()
  }
  // Nobody was sent anything of a draft.
  await undone('Grebe draft')
  await expect(ended).toHaveCount(0)
  await undone('Grebe lease')
  await expect(ended).toBeVisible()
  await ended.getByRole('button', { name: 'Close' }).click()

  await account.get(`/app/documents/${pack}/delete_document`)
  await desk.getByRole('link', { name: 'Trash' }).click()
  await desk.getByRole('button', { name: 'Recover Grebe lease' }).click()
  await expect(ended).toBeVisible()
  await looksRight(desk, 'trash-links-ended')
})

test('[S-322] rows are selected one by one, as a range and by keys, deleted together, and undone', async ({ desk, server, account }) => {
  for (const name of ['Ibis one', 'Ibis two', 'Ibis three']) await uploaded(account, name, await plainBytes(1))
  await openList(desk, server.url)
  await desk.getByRole('searchbox', { name: 'Search by name or signer' }).fill('Ibis')
  await expect(listOf(desk).getByRole('row')).toHaveCount(4)
  const bar = desk.getByRole('toolbar', { name: 'Actions for the selection' })
  const box = (name: string) => desk.getByRole('checkbox', { name: `Select ${name}` })
  await box('Ibis three').check()
  await box('Ibis one').click({ modifiers: ['Shift'] })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await expect(box('Ibis two')).toBeChecked()
  await box('Ibis two').uncheck()
  await expect(bar.getByText('2 selected')).toBeVisible()
  await looksRight(desk, 'list-selection')

  const ask = async () => {
    await bar.getByRole('button', { name: 'Delete' }).click()
    return desk.getByRole('dialog', { name: 'Delete documents' })
  }
  await (await ask()).getByRole('button', { name: 'Cancel' }).click()
  await expectMessage(desk, 'info', 'Document deletion cancelled')
  await (await ask()).getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(desk, 'Ibis one')).toHaveCount(0)
  await expect(rowOf(desk, 'Ibis two')).toBeVisible()
  await desk.getByRole('alert').filter({ hasText: '2 documents moved to the trash.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(desk, 'Ibis one')).toBeVisible()
  await expect(rowOf(desk, 'Ibis three')).toBeVisible()

  await rowOf(desk, 'Ibis two').getByRole('link').focus()
  await desk.keyboard.press('Space')
  await expect(bar.getByText('1 selected')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test('[S-140] rows come, change and go in another window without a reload', async ({ desk, window, server, account }) => {
  const other = await window()
  await openList(desk, server.url)
  await openList(other, server.url)
  await other.getByRole('radiogroup', { name: 'Status' }).getByText('Setup').click()

  const made = await prepared(account, 'Kestrel deed', ['Anna Okafor'], [SIGNATURE])
  await expect(rowOf(desk, 'Kestrel deed')).toContainText('Not sent yet')
  await expect(rowOf(other, 'Kestrel deed')).toBeVisible()
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await expect(rowOf(desk, 'Kestrel deed')).toContainText('0 of 1 signed')
  // Under the filter of the other window it no longer belongs.
  await expect(rowOf(other, 'Kestrel deed')).toHaveCount(0)
  await account.get(`/app/documents/${made.pack}/delete_document`)
  await expect(rowOf(desk, 'Kestrel deed')).toHaveCount(0)
})

test('[S-031 S-167 S-356] with the socket cut the polls carry on, in the trash too; the list rests while another view is shown, and missed changes are fetched', async ({
  desk,
  server,
  account,
}) => {
  let cut = true
  await desk.routeWebSocket(/\/live/, (socket) => (cut ? socket.close() : void socket.connectToServer()))
  await desk.route(/\/live\//, (route) => (cut ? route.abort() : route.fallback()))
  await desk.clock.install()
  const made = await sent(account, 'Lapwing note', ['Anna Okafor'], [TEXT, SIGNATURE])
  const answers = Promise.withResolvers<void>()
  const held = (route: { continue(): Promise<void> }) => answers.promise.then(() => route.continue())
  await desk.route('**/app/documents?**', held)
  await openList(desk, server.url)
  await expect(desk.getByRole('progressbar', { name: 'Loading…' })).toBeVisible()
  answers.resolve()
  await expect(rowOf(desk, 'Lapwing note')).toContainText('0 of 1 signed')
  await expect(desk.getByRole('progressbar', { name: 'Loading…' })).toHaveCount(0)
  await desk.unroute('**/app/documents?**', held)
  const link = await linkOf(account, made.pack, made.signers[0]!)
  expect(link).toContain('/sign/')
  await account
    .post(`/app/documents/${made.pack}/update_document`, { data: { document_name: 'Lapwing note, amended' } })
    .catch(() => undefined)
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'setup', revision } })
  await eventually(
    () => account.get<{ documents: { key: string; status: string }[] }>('/app/documents?document_type=document&limit=5'),
    ({ documents }) => documents.some(({ key, status }) => key === made.pack && status === 'setup'),
  )
  await expect(rowOf(desk, 'Lapwing note')).toContainText('0 of 1 signed')
  await desk.clock.fastForward(15_000)
  await expect(rowOf(desk, 'Lapwing note')).toContainText('Not sent yet')

  await account.get(`/app/documents/${made.pack}/delete_document`)
  await eventually(
    () => account.get<{ documents: { key: string }[] }>('/app/documents?is_trash_view=true&limit=5'),
    ({ documents }) => documents.some(({ key }) => key === made.pack),
  )
  const asked: string[] = []
  desk.on('request', (request) => {
    if (request.url().includes('/app/documents?')) asked.push(new URL(request.url()).searchParams.get('is_trash_view') ?? '')
  })
  await desk.getByRole('link', { name: 'Trash' }).click()
  const trashed = desk.getByRole('row').filter({ hasText: 'Lapwing note' })
  await expect(trashed).toBeVisible()
  await account.get(`/app/documents/${made.pack}/recover_document`)
  const polled = desk.waitForRequest(
    (request) => request.url().endsWith('/documents/updates') && request.postDataJSON().is_trash_view === true,
  )
  await desk.clock.fastForward(60_000)
  await polled
  await expect(trashed).toHaveCount(0)
  expect(asked).not.toContain('false')
  await desk.getByRole('link', { name: 'Documents', exact: false }).first().click()
  await expect(rowOf(desk, 'Lapwing note')).toContainText('Not sent yet')
  expect(asked).toContain('false')

  await account.get(`/app/documents/${made.pack}/delete_document`)
  cut = false
  await desk.clock.fastForward(10_000)
  await expect(rowOf(desk, 'Lapwing note')).toHaveCount(0)
})

test('[S-168 S-350 S-353 S-354 S-355 S-357 S-358 S-359 S-360 S-375] where nothing is pushed the list is fetched every 60 s and asked every 15 s what changed; hidden or left alone it is only looked whether somebody is back', async ({
  desk,
  server,
  account,
}) => {
  await prepared(account, 'Polled', ['Anna Okafor'], [SIGNATURE])
  await desk.routeWebSocket(/\/live/, (socket) => socket.close())
  await desk.route(/\/live\//, (route) => route.abort())
  // Counted in the page, where it is known at once.
  await desk.addInitScript(() => {
    const asked = { fetched: 0, changes: 0, open: 0 }
    const fetches = window.fetch
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const kind = url.endsWith('/documents/updates') ? 'changes' : url.includes('/app/documents?') ? 'fetched' : null
      if (kind === null) return fetches(input, init)
      asked[kind] += 1
      asked.open += 1
      try {
        const answer = await fetches(input, init)
        await answer.clone().text()
        return answer
      } finally {
        asked.open -= 1
      }
    }
    Object.assign(window, { asked })
  })
  await desk.clock.install()
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Polled')).toBeVisible()
  await desk.waitForLoadState('networkidle')
  await desk.clock.pauseAt(Date.now() + 2_000)
  let now = 0
  /** What is under way in the page goes on. */
  const turns = async () => {
    for (let turn = 0; turn < 4; turn++) await desk.evaluate(() => new Promise((done) => void createImageBitmap(new Blob()).catch(done)))
  }
  const asked = () => desk.evaluate(() => (window as unknown as { asked: { fetched: number; changes: number; open: number } }).asked)
  /** How often both were asked within so many seconds of the page, whose clock stands still otherwise. */
  const within = async (seconds: number) => {
    const before = await asked()
    await desk.clock.runFor(Math.round(seconds * 1_000))
    now += seconds
    await turns()
    await expect.poll(async () => (await asked()).open).toBe(0)
    await turns()
    const { fetched, changes } = await asked()
    return { fetched: fetched - before.fetched, changes: changes - before.changes }
  }
  const hide = (hidden: boolean) =>
    desk.evaluate((value) => void Object.defineProperty(document, 'hidden', { value, configurable: true }), hidden)

  const until = async (kind: 'fetched' | 'changes', step: number, steps: number) => {
    for (let at = 0; at < steps; at++) if ((await within(step))[kind] > 0) return
    throw new Error(`${kind} was not asked`)
  }
  await until('changes', 1, 16)
  expect((await within(14.9)).changes).toBe(0)
  expect((await within(0.2)).changes).toBe(1)
  expect((await within(14.9)).changes).toBe(0)
  expect((await within(0.2)).changes).toBe(1)
  await until('fetched', 0.5, 60)
  const fetched = now

  // An action here is followed by a question soon, and from then on by rare ones.
  await desk.getByRole('checkbox', { name: 'Select Polled', exact: true }).check()
  await desk.getByRole('toolbar').getByRole('button', { name: 'Copy', exact: true }).click()
  await expectMessage(desk, 'success', '1 copy was created.')
  expect((await within(4.9)).changes).toBe(0)
  expect((await within(0.2)).changes).toBe(1)
  expect(await within(fetched + 59.4 - now)).toEqual({ fetched: 0, changes: 0 })
  expect(await within(0.7)).toEqual({ fetched: 1, changes: 0 })
  expect((await within(4.9)).changes).toBe(0)
  expect((await within(0.2)).changes).toBe(1)

  await hide(true)
  expect(await within(60.1)).toEqual({ fetched: 0, changes: 0 })
  await hide(false)
  expect(await within(0.8)).toEqual({ fetched: 0, changes: 0 })
  expect(await within(0.2)).toEqual({ fetched: 0, changes: 1 })
  await hide(true)
  expect((await within(5)).fetched).toBe(0)
  await hide(false)
  expect((await within(fetched + 134.4 - now)).fetched).toBe(0)
  expect((await within(0.7)).fetched).toBe(1)

  // Nobody has touched it for five minutes.
  for (const times of [1, 1, 0]) expect((await within(60)).fetched).toBe(times)
  await desk.mouse.move(300, 300)
  expect((await within(4.2)).fetched).toBe(0)
  expect((await within(0.8)).fetched).toBe(1)

  // Polls show no loading mark; a search that takes long does.
  const loading = desk.getByRole('progressbar', { name: 'Loading…' })
  await desk.route('**/documents/updates', () => undefined)
  const polled = desk.waitForRequest('**/documents/updates')
  await desk.clock.runFor(60_000)
  await polled
  await desk.clock.runFor(2_000)
  await expect(loading).toHaveCount(0)
  const searched: string[] = []
  await desk.route('**/app/search/documents?**', (route) => void searched.push(route.request().url()))
  await desk.getByRole('searchbox', { name: 'Search by name or signer' }).fill('Polled')
  await desk.clock.runFor(499)
  await turns()
  expect(searched).toEqual([])
  await desk.clock.runFor(1)
  await expect.poll(() => searched.length).toBe(1)
  await desk.clock.runFor(299)
  await expect(loading).toHaveCount(0)
  await desk.clock.runFor(1)
  await expect(loading).toBeVisible()
})

test('on a screen of middle width the search says all of its words, and each status comes whole into view by key, from the edge that fades', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  await prepared(account, 'Between widths', ['Anna Okafor'], [])
  await desk.setViewportSize({ width: 768, height: 1024 })
  await openList(desk, server.url)
  const search = desk.getByRole('searchbox', { name: 'Search by name or signer' })
  await expect(search).toBeVisible()
  const [words, room] = await search.evaluate((input: HTMLInputElement) => {
    const { font, letterSpacing, paddingLeft, paddingRight, textOverflow } = getComputedStyle(input)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    pen.letterSpacing = letterSpacing
    // On the narrowest screens they end in an ellipsis, not in the middle of a letter.
    if (textOverflow !== 'ellipsis') throw new Error('words that do not fit are cut')
    return [pen.measureText(input.placeholder).width, input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)]
  })
  expect(words).toBeLessThanOrEqual(room!)

  const statuses = desk.getByRole('radiogroup', { name: 'Status' })
  const strip = statuses.locator('..')
  const fades = () =>
    strip.evaluate((element) => {
      const { maskImage } = getComputedStyle(element)
      return [/rgb\(0, 0, 0\) 40px/.test(maskImage), /100% - 40px/.test(maskImage)]
    })
  await expect.poll(fades).toEqual([false, true])
  await looksRight(desk, 'list-tablet')
  await statuses.getByRole('radio', { name: /^All/ }).focus()
  for (const name of [/^Setup/, /^Awaiting signatures/, /^Awaiting my/, /^Complete/, /^Rejected/, /^Conversion/]) {
    await desk.keyboard.press('ArrowRight')
    const radio = statuses.getByRole('radio', { name })
    await expect(radio).toBeChecked()
    await expect(radio.locator('..')).toBeInViewport({ ratio: 1 })
  }
  await expect.poll(fades).toEqual([true, false])
  await desk.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(fades).toEqual([false, false])
  // The choice is in view after coming back.
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.evaluate(() => {
    location.hash = '#trash'
  })
  await expect(desk.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  await desk.goBack()
  const chosen = statuses.getByRole('radio', { name: /^Conversion/ })
  await expect(chosen).toBeChecked()
  await expect(chosen.locator('..')).toBeInViewport({ ratio: 1 })
})

test('Ctrl-K searches from wherever somebody types as well', async ({ desk, server, account }) => {
  await prepared(account, 'Found from the search', ['Anna Okafor'], [SIGNATURE])
  await openList(desk, server.url)
  const box = desk.getByRole('searchbox')
  await box.fill('from')
  await box.press('Control+k')
  const search = desk.getByRole('dialog', { name: 'Search documents, templates and commands' })
  await expect(search.getByRole('textbox')).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('from')
})

test('colours are chosen from Ctrl-K and stay chosen, and nothing of it is against our own policy', async ({ desk, server }) => {
  await openList(desk, server.url)
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type('dark')
  await desk.getByRole('dialog').getByRole('button', { name: 'Use dark colours' }).click()
  const chosen = desk.locator('html[data-mantine-color-scheme=dark]')
  await expect(chosen).toBeAttached()
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(chosen).toBeAttached()
})

test('what is typed right after Ctrl-K is searched for, and is no key of the list', async ({ desk, server }) => {
  await desk.emulateMedia({ reducedMotion: 'no-preference' })
  await openList(desk, server.url)
  // As fast as no hand is: the letter comes in the same task as the search, which has the focus by then.
  const [taken, focused] = await desk.evaluate(async () => {
    const press = (key: string, ctrlKey: boolean) =>
      !document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ctrlKey, bubbles: true, cancelable: true }),
      )
    press('k', true)
    await Promise.resolve()
    return [press('u', false), document.activeElement?.getAttribute('placeholder')] as const
  })
  expect(taken).toBe(false)
  expect(focused).toBe('Search documents, templates and commands')
  await desk.keyboard.type('unlock')
  await expect(desk.getByRole('dialog').getByRole('textbox')).toHaveValue('unlock')
})

test('single keys work from a filter that was chosen and a row that was ticked, and not where somebody types', async ({
  desk,
  server,
  account,
}) => {
  await prepared(account, 'Keys lease', ['Anna Okafor'], [SIGNATURE])
  await openList(desk, server.url)
  const sheet = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await desk.getByRole('radiogroup', { name: 'Status' }).getByText('Setup').click()
  await expect(desk.getByRole('radio', { name: /^Setup/ })).toBeFocused()
  await desk.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await rowOf(desk, 'Keys lease').getByRole('checkbox').check()
  await desk.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  const search = desk.getByRole('searchbox', { name: 'Search by name or signer' })
  await search.focus()
  await desk.keyboard.press('?')
  await expect(search).toHaveValue('?')
  await expect(sheet).toHaveCount(0)
})

test('on the narrowest screens a document’s status and its signers stand next to each other, in the list and on its own page', async ({
  desk,
  server,
  account,
}) => {
  const field = { type: 'signature', x: 72, y: 120, width: 160, height: 48, required: true } as const
  const names = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil'].map((name) => `${name} Narrow`)
  const { pack } = await sent(
    account,
    'Narrow lease',
    names,
    names.map((_, signer) => ({ ...field, y: 120 + 60 * signer, signer })),
  )
  /** What is to be read: a word may reach further than the box it stands in. */
  const reads = (within: Locator, text: string | RegExp) =>
    within
      .getByText(text)
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom }
      })
  type Read = Awaited<ReturnType<typeof reads>>
  const apart = (a: Read, b: Read) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  for (const width of [320, 360, 390]) {
    await desk.setViewportSize({ width, height: 640 })
    await openList(desk, server.url)
    const row = rowOf(desk, 'Narrow lease')
    await expect(row).toBeVisible()
    expect(apart(await reads(row, 'Awaiting signatures'), await reads(row, 'AN')), `list, ${width}`).toBe(true)
    await desk.goto(`${server.url}/#documents/${pack}`)
    const signer = desk.getByRole('region', { name: 'Signers' }).getByRole('listitem').first()
    await expect(signer).toBeVisible()
    expect(apart(await reads(signer, 'Awaiting Signature'), await reads(signer, '0 of 1')), `page, ${width}`).toBe(true)
  }
})
