import type { Page } from 'playwright/test'
import { type Client, client } from '../../cli/demo/client.ts'
import { SENDER } from '../support/prepared.ts'
import { colleague } from './support/colleague.ts'
import { test } from './support/desk.ts'
import { expectMessage, expectMessageFor } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

interface Row {
  readonly key: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly client_secret?: string
}
const CALLS = /\/app\/applications\//
const make = async (account: Client, name: string, permissions: readonly string[] = []) =>
  (await account.post<{ application: Row }>('/app/applications/', { data: { name, permissions } })).application
const listed = async (account: Client) => (await account.get<{ applications: readonly Row[] }>('/app/applications/')).applications
const rowOf = async (account: Client, key: string) => (await listed(account)).find((each) => each.key === key)
const isLetIn = async (url: string, key: string, secret: string) => {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return (await fetch(`${url}/app/documents`, { headers: { authorization } })).ok
}
const entry = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) })
async function open(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/#applications`)
  await entry(page, name).getByRole('button', { name }).click()
}

test('[W-029 W-060 W-061 W-266 S-044 S-340 S-341 S-342 S-343] #applications lists applications, and makes one whose secret is shown once; where that fails it says so', async ({
  desk,
  server,
  account,
}) => {
  for (const { key } of await listed(account)) await account.delete(`/app/applications/${key}`)
  await desk.route(CALLS, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.goto(`${server.url}/#applications`)
  await expect(desk.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible()
  await expect(desk.getByRole('alert').filter({ hasText: 'The applications could not be loaded.' })).toBeVisible()
  await looksRight(desk, 'applications-failed')
  await desk.unroute(CALLS)
  await desk.route(CALLS, () => undefined)
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible()
  await expect(desk.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
  await looksRight(desk, 'applications-loading')
  await desk.unroute(CALLS)
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'No applications yet' })).toBeVisible()
  await looksRight(desk, 'applications-empty')

  await desk.route(CALLS, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await desk.getByRole('button', { name: 'Create application' }).click()
  const form = desk.getByRole('dialog', { name: 'Create an application' })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('A valid name is required')).toBeVisible()
  await form.getByLabel('Name').fill('Workshop planner')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectMessage(desk, 'danger', 'An error occurred while creating your new application.')
  await expect(form.getByLabel('Name')).toHaveValue('Workshop planner')
  await desk.unroute(CALLS)
  await form.getByLabel('Name').press('Enter')
  await expect(form).toHaveCount(0)

  const made = entry(desk, 'Workshop planner')
  const secret = made.getByRole('region', { name: 'Client secret' })
  await expect(secret).toBeVisible()
  const [row] = await listed(account)
  expect(row).toMatchObject({ name: 'Workshop planner', permissions: [] })
  const shown = (await secret.locator('dd').nth(1).locator('code').textContent())!
  expect(await isLetIn(server.url, row!.key, shown)).toBe(true)
  await looksRight(desk, 'applications-secret')
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 1_000)
  await secret.getByRole('button', { name: 'Copy client secret' }).click()
  await expect.poll(() => desk.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  await expectMessageFor(desk, 3, 'success', 'Copied to clipboard!')
  await desk.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await secret.getByRole('button', { name: 'Copy client secret' }).click()
  await expectMessageFor(desk, 5, 'danger', "Couldn't copy link")
  await desk.clock.resume()
  await secret.getByRole('button', { name: 'I have copied it' }).click()
  await expect(secret).toHaveCount(0)
  await make(account, 'Archive', ['can_upload_documents'])
  await desk.reload()
  await expect(desk.getByRole('heading', { level: 2 }).filter({ hasText: /Workshop planner|Archive/ })).toHaveCount(2)
  await expect(desk.getByText(shown)).toHaveCount(0)
  await looksRight(desk, 'applications')
  await desk.setViewportSize({ width: 390, height: 844 })
  await entry(desk, 'Archive').getByRole('button', { name: 'Archive' }).click()
  await looksRight(desk, 'applications-phone')
})

test('[W-062 W-133 W-267] an application is renamed by typing, and its permissions are chosen; both are saved by themselves', async ({
  desk,
  server,
  account,
}) => {
  const { key } = await make(account, 'Before')
  const names: unknown[] = []
  desk.on('request', (request) => {
    if (request.method() === 'PUT') names.push(request.postDataJSON().data.name)
  })
  await open(desk, server.url, 'Before')
  const name = desk.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await expect(desk.getByText('A valid name is required')).toBeVisible()
  await name.pressSequentially('After')
  await expectMessage(desk, 'success', 'Application updated')
  expect(await rowOf(account, key)).toMatchObject({ name: 'After' })
  expect(names).toEqual(['After'])
  await desk.getByRole('checkbox', { name: 'Upload documents', exact: true }).press('Space')
  await expect.poll(async () => (await rowOf(account, key))?.permissions).toEqual(['can_upload_documents'])
  await desk.getByRole('group', { name: 'Sending and signing' }).getByRole('checkbox', { name: 'Sending and signing', exact: true }).click()
  await expect.poll(async () => (await rowOf(account, key))?.permissions).toContain('can_sign_in_person')
  await looksRight(desk, 'applications-open')

  // Typed text is kept where it could not be saved, and saved where the screen is left in between.
  await desk.route(CALLS, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { success: false } }) : route.fallback(),
  )
  await name.fill('Not stored')
  await expectMessage(desk, 'danger', 'The application could not be saved. Try again.')
  await expect(name).toHaveValue('Not stored')
  await desk.unroute(CALLS)
  await name.fill('Left')
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
  await expect.poll(async () => (await rowOf(account, key))?.name).toBe('Left')
})

test('[W-063 W-193 W-194] the secret is refreshed after a question, and declining it keeps the secret', async ({
  desk,
  server,
  account,
}) => {
  const { key, client_secret: first } = await make(account, 'Refreshed')
  await open(desk, server.url, 'Refreshed')
  const question = desk.getByRole('dialog', { name: 'Refresh secret' })
  await desk.getByRole('button', { name: 'Refresh secret' }).click()
  await expect(
    question.getByText('Refreshing client secret will require you to update your code with new client secret', { exact: true }),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(desk.getByRole('region', { name: 'Client secret' })).toHaveCount(0)
  expect(await isLetIn(server.url, key, first!)).toBe(true)
  await desk.getByRole('button', { name: 'Refresh secret' }).click()
  await question.getByRole('button', { name: 'Refresh secret' }).click()
  const second = await desk.getByRole('region', { name: 'Client secret' }).locator('dd').nth(1).locator('code').textContent()
  expect(await isLetIn(server.url, key, second!)).toBe(true)
  expect(await isLetIn(server.url, key, first!)).toBe(false)
})

test('[W-064] an application is deleted after a question', async ({ desk, server, account }) => {
  const { key } = await make(account, 'Deleted')
  await open(desk, server.url, 'Deleted')
  const question = desk.getByRole('dialog', { name: 'Delete application' })
  await desk.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await rowOf(account, key)).toBeDefined()
  await desk.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(desk, 'success', 'Deleted was deleted.')
  await expect(entry(desk, 'Deleted')).toHaveCount(0)
  expect(await rowOf(account, key)).toBeUndefined()
})

test('[W-294] a name that is typed is saved once 500 ms have passed since the last letter, and not before', async ({
  desk,
  server,
  account,
}) => {
  const { key } = await make(account, 'Slowly')
  const sent: unknown[] = []
  desk.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().data.name)
  })
  await desk.clock.install()
  await open(desk, server.url, 'Slowly')
  const name = desk.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Slowly')
  await desk.clock.pauseAt(Date.now() + 60_000)
  for (const typed of ['Slowly t', 'Slowly typed']) {
    await name.fill(typed)
    await desk.clock.runFor(499)
    expect(sent).toEqual([])
  }
  await desk.clock.runFor(1)
  await expect.poll(() => sent).toEqual(['Slowly typed'])
  await expect.poll(async () => (await rowOf(account, key))?.name).toBe('Slowly typed')
})

test('an administrator changes, takes over and deletes another member’s application; a member sees those of others and changes none', {
  tag: '@long',
}, async ({ desk, server, account, window }) => {
  const ines = await colleague(server, account, 'Ines', 'Lund')
  const [theirs, gone] = [await make(ines, 'Of Ines', ['can_upload_documents']), await make(ines, 'To delete')]
  const ours = await make(account, 'Of Mira')

  const page = await window(ines)
  await open(page, server.url, 'Of Mira')
  await expect(entry(page, 'Of Mira')).toContainText('Belongs to Mira Castell')
  await expect(entry(page, 'Of Mira').getByText('Only its owner or an administrator can change this application.')).toBeVisible()
  for (const name of ['Refresh secret', 'Delete']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await looksRight(page, 'applications-of-another')
  expect(await rowOf(ines, ours.key)).toMatchObject({ name: 'Of Mira' })

  await open(desk, server.url, 'Of Ines')
  const one = entry(desk, 'Of Ines')
  await expect(one).toContainText('Belongs to Ines Lund')
  await desk.getByRole('checkbox', { name: 'Upload documents', exact: true }).press('Space')
  await expect.poll(async () => (await rowOf(account, theirs.key))?.permissions).toEqual([])
  expect(await isLetIn(server.url, theirs.key, theirs.client_secret!)).toBe(true)
  await desk.getByRole('button', { name: 'Refresh secret' }).click()
  const question = desk.getByRole('dialog', { name: 'Refresh secret' })
  await expect(
    question.getByText(
      'Refreshing client secret will require you to update your code with new client secret. The application will then belong to you, and so will what it makes. It belongs to Ines Lund now.',
      { exact: true },
    ),
  ).toBeVisible()
  await looksRight(desk, 'applications-taken-over')
  await question.getByRole('button', { name: 'Refresh secret' }).click()
  await expect(one).toContainText('Belongs to Mira Castell')
  const secret = await desk.getByRole('region', { name: 'Client secret' }).locator('dd').nth(1).locator('code').textContent()
  expect(await isLetIn(server.url, theirs.key, secret!)).toBe(true)
  expect(await isLetIn(server.url, theirs.key, theirs.client_secret!)).toBe(false)

  await entry(desk, 'To delete').getByRole('button', { name: 'To delete' }).click()
  await desk.getByRole('button', { name: 'Delete', exact: true }).click()
  await desk.getByRole('dialog', { name: 'Delete application' }).getByRole('button', { name: 'Delete' }).click()
  await expectMessage(desk, 'success', 'To delete was deleted.')
  expect(await isLetIn(server.url, gone.key, gone.client_secret!)).toBe(false)
  // Who made it finds it gone, and the other one no longer theirs.
  await page.reload()
  await expect(entry(page, 'To delete')).toHaveCount(0)
  await expect(entry(page, 'Of Ines')).toContainText('Belongs to Mira Castell')
})

test('[W-030 S-045] #applications logs out a person who lacks the permission for it', async ({ server, window }) => {
  const own = client(server.url)
  const { csrf_token } = await own.get<{ csrf_token: string }>('/app/session')
  own.remember({ 'x-csrf-token': csrf_token })
  await own.post('/app/session', { email_address: SENDER.email_address, password: SENDER.password })
  const page = await window(own)
  await page.route('**/app/session', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace('"can_view_api_details",', '') })
  })
  await page.goto(`${server.url}/#documents`)
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' })).toHaveCount(0)
  await page.goto(`${server.url}/#applications`)
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await expectMessage(page, 'warning', 'You were logged out because you may not see applications here.')
  expect((await own.get<{ user: unknown }>('/app/session')).user).toBeNull()
})
