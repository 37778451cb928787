import { colleague, workspaceOf } from './support/colleague.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

test('[S-042 S-043 S-315] administration is shown once the server knows who is logged in; where it cannot tell that is said, and without a session it is the login page', async ({
  desk,
  context,
  server,
}) => {
  const people = desk.getByRole('heading', { name: 'People', level: 1 })
  const member = desk.getByText('mira@example.com')
  await desk.route('**/app/management/ensure_logged_in', (route) => route.fulfill({ status: 502, body: 'no gateway' }))
  await desk.goto(`${server.url}/#management`)
  await expect(desk.getByText('An error occurred', { exact: true })).toBeVisible()
  await expect(people).toBeVisible()
  await expect(member).toHaveCount(0)
  await looksRight(desk, 'management-unknown')
  await desk.unroute('**/app/management/ensure_logged_in')
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(member).toBeVisible()
  await desk.goto(`${server.url}/#documents`)
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await context.clearCookies()
  await desk.goto(`${server.url}/#management`)
  await expect(desk.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await expect(member).toHaveCount(0)
})

test('a member who was granted to manage the workspace adds and removes ordinary members, and neither administrators nor roles', {
  tag: '@long',
}, async ({ server, account, window }) => {
  const [mona, olaf] = [await colleague(server, account, 'Mona', 'Reed'), await colleague(server, account, 'Olaf', 'Berg')]
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
    `${team}/user_accounts`,
  )
  const key = user_accounts.find(({ user }) => user.full_name === 'Mona Reed')!.key
  const grant = (can_manage_account: boolean) =>
    account.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { user_profile_permissions: { can_manage_account } } },
    })
  await grant(true)
  const page = await window(mona)
  await page.goto(`${server.url}/#team/${await workspaceOf(mona)}`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(row('Mira Castell')).toContainText('Administrator')
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(row('Mira Castell').getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add person' }).click()
  const form = page.getByRole('dialog', { name: 'Add a person' })
  await expect(form.getByLabel('Email')).toBeVisible()
  await expect(form.getByRole('checkbox')).toHaveCount(0)
  await looksRight(page, 'people-granted')
  await form.getByLabel('First name').fill('Pia')
  await form.getByLabel('Email').fill('pia@example.com')
  await form.getByRole('button', { name: 'Add person' }).click()
  await expect(form).toHaveCount(0)
  await expect(row('pia@example.com')).toContainText('Member')
  await row('Olaf Berg')
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row('Olaf Berg')).toHaveCount(0)
  const left = await olaf.get<{ user_accounts: readonly { is_personal_account: boolean }[] }>('/app/session')
  expect(left.user_accounts.map(({ is_personal_account }) => is_personal_account)).toEqual([true])

  // Without it, the same page offers her nothing but to leave.
  await grant(false)
  await page.reload()
  await expect(row('Mira Castell')).toContainText('Administrator')
  await expect(page.getByRole('button', { name: 'Add person' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
})
