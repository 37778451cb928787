import type { Page } from 'playwright/test'
import { PERMISSIONS } from '#domain/workspace'
import type { Client } from '../../cli/demo/client.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

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
