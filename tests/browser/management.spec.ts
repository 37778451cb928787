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
