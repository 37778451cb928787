import { asked, linkOf, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins } from './support/signer.ts'

test('[D-106 D-535] a signer is excluded in a modal that says what follows, and which says so where it failed', async ({
  desk,
  server,
  account,
  browser,
}) => {
  const field = (signer: number) => ({ type: 'signature', x: 60, y: 80 + 80 * signer, width: 160, height: 48, signer, required: true })
  const { pack, signers } = await sent(account, 'Lease', ['Ann Ames', 'Bob Bell'], [field(0), field(1)])
  await asked(account, pack)
  const context = await browser.newContext()
  const phone = await context.newPage()
  await begins(phone, await linkOf(account, pack, signers[1]!))
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.getByRole('button', { name: 'Actions for Bob Bell' }).click()
  await desk.getByRole('menuitem', { name: 'Exclude signer' }).click()
  const modal = desk.getByRole('dialog', { name: 'Exclude Bob Bell?' })
  await expect(modal).toContainText('Their link stops working, and nobody waits for them any more.')
  await looksRight(desk, 'exclude-signer')
  await desk.route('**/exclude_signatory', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'signatory-finished', message: 'This signer has finished already.' } }),
  )
  await modal.getByRole('button', { name: 'Exclude signer' }).click()
  await expectMessage(desk, 'danger', 'This signer has finished already.')
  expect((await viewOf(account, pack)).view.signatories[1]!.status).toBe('awaiting_signatures')
  await desk.unroute('**/exclude_signatory')
  await modal.getByRole('button', { name: 'Exclude signer' }).click()
  await expectMessage(desk, 'success', 'Bob Bell was excluded. Nobody waits for them any more.')
  await expect(modal).toHaveCount(0)
  await expect(desk.getByText('Excluded', { exact: true })).toBeVisible()
  await expect(phone.getByText('The sender no longer needs your signature on this document.')).toBeVisible()
  await context.close()

  // With the last one the document is complete, which is said beforehand.
  await desk.getByRole('button', { name: 'Actions for Ann Ames' }).click()
  await desk.getByRole('menuitem', { name: 'Exclude signer' }).click()
  await expect(desk.getByRole('dialog')).toContainText('the document is complete without them')
})
