import type { Client } from '../../cli/demo/client.ts'
import { eventually, prepared } from '../support/prepared.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const FIELDS = [{ type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0 }]

/** It is made in the background of the first account. */
const exampleIsThere = (account: Client) =>
  eventually(
    () => account.get<{ documents: unknown[] }>('/app/documents?document_type=template'),
    ({ documents }) => documents.length > 0,
  )

test('[S-081 S-145 D-012 D-040 D-584] a document is made from the example in the templates picker, found by typing, and opens in the editor', async ({
  desk,
  server,
  account,
}) => {
  await exampleIsThere(account)
  await openList(desk, server.url)
  await desk.getByRole('button', { name: 'Use a template' }).click()
  const picker = desk.getByRole('dialog', { name: 'Use a template' })
  const options = picker.getByRole('option')
  await expect(options.filter({ hasText: 'example template' })).toHaveText(/2 pages · provider, client/)
  await looksRight(desk, 'templates-picker')

  const box = picker.getByRole('combobox', { name: 'Search templates' })
  await expect(box).toBeFocused()
  // The pause is the page's own clock's: nothing is asked for before 400 ms of it.
  const asked: string[] = []
  desk.on('request', (request) => {
    if (request.url().includes('/app/search/documents')) asked.push(new URL(request.url()).searchParams.get('search_query') ?? '')
  })
  await desk.clock.install()
  await box.fill('nothing like it')
  await desk.clock.runFor(399)
  expect(asked).toEqual([])
  await desk.clock.runFor(1)
  await expect(picker.getByText('No template matches “nothing like it”.')).toBeVisible()
  expect([...new Set(asked)]).toEqual(['nothing like it'])
  await looksRight(desk, 'templates-picker-nothing')
  await box.fill('example')
  await desk.clock.runFor(400)
  await expect(options).toHaveCount(1)
  await desk.clock.resume()

  await box.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(desk).toHaveURL(/#documents\/[0-9a-f-]+\/from_template$/)
  await expect(desk.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('example template')
  await expect(desk.getByRole('button', { name: 'Request signatures' })).toBeVisible()
  await desk.getByRole('button', { name: 'Page 2', exact: true }).click()
})

test('[D-549 D-550] when templates cannot be fetched or searched, the picker says so and tries again', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  await exampleIsThere(account)
  await openList(desk, server.url)
  let broken = true
  const answer = { status: 500, json: { success: false, code: 'internal-error', message: 'An error occurred, please try again' } }
  await desk.route(/\/app\/(search\/)?documents\?.*document_type=template.*limit=50/, (route) =>
    broken ? route.fulfill(answer) : route.continue(),
  )
  await desk.getByRole('button', { name: 'Use a template' }).click()
  const picker = desk.getByRole('dialog', { name: 'Use a template' })
  await expect(picker.getByText('An error occurred fetching templates')).toBeVisible()
  await looksRight(desk, 'templates-picker-failed')
  await picker.getByRole('combobox').fill('exam')
  await expect(picker.getByText('An error occurred whilst trying to search for documents')).toBeVisible()
  await expectMessage(desk, 'warning', 'An error occurred whilst trying to search for documents')
  broken = false
  await picker.getByRole('button', { name: 'Try again' }).click()
  await expect(picker.getByRole('option')).toHaveCount(1)
  await desk.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Use a template' })).toBeFocused()
})

test('a template that is made while the picker is open appears in it, and one that is found behind its back does as well', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  await exampleIsThere(account)
  const { pack } = await prepared(account, 'Quarry permit', ['Ada Lovelace'], FIELDS)
  // The first answer is from before there was any template.
  let early = true
  await desk.route(/\/app\/documents\?.*document_type=template.*limit=50/, async (route) => {
    if (!early) return route.continue()
    early = false
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), documents: [], cursor: null } })
  })
  await openList(desk, server.url)
  await desk.getByRole('button', { name: 'Use a template' }).click()
  const picker = desk.getByRole('dialog', { name: 'Use a template' })
  await expect(picker.getByRole('option').filter({ hasText: 'example template' })).toBeVisible()
  expect(early).toBe(false)
  const { document: template } = await account.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  const quarry = picker.getByRole('option').filter({ hasText: 'Quarry permit' })
  await expect(quarry).toBeVisible()

  // Loaded templates stay where they cannot be fetched again, and so does the choice.
  await picker.getByRole('combobox').press('ArrowDown')
  const [chosen] = await picker.getByRole('option', { selected: true }).allTextContents()
  await desk.route(/\/app\/documents\?.*document_type=template.*limit=50/, (route) => route.abort('connectionfailed'))
  await account.post(`/app/documents/${template.key}/update_document`, { data: { document_name: 'Quarry permit, amended' } })
  const line = picker.getByText('This may be out of date.')
  await expect(line).toBeVisible()
  await expect(picker.getByRole('option')).toHaveCount(2)
  expect(await picker.getByRole('option', { selected: true }).allTextContents()).toEqual([chosen])
  await looksRight(desk, 'templates-picker-stale')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'templates-picker-stale-390')
  await desk.unrouteAll()
  await picker.getByRole('button', { name: 'Try again' }).click()
  await expect(line).toHaveCount(0)
  await expect(picker.getByText('Quarry permit, amended')).toBeVisible()
})

test('[S-144 S-074] a document is saved as a template and copied from its menu; the template is used from its row and from its editor', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  await prepared(account, 'Workshop lease', ['Ada Lovelace'], FIELDS)
  await openList(desk, server.url)
  const menu = (name: string) => desk.getByRole('button', { name: `Actions for ${name}` })
  await menu('Workshop lease').click()
  await looksRight(desk, 'list-row-menu')
  await desk.getByRole('menuitem', { name: 'Copy', exact: true }).click()
  await expect(desk.getByText('“Copy of Workshop lease” was created.')).toBeVisible()
  await expect(rowOf(desk, 'Copy of Workshop lease')).toBeVisible()
  await menu('Workshop lease').first().click()
  await desk.getByRole('menuitem', { name: 'Save as template' }).click()
  await expect(desk.getByText('The template “Workshop lease” was created.')).toBeVisible()

  await desk.getByRole('radiogroup', { name: 'Type of list' }).getByText('Templates').click()
  const use = desk.getByRole('button', { name: 'Use template Workshop lease' })
  await expect(use).toBeVisible()
  await looksRight(desk, 'templates')
  await use.click()
  await expect(desk).toHaveURL(/from_template$/)
  await expect(desk.getByRole('button', { name: 'Request signatures' })).toBeVisible()

  await desk.goto(`${server.url}/#documents?type=template`)
  await desk.getByRole('link', { name: 'Workshop lease' }).click()
  await expect(desk.getByRole('button', { name: 'Use template' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Request signatures' })).toHaveCount(0)
  await looksRight(desk, 'template-editor')
  const template = desk.url()
  await desk.getByRole('button', { name: 'Use template' }).click()
  await expect(desk).toHaveURL(/from_template$/)
  expect(desk.url()).not.toContain(template.split('/').at(-1))
})

test('[S-321] several are copied from the bar; where none could be, it says that documents could not be copied', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  await prepared(account, 'Bulk alpha', ['Ada Lovelace'], FIELDS)
  await prepared(account, 'Bulk beta', ['Ada Lovelace'], FIELDS)
  await openList(desk, server.url)
  for (const name of ['Bulk alpha', 'Bulk beta']) await desk.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  const bar = desk.getByRole('toolbar', { name: 'Actions for the selection' })
  await bar.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(desk.getByText('2 copies were created.')).toBeVisible()
  await expect(rowOf(desk, 'Copy of Bulk beta')).toBeVisible()
  await expect(bar).toBeHidden()

  await desk.getByRole('checkbox', { name: 'Select Bulk alpha', exact: true }).check()
  await desk.route(/copy_multiple_documents/, (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'not-found', message: 'Documents could not be copied' } }),
  )
  await bar.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(desk.getByText('Documents could not be copied')).toBeVisible()
})

test('at 390 px templates are picked and used as well', { tag: '@long' }, async ({ desk, server, account }) => {
  await exampleIsThere(account)
  await desk.setViewportSize({ width: 390, height: 844 })
  await openList(desk, server.url)
  await looksRight(desk, 'list-phone')
  await desk.getByRole('button', { name: 'Use a template' }).click()
  const picker = desk.getByRole('dialog', { name: 'Use a template' })
  await expect(picker.getByRole('option').first()).toBeVisible()
  await looksRight(desk, 'templates-picker-phone')
  await desk.keyboard.press('Escape')
  await desk.goto(`${server.url}/#documents?type=template`)
  await expect(desk.getByRole('button', { name: 'Use template example template' })).toBeVisible()
  await looksRight(desk, 'templates-phone')
  await desk.getByRole('button', { name: 'Use template example template' }).click()
  await expect(desk).toHaveURL(/from_template$/)
})
