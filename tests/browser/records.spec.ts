import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { RetentionAnswer } from '#contract/retention'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { eventually, linkOf, sent, signAs } from '../support/prepared.ts'
import { workspaceOf } from './support/colleague.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const FIELDS = [{ type: 'text', x: 72, y: 100, width: 200, height: 24, signer: 0 }] as const
const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** Where the calls of an account's team begin. */
const teamOf = async (account: Client) => `/app/accounts/${await workspaceOf(account)}`
/** What is kept how long has been saved; the button is no sign of it, since it is held back while saving too. */
const savedKeeping = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/keeping') && response.ok())

test('an administrator sees that everything is intact, keeps proofs, places a hold, and says how long what is kept', {
  tag: '@long',
}, async ({ desk: page, account, server }) => {
  const made = await sent(account, 'Safekept lease', ['Nell Archer'], FIELDS)
  await page.goto(`${server.url}/#documents`)
  await page.getByRole('link', { name: 'Records' }).click()
  await expect(page.getByRole('heading', { name: 'Records', level: 1 })).toBeVisible()
  const guard = page.getByRole('region', { name: 'Integrity' })
  await guard.getByRole('button', { name: 'Check everything now' }).click()
  await expect(guard.getByText('All records verified')).toBeVisible()
  await expect(guard.getByText(/^Every history matches .* The last full check began /)).toBeVisible()

  const keeping = page.getByRole('region', { name: 'Retention' })
  const save = keeping.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await keeping.getByRole('radiogroup', { name: 'Finished documents' }).getByText('For a limited time').click()
  await keeping.getByRole('textbox', { name: 'Years to keep finished documents' }).fill('7')
  await save.click()
  // What is kept for less time than before is asked for first.
  await Promise.all([savedKeeping(page), page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()])
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(keeping.getByRole('textbox', { name: 'Years to keep finished documents' })).toHaveValue('7 years')

  // Another administrator is here too: what they set stays, and what is less than that is asked for.
  // What is changed while something is being saved waits for the next time.
  const elsewhere = `${await teamOf(account)}/keeping`
  await account.post(elsewhere, { data: { trash_days: 30 } })
  const visits = keeping.getByRole('switch', { name: 'Record visits' })
  await visits.click({ force: true })
  const periods = keeping.getByRole('radiogroup', { name: 'Finished documents' })
  await page.route(`**${elsewhere}`, async (route) => {
    if (route.request().method() === 'POST') await periods.getByText('Forever').click()
    await route.continue()
  })
  await Promise.all([savedKeeping(page), save.click()])
  await page.unroute(`**${elsewhere}`)
  await expect(visits).not.toBeChecked()
  await expect(periods.getByRole('radio', { name: 'Forever' })).toBeChecked()
  await expect(save).toBeEnabled()
  await periods.getByText('For a limited time').click()
  const { keeping: kept } = await account.get<RetentionAnswer>(elsewhere)
  expect(kept).toEqual({ retention_years: 7, trash_days: 30, records_visits: false })
  await account.post(elsewhere, { data: { retention_years: 10, trash_days: null, records_visits: true } })
  await keeping.getByRole('textbox', { name: 'Years to keep finished documents' }).fill('9')
  await save.click()
  await Promise.all([savedKeeping(page), page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()])

  const holds = page.getByRole('region', { name: 'Legal holds' })
  await holds.getByRole('combobox', { name: 'Document' }).fill('Safekept')
  await page.getByRole('option', { name: 'Safekept lease' }).click()
  await holds.getByRole('textbox', { name: 'Reason' }).fill('Court order 12/2026')
  // A server that cannot answer costs nothing that was typed.
  await page.route(/\/app\//, (route) => route.fulfill({ status: 500, json: {} }))
  await holds.getByRole('button', { name: 'Place a hold' }).click()
  const stale = page.getByText('This may be out of date.')
  await expect(stale).toBeVisible()
  await expect(holds.getByRole('combobox', { name: 'Document' })).toHaveValue('Safekept lease')
  await expect(holds.getByRole('textbox', { name: 'Reason' })).toHaveValue('Court order 12/2026')
  await page.unroute(/\/app\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(stale).toHaveCount(0)
  await holds.getByRole('button', { name: 'Place a hold' }).click()
  await expect(holds.getByText(/Court order 12\/2026/)).toBeVisible()

  const anchors = page.getByRole('region', { name: 'Anchors' })
  await anchors.getByRole('combobox', { name: 'Proof for one document' }).fill('Safekept')
  await page.getByRole('option', { name: 'Safekept lease' }).click()
  const [proof] = await Promise.all([page.waitForEvent('download'), anchors.getByRole('link', { name: 'Save the proof' }).click()])
  expect(proof.url()).toContain(`/app/evidence/${made.pack}/anchor`)

  await guard.getByText('All records verified').scrollIntoViewIfNeeded()
  await looksRight(page, 'records')
  await page.setViewportSize(NARROW)
  await guard.getByText('All records verified').scrollIntoViewIfNeeded()
  await looksRight(page, 'records-390')
  await holds.scrollIntoViewIfNeeded()
  await looksRight(page, 'records-holds-390')
  await page.setViewportSize(WIDE)

  await holds.getByRole('button', { name: 'Lift the hold on Safekept lease' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
  await expect(holds.getByText(/Court order/)).toHaveCount(0)
  await keeping.getByRole('radiogroup', { name: 'Finished documents' }).getByText('Forever').click()
  await Promise.all([savedKeeping(page), save.click()])
  await expect(save).toBeDisabled()
})

test('a round that takes longer than a call waits is under way until it has ended, and the findings then show without a press', {
  tag: '@long',
}, async ({ desk: page, server }) => {
  let looks = 0
  await page.route(/\/app\/accounts\/[^/]+\/guard$/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { report: object }
    looks++
    // It was asked for before this page was opened, and again on it.
    const checking = looks < 3 || route.request().method() === 'POST'
    await route.fulfill({ json: { ...answer, report: { ...answer.report, events: 1_000 + looks, checking } } })
  })
  await page.goto(`${server.url}/#records`)
  const guard = page.getByRole('region', { name: 'Integrity' })
  const check = guard.getByRole('button', { name: 'Check everything now' })
  await expect(check).toBeDisabled()
  await expect(guard.getByText('1,003')).toBeVisible()
  await expect(check).toBeEnabled()
  await check.click()
  await expect(guard.getByText('1,004')).toBeVisible()
  await expect(check).toBeDisabled()
  await expect(guard.getByText('1,005')).toBeVisible()
  await expect(check).toBeEnabled()
})

test('what the guard found stands by document, each leading to its history; a state that does not come says so', { tag: '@long' }, async ({
  desk: page,
  account,
  server,
}) => {
  const made = await sent(account, 'Tampered with', ['Nell Archer'], FIELDS)
  const root = 'n2Qb0v4mJc1m9P8rX5tYk7wZ3sLdFh6gTqAeUiOoKxM'
  const finding = {
    kind: 'event',
    words: `event 2 of pack-${made.pack} was changed`,
    document_key: made.pack,
    document_name: 'Tampered with',
    revision: 2,
  }
  const times = { began: '2026-03-02T08:30:00.000Z', ended: '2026-03-02T09:00:00.000Z' }
  const report = { ...times, events: 41_208, streams: 912, anchors: 1_204, files: 3_310, checking: false }
  const other = {
    kind: 'file',
    words: `the bytes of a stored file were changed (${root})`,
    document_key: null,
    document_name: null,
    revision: null,
  }
  await page.route(/\/app\/accounts\/[^/]+\/guard$/, (route) =>
    route.fulfill({
      json: {
        success: true,
        report: {
          ...report,
          findings: [other, finding, { ...finding, kind: 'anchor', words: `event 2 of pack-${made.pack} differs from the anchored one` }],
        },
        anchors: {
          authority: true,
          every_minutes: 10,
          waiting: 2,
          last: { number: 1_204, date: report.ended, root, size: 3, timestamped: false },
        },
      },
    }),
  )
  await page.goto(`${server.url}/#safekeeping`) // An address of before; it leads on.
  await expect(page.getByRole('alert').getByText('3 records were changed')).toBeVisible()
  await expect(page).toHaveURL(/#records$/)
  await expect(page.getByText(root, { exact: true })).toBeVisible()
  await expect(page.getByText('2 anchors are waiting for the time authority.')).toBeVisible()
  await looksRight(page, 'records-changed')
  await page.setViewportSize(NARROW)
  await looksRight(page, 'records-changed-390')
  await page.setViewportSize(WIDE)
  await page.getByRole('link', { name: 'Tampered with' }).click()
  await expect(page).toHaveURL(new RegExp(`#replay/${made.pack}\\?at=2`))
  // The screen is left indeed, and not only its address.
  await expect(page.getByRole('heading', { name: 'Tampered with' })).toBeVisible()

  const gone = { success: false, code: 'not-found', message: 'This could not be found.' }
  await page.route(/\/app\/accounts\/[^/]+\/keeping$/, (route) => route.fulfill({ status: 404, json: gone }))
  await page.goto(`${server.url}/#records`)
  await expect(page.getByText('This could not be found.')).toBeVisible()
  await looksRight(page, 'records-failed')
  await page.unroute(/\/app\/accounts\/[^/]+\/keeping$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert').getByText('3 records were changed')).toBeVisible()
})

test('what is held of a person is found, deleted where nobody relies on it, and listed in a report with what stays and why', {
  tag: '@long',
}, async ({ desk: page, account, server }) => {
  const declined = await sent(account, 'Forgotten lease', ['Quilla Forgotten'], FIELDS)
  const remembered = await sent(account, 'Remembered lease', ['Quilla Remembered'], FIELDS)
  const signer = client(server.url)
  await openSigning(signer, await linkOf(account, declined.pack, declined.signers[0]!))
  await signer.post(`/app/documents/${declined.pack}/add_update_data_field`, { data: [{ uuid: declined.fields[0], data: 'of Quilla' }] })
  await signer.post(`/app/documents/${declined.pack}/add_update_signatory`, {
    data: { uuid: declined.signers[0] },
    update_status_to: 'rejected',
    rejection_reason: 'no',
  })
  // Who is asked to sign is found by the list, which comes after.
  await eventually(
    () => account.get<{ documents: { key: string; status: string }[] }>('/app/documents?document_type=document&limit=50'),
    ({ documents }) => {
      const statusOf = (pack: string) => documents.find(({ key }) => key === pack)?.status
      return statusOf(declined.pack) === 'rejected' && statusOf(remembered.pack) === 'awaiting_signatures'
    },
  )
  await page.goto(`${server.url}/#records`)
  const section = page.getByRole('region', { name: 'Personal data requests' })
  const contact = section.getByRole('textbox', { name: 'Email address or mobile number' })
  await contact.fill('quilla')
  await contact.press('Enter')
  await expect(section.getByText('Please enter a whole email address')).toBeVisible()
  await contact.fill('nobody.at.all@example.com')
  await contact.press('Enter')
  await expect(section.getByText('No document of this team holds data of nobody.at.all@example.com')).toBeVisible()
  await contact.fill('Quilla@Example.com')
  await contact.press('Enter')
  const goes = section.getByRole('list', { name: 'Can be deleted' })
  await expect(goes.getByRole('link')).toHaveText(['Address book', 'Forgotten lease'])
  await expect(goes).toBeInViewport()
  await expect(goes).toContainText('name, email address, 1 value filled in, why they declined, 1 visit, 1 email')
  await expect(section.getByRole('list', { name: 'Not yet' })).toContainText('Remembered lease')
  await section.scrollIntoViewIfNeeded()
  await looksRight(page, 'records-person')
  await page.setViewportSize(NARROW)
  await section.scrollIntoViewIfNeeded()
  await looksRight(page, 'records-person-390')
  await page.setViewportSize(WIDE)

  await section.getByRole('button', { name: 'Delete in 1 document…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this person’s data?' })
  await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('quilla@example.com')
  await looksRight(page, 'records-person-asked')
  await dialog.getByRole('textbox').press('Enter')
  await expect(section.getByRole('list', { name: 'Deleted' })).toContainText('Forgotten lease')
  const [saved] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: 'Save the report' }).click()])
  const report = await readFile(await saved.path(), 'utf8')
  expect(report).toContain('Data held of quilla@example.com')
  expect(report).toMatch(/DELETED\n\n- Forgotten lease \(signer\)/)
  expect(report).toMatch(/STAYS, AND WHY\n\n- Remembered lease/)
  await contact.press('Enter')
  await expect(section.getByText('found in one place')).toBeVisible()

  await page.goto(`${server.url}/#replay/${declined.pack}`)
  await expect(page.getByText(/The data of a person was deleted at their request/)).toBeVisible()
  await expect(page.getByText('History intact')).toBeVisible()
  await looksRight(page, 'replay-erased')
})

test('where who had not signed is gone with their data, the document says that nobody is left, and waits for the team', {
  tag: '@long',
}, async ({ desk: page, account, server }) => {
  const place = { x: 72, y: 100, width: 200, height: 48 }
  const made = await sent(
    account,
    'Left lease',
    ['Nora Stays', 'Otto Leaves'],
    [
      { type: 'signature', ...place, signer: 0 },
      { type: 'signature', ...place, y: 300, signer: 1 },
    ],
  )
  const [nora] = made.signers
  await signAs(server.url, await linkOf(account, made.pack, nora!), made.pack, nora!, made.fields[0]!)
  await account.post('/app/bulk_actions/document_actions/delete_multiple_documents', { document_keys: [made.pack] })
  const { documents } = await account.post<{ documents: readonly { erased: boolean }[] }>(`${await teamOf(account)}/erase_person`, {
    data: { contact: 'otto@example.com', documents: [made.pack] },
  })
  expect(documents).toMatchObject([{ erased: true }])

  await page.goto(`${server.url}/#documents/${made.pack}`)
  await page.getByRole('button', { name: 'Recover' }).click()
  const left = page.getByRole('status').filter({ hasText: 'Nobody is left to sign' })
  await expect(left).toBeVisible()
  // Nobody has to be sent another link, and no file is on its way that nobody asked for.
  await expect(page.getByRole('alert').filter({ hasText: 'have ended' })).toHaveCount(0)
  await expect(page.getByText('The signed PDF is being prepared')).toHaveCount(0)
  await looksRight(page, 'nobody-left')
  await page.setViewportSize(NARROW)
  await looksRight(page, 'nobody-left-390')
  await left.getByRole('button', { name: 'Mark as complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as complete' }).click()
  await expect(left).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 })
})

test('who left is listed until their profile is deleted; a member whom a team needs sees why theirs is not', { tag: '@long' }, async ({
  desk: page,
  account,
  server,
}) => {
  const team = await teamOf(account)
  const person = { first_name: 'Leopold', last_name: 'Gone', email_address: 'leopold.gone@example.com', is_admin: false }
  const { user_account } = await account.post<{ user_account: { key: string } }>(`${team}/add_user_account`, { data: person })
  await account.post(`${team}/remove_user_account`, { data: { user_account_key: user_account.key } })
  await page.goto(`${server.url}/#records`)
  const left = page.getByRole('region', { name: 'People who left' })
  await left.scrollIntoViewIfNeeded()
  await expect(left.getByText('leopold.gone@example.com')).toBeVisible()
  await looksRight(page, 'records-left')
  await page.setViewportSize(NARROW)
  await left.scrollIntoViewIfNeeded()
  await looksRight(page, 'records-left-390')
  await page.setViewportSize(WIDE)
  await left.getByRole('button', { name: 'Delete the profile of Leopold Gone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the profile' }).click()
  await expect(left.getByText('leopold.gone@example.com')).toHaveCount(0)

  await page
    .getByRole('button', { name: /^Profile|Your profile|Mira Castell/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Delete your profile…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your profile?' })
  await expect(dialog.getByText(/^You are the last administrator of/)).toBeVisible()
  await looksRight(page, 'profile-needed')
  await dialog.getByRole('button', { name: 'OK' }).click()
  // What is asked of somebody whom nobody needs.
  await page.route('**/app/user/profile_deletion', (route) => route.fulfill({ json: { success: true, possible: true, why_not: null } }))
  await page
    .getByRole('button', { name: /^Profile|Your profile|Mira Castell/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Delete your profile…' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not this one')
  await dialog.getByRole('button', { name: 'Delete my profile' }).click()
  await expect(dialog.getByText('This password is not right.')).toBeVisible()
  await looksRight(page, 'profile-asked')
  await page.setViewportSize(NARROW)
  await looksRight(page, 'profile-asked-390')
})
