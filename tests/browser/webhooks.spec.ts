import type { Page } from 'playwright/test'
import { PERMISSIONS } from '#domain/workspace'
import type { Client } from '../../cli/demo/client.ts'
import { prepared, sent } from '../support/prepared.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { openList, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE = { type: 'signature', x: 72, y: 300, width: 180, height: 48, required: true }
const SUBSCRIPTIONS = /\/app\/event_subscriptions\//
interface Subscription {
  readonly key: string
  readonly subscribed_via_entity: boolean
}
const make = async (account: Client, name: string) =>
  (await account.post<{ application: { key: string } }>('/app/applications/', { data: { name, permissions: [...PERMISSIONS] } }))
    .application.key
const subscribed = async (account: Client, entity: string) =>
  (
    await account.get<{ event_subscriptions: readonly Subscription[] }>(`/app/event_subscriptions/?entity_key=${entity}`)
  ).event_subscriptions
    .filter(({ subscribed_via_entity }) => subscribed_via_entity)
    .map(({ key }) => key)
async function open(page: Page, url: string, name: string) {
  await page.goto(`${url}/#applications`)
  await page.getByRole('heading', { name, level: 2 }).getByRole('button').click()
  return page.getByRole('region', { name: 'Webhook' })
}

test('an endpoint is set, its secret is shown once, and a test event shows what became of it', async ({ desk, server, account }) => {
  await make(account, 'Receiver')
  const webhook = await open(desk, server.url, 'Receiver')
  await expect(webhook.getByText('Enter an address, and choose the events that Paraph sends there.')).toBeVisible()
  await webhook.getByLabel('Endpoint').fill('https://10.0.0.1/hooks')
  await webhook.getByRole('button', { name: 'Save endpoint' }).click()
  await expect(webhook.getByText(/Webhooks go to public addresses by https only/)).toBeVisible()
  // A name that leads nowhere: nothing is reached from a test.
  await webhook.getByLabel('Endpoint').fill('https://planner.invalid/hooks')
  await webhook.getByRole('button', { name: 'Save endpoint' }).click()
  await expectMessage(desk, 'success', 'Endpoint saved')
  await expect(webhook.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible()
  await looksRight(desk, 'webhook-secret')
  await webhook.getByRole('button', { name: 'I have copied it' }).click()
  await expect(webhook.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toHaveCount(0)
  await expect(webhook.getByText(/^whsec_•+[A-Za-z0-9+/]{3}=$/)).toBeVisible()

  await webhook.getByRole('button', { name: 'Send test event' }).click()
  await expectMessage(desk, 'success', 'Test event sent')
  const row = webhook.getByRole('button', { name: /webhook\.test/ })
  await expect(row).toContainText('Retrying')
  await row.click()
  await expect(webhook.getByText('Unreachable').first()).toBeVisible()
  await looksRight(desk, 'webhook-deliveries')
  await webhook.getByRole('button', { name: 'Retry now' }).click()
  await expectMessage(desk, 'success', 'The event is being sent again')
  await webhook.getByText('Failing 1').click()
  await expect(row).toBeVisible()

  await webhook.getByRole('switch', { name: 'Send events to the endpoint' }).press(' ')
  await expect(webhook.getByText('Off', { exact: true })).toBeVisible()
})

test('the events of an application are chosen where it is shown, and one that cannot be saved is as it was', async ({
  desk,
  server,
  account,
}) => {
  const application = await make(account, 'Chooser')
  const webhook = await open(desk, server.url, 'Chooser')
  await webhook.getByRole('checkbox', { name: 'document.completed' }).check()
  await expect.poll(() => subscribed(account, application)).toEqual(['document.completed'])
  await desk.route(SUBSCRIPTIONS, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { success: false } }) : route.continue(),
  )
  await webhook.getByRole('checkbox', { name: 'signer.opened' }).click()
  await expectMessage(desk, 'danger', 'An error occurred while updating subscriptions')
  await expect(webhook.getByRole('checkbox', { name: 'signer.opened' })).not.toBeChecked()
})

test('[D-023 D-091 D-554] event subscriptions of the workspace are chosen in a modal, which says so where they could not be saved', async ({
  desk,
  server,
  account,
}) => {
  await make(account, 'Any')
  const { user_accounts } = await account.get<{ user_accounts: readonly { account_key: string }[] }>('/app/session')
  const workspace = user_accounts[0]!.account_key
  await desk.goto(`${server.url}/#applications`)
  await desk.getByRole('button', { name: 'Workspace events' }).click()
  const modal = desk.getByRole('dialog', { name: 'Event subscriptions' })
  const save = () => modal.getByRole('button', { name: 'Save' }).click()
  const failure = desk.getByText('An error occurred while updating subscriptions')
  await modal.getByRole('checkbox', { name: 'document.completed' }).check()
  await save()
  await expectMessage(desk, 'success', 'Subscriptions updated')
  await expect(modal).toHaveCount(0)
  await expect(failure).toHaveCount(0)
  expect(await subscribed(account, workspace)).toEqual(['document.completed'])
  await desk.getByRole('button', { name: 'Workspace events' }).click()
  await expect(modal.getByRole('checkbox', { name: 'document.completed' })).toBeChecked()
  await modal.getByRole('checkbox', { name: 'document.rejected' }).check()
  await looksRight(desk, 'event-subscriptions')
  await desk.route(SUBSCRIPTIONS, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { success: false } }) : route.continue(),
  )
  await save()
  await expectMessage(desk, 'danger', 'An error occurred while updating subscriptions')
  await expect(modal.getByRole('checkbox', { name: 'document.rejected' })).toBeChecked()
  expect(await subscribed(account, workspace)).toEqual(['document.completed'])
  await desk.unroute(SUBSCRIPTIONS)
  await save()
  await expectMessage(desk, 'success', 'Subscriptions updated')
  await expect(modal).toHaveCount(0)
  expect(await subscribed(account, workspace)).toEqual(['document.completed', 'document.rejected'])
})

test('[D-023 D-091] event subscriptions of a document and of a template are chosen in their menu, in the editor and on a phone', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await sent(account, 'Watched while it waits', ['Anna Okafor'], [{ ...SIGNATURE, signer: 0 }])
  const source = await prepared(account, 'Watched model', ['Anna Okafor'], [])
  const { document: made } = await account.get<{ document: { key: string } }>(`/app/documents/${source.pack}/convert_to_template`)
  const model = made.key
  const modal = desk.getByRole('dialog', { name: 'Event subscriptions' })
  const choose = async (key: string) => {
    await modal.getByRole('checkbox', { name: key }).check()
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal).toHaveCount(0)
  }
  await openList(desk, server.url)
  await desk.getByRole('button', { name: 'Actions for Watched while it waits', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Event subscriptions' }).click()
  await expect(modal).toContainText('Events of “Watched while it waits” that are sent')
  await choose('signer.opened')
  await expectMessage(desk, 'success', 'Subscriptions updated')
  expect(await subscribed(account, pack)).toEqual(['signer.opened'])

  await desk.goto(`${server.url}/#documents?type=template`)
  await desk.getByRole('button', { name: 'Actions for Watched model', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Event subscriptions' }).click()
  await expect(modal).toContainText('Events of “Watched model” and of the documents made from it')
  await choose('document.completed')
  await desk.goto(`${server.url}/#documents/${model}`)
  await desk.getByRole('tab', { name: 'Document' }).click()
  await desk.getByRole('button', { name: 'Event subscriptions' }).click()
  await expect(modal.getByRole('checkbox', { name: 'document.completed' })).toBeChecked()
  await choose('document.sent')
  expect(await subscribed(account, model)).toEqual(['document.sent', 'document.completed'])

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Event subscriptions' }).click()
  await expect(modal.getByRole('checkbox', { name: 'signer.opened' })).toBeChecked()
  await looksRight(desk, 'event-subscriptions-phone')
})

test('[D-464] who may not view API details is offered no applications and no event subscriptions, and who may is offered both', async ({
  server,
  account,
  window,
}) => {
  const nils = await colleague(server, account, 'Nils', 'Dahl')
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
    `${team}/user_accounts`,
  )
  const key = user_accounts.find(({ user }) => user.full_name === 'Nils Dahl')!.key
  const { pack } = await sent(account, 'For those who may', ['Anna Okafor'], [{ ...SIGNATURE, signer: 0 }])
  const { pack: draft } = await prepared(account, 'Draft for those who may', [], [])
  const page = await window(nils)
  for (const may of [true, false]) {
    await account.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { user_profile_permissions: { can_view_api_details: may } } },
    })
    const times = may ? 1 : 0
    await page.goto(server.url)
    await openList(page, server.url)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' })).toHaveCount(times)
    await page.getByRole('button', { name: 'Actions for For those who may', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Event subscriptions' })).toHaveCount(times)
    await page.goto(`${server.url}/#documents/${pack}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Notification rules' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Event subscriptions' })).toHaveCount(times)
    await page.goto(`${server.url}/#documents/${draft}`)
    await page.getByRole('tab', { name: 'Document' }).click()
    await expect(page.getByRole('button', { name: 'Notification rules' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Event subscriptions' })).toHaveCount(times)
  }
})

test('deliveries show by themselves: fetched again and again without a live connection, and pushed with one', async ({
  desk,
  server,
  account,
}) => {
  const application = await make(account, 'Followed')
  const change = async (data: object) => {
    const { csrf_token } = await account.get<{ csrf_token: string }>('/app/session')
    const headers = { cookie: account.cookie(), 'x-csrf-token': csrf_token, 'content-type': 'application/json' }
    const body = JSON.stringify({ data })
    expect((await fetch(`${server.url}/app/applications/${application}/webhook`, { method: 'PUT', headers, body })).ok).toBe(true)
  }
  await change({ url: 'https://planner.invalid/hooks' })
  let cut = true
  const joined = Promise.withResolvers<void>()
  await desk.routeWebSocket(/\/live/, (socket) => {
    if (cut) return void socket.close()
    const there = socket.connectToServer()
    let asked: string | undefined
    socket.onMessage((message) => {
      asked ??= /^42(\d+)\["watch_deliveries"/.exec(String(message))?.[1]
      there.send(message)
    })
    there.onMessage((message) => {
      socket.send(message)
      if (asked !== undefined && String(message).startsWith(`43${asked}[`)) joined.resolve()
    })
  })
  await desk.route(/\/live\//, (route) => (cut ? route.abort() : route.fallback()))
  let looks = 0
  desk.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`${application}/webhook`)) looks++
  })
  await desk.clock.install()
  const webhook = await open(desk, server.url, 'Followed')
  await expect(webhook.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await account.post(`/app/applications/${application}/webhook/test`, {})
  await desk.clock.runFor(3_000)
  await expect(webhook.getByRole('button', { name: /webhook\.test/ })).toBeVisible()

  cut = false
  await desk.clock.fastForward(60_000)
  await joined.promise
  await change({ is_on: false })
  await expect(webhook.getByText('Off', { exact: true })).toBeVisible()
  const before = looks
  await desk.clock.runFor(12_000)
  expect(looks - before).toBeLessThan(4)
  await change({ is_on: true })
  await expect(webhook.getByText('On', { exact: true })).toBeVisible()
})
