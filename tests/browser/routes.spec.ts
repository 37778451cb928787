import type { Page } from 'playwright/test'
import { HEADERS } from '#contract/envelope'
import { plainBytes } from '../pdf/support/files.ts'
import { firstAccount, newId, type PreparedField, prepared, sent, uploaded } from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { colleague, workspaceOf } from './support/colleague.ts'
import { becomes, openList, rowOf, test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { turns } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Opened cold, loaded again, and come back to from another view, an address shows the same. */
async function shows(page: Page, url: string, hash: string, there: () => Promise<void>): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${url}/#${hash}`)
  await there()
  await page.reload()
  await there()
  await page.evaluate(() => {
    location.hash = 'address_book'
  })
  await expect(heading(page, 'Address book')).toBeVisible()
  await page.goBack()
  await there()
}

test('[S-009 S-010 S-030 S-032 S-090] each list and view has its address, and an empty one is that of the documents', async ({
  desk,
  server,
  account,
}) => {
  const team = await workspaceOf(account)
  const views: readonly (readonly [hash: string, title: string])[] = [
    ['', 'Documents'],
    ['documents', 'Documents'],
    ['documents?type=template', 'Templates'],
    ['trash', 'Trash'],
    ['billing', 'Billing'],
    ['recipient_datas', 'Recipient lists'],
    ['bulk_sends', 'Bulk sends'],
    ['applications', 'Applications'],
    ['outbox', 'Outbox'],
    ['records', 'Records'],
  ]
  for (const [hash, title] of views) await shows(desk, server.url, hash, () => expect(heading(desk, title)).toBeVisible())
  for (const hash of [`team/${team}`, 'management'])
    await shows(desk, server.url, hash, () => expect(desk.getByRole('button', { name: 'Add person' })).toBeVisible())
  await desk.goto(`${server.url}/#billing`)
  await expect(desk.getByText('Templates', { exact: true }).last()).toBeVisible()
  await looksRight(desk, 'billing')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'billing-phone')
})

test('[S-014] #documents?refresh fetches the list again, each time', async ({ desk, server, account }) => {
  await uploaded(account, 'Refreshed')
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Refreshed')).toBeVisible()
  for (let time = 0; time < 2; time++) {
    const fetched = desk.waitForRequest((request) => /\/app\/documents\?.*limit=50/.test(request.url()))
    await desk.evaluate(() => {
      location.hash = 'documents?refresh=true'
    })
    await fetched
    await expect(desk).toHaveURL(/#documents$/)
    await expect(rowOf(desk, 'Refreshed')).toBeVisible()
  }
})

test('[S-011 S-013 S-092] #documents?user_account= leads into that workspace and fetches its documents, each time; where it is not theirs it says so', async ({
  desk,
  server,
  account,
}) => {
  const home = await workspaceOf(account)
  const other = (
    await account.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name: 'Quay Office' } })
  ).data.account.key
  await uploaded(account, 'Of the team')
  account.remember({ [HEADERS.workspace]: other })
  await uploaded(account, 'Of the quay')
  account.remember({ [HEADERS.workspace]: home })
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Of the team')).toBeVisible()
  const worksIn = (name: string) => expect(desk.getByRole('button', { name: `Workspace: ${name}. Choose another` })).toBeVisible()
  const goes = (key: string) =>
    desk.evaluate((to) => {
      location.hash = `documents?user_account=${to}`
    }, key)
  for (let time = 0; time < 2; time++) {
    const fetched = desk.waitForRequest(
      (request) => /\/app\/documents\?.*limit=50/.test(request.url()) && request.headers()[HEADERS.workspace] === other,
    )
    await goes(other)
    await fetched
    await expect(desk).toHaveURL(`${server.url}/#documents`)
    await worksIn('Quay Office')
    await expect(rowOf(desk, 'Of the quay')).toBeVisible()
    await expect(rowOf(desk, 'Of the team')).toHaveCount(0)
  }
  for (const key of [newId(), '..%2Fnonsense']) {
    await goes(key)
    await expectMessage(desk, 'warning', /^That address leads to a workspace that you do not belong to/)
    await expect(desk).toHaveURL(`${server.url}/#documents`)
    await worksIn('Quay Office')
  }
})

test('[S-049 S-050 W-020 W-021] a team has its address, and so has setting one up', async ({ desk, server, account }) => {
  await shows(desk, server.url, `team/${await workspaceOf(account)}`, async () => {
    await expect(heading(desk, 'Update Mira’s team')).toBeVisible()
    await expect(desk.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Mira Castell' })).toBeVisible()
  })
  await shows(desk, server.url, 'team/new', async () => {
    await expect(heading(desk, 'Setup team')).toBeVisible()
    await expect(desk.getByRole('textbox', { name: 'Workspace name' })).toHaveValue('')
    await expect(desk.getByRole('region', { name: 'Members' })).toHaveCount(0)
  })
})

test('[D-033 D-034 D-036 S-020 S-021 S-023 S-029 S-054 S-089 S-091] a document has its address, at a tab too; that of one in a pack leads to the pack at its position', async ({
  desk,
  server,
  account,
}) => {
  const { pack, document } = await prepared(account, 'Pack of two', ['Anna Okafor'], [SIGNATURE])
  const second = await uploaded(account, 'Second of two', await plainBytes(1), pack)
  const tabs = desk.getByRole('list', { name: 'Documents', exact: true }).getByRole('listitem')
  const opensAt = async (tab: number) => {
    await expect(tabs).toHaveCount(2)
    await expect(tabs.nth(tab).locator('[aria-current], [aria-pressed="true"], [aria-selected="true"]')).toHaveCount(1)
    await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  }
  for (const [hash, tab] of [
    [pack, 0],
    [`${pack}/0`, 0],
    [`${pack}/1`, 1],
    [`${pack}/from_template`, 0],
  ] as const)
    await shows(desk, server.url, `documents/${hash}`, () => opensAt(tab))
  for (const [child, tab] of [
    [document, 0],
    [second.document, 1],
  ] as const)
    await shows(desk, server.url, `documents/${child}`, async () => {
      await expect(desk).toHaveURL(`${server.url}/#documents/${pack}/${tab}`)
      await opensAt(tab)
    })
})

test('[S-026] an address that asks for signing in person shows a document in setup, or a complete one, and no dialog', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Not sent yet', ['Anna Okafor'], [SIGNATURE])
  const over = await sent(account, 'Over already', ['Anna Okafor'], [SIGNATURE])
  await turns(account, over.pack, 'complete')
  await desk.clock.install()
  await desk.goto(`${server.url}/#documents/${pack}/open_in_person_modal`)
  await expect(desk.locator('[data-field]')).toBeVisible()
  await desk.clock.runFor(10_000)
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await desk.goto(`${server.url}/#documents/${over.pack}/open_in_person_modal`)
  await expect(desk.getByRole('heading', { name: 'Over already', level: 1 })).toBeVisible()
  await desk.clock.runFor(10_000)
  await expect(desk.getByRole('dialog')).toHaveCount(0)
})

test('[S-033 S-034 S-035 S-036 S-055 S-056 S-057 S-058 S-061] windows stand over the view that is active, or the documents; what they show and where addresses lead is configured', async ({
  page,
  context,
  account: _,
}) => {
  const dataDir = await temporaryFolder()
  const server = await spawnServer({
    dataDir,
    env: {
      PARAPH_FORM_URL: 'https://forms.example/ask',
      PARAPH_PRICING_URL: 'https://prices.example/',
      PARAPH_HASH_REDIRECTS: 'promotion=custom_info,spring/offer=documents?type=template',
    },
  })
  await becomes(context, server.url, await firstAccount(server.url))
  await context.route(/https:\/\/(forms|prices)\.example/, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<p>Here is ${new URL(route.request().url()).hostname}</p>` }),
  )
  const windows = [
    ['share', 'Share Paraph', null],
    ['post_sign', 'You have signed', null],
    ['custom_form', 'Form', 'Here is forms.example'],
    ['custom_info', 'Pricing', 'Here is prices.example'],
  ] as const
  for (const [hash, title, framed] of windows) {
    const window = page.getByRole('dialog', { name: title })
    const under = (name: string) => expect(page.getByRole('heading', { name, level: 1, includeHidden: true, exact: true })).toBeAttached()
    await page.goto('about:blank')
    await page.goto(`${server.url}/#${hash}`)
    await expect(window).toBeVisible()
    await under('Documents')
    if (framed) await expect(window.frameLocator('iframe').getByText(framed)).toBeVisible()
    await looksRight(page, `window-${hash}`)
    await page.reload()
    await expect(window).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(window).toHaveCount(0)
    await expect(page).toHaveURL(/#documents$/)
    await page.goto(`${server.url}/#address_book`)
    await expect(heading(page, 'Address book')).toBeVisible()
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await expect(window).toBeVisible()
    await under('Address book')
    await page.goBack()
    await expect(window).toHaveCount(0)
    await expect(heading(page, 'Address book')).toBeVisible()
  }
  await page.goto(`${server.url}/#promotion`)
  await expect(page.getByRole('dialog', { name: 'Pricing' })).toBeVisible()
  await expect(page).toHaveURL(/#custom_info$/)
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/#spring/offer`)
  await expect(heading(page, 'Templates')).toBeVisible()
  await server.stop()
  await removeFolder(dataDir)
})

/** The screens of one thing each, by the word before its key. */
const OF_ONE = ['documents', 'replay', 'team', 'recipient_datas', 'bulk_sends']

test('[S-059] an address that is none, or whose key can be none, leads to a page that says so and to the documents, and asks the server for nothing', async ({
  desk,
  server,
}) => {
  const nowhere = async () => {
    await expect(desk).toHaveURL(`${server.url}/#nothing`)
    await expect(heading(desk, 'Page not found')).toBeVisible()
  }
  const asked: string[] = []
  desk.on('request', (request) => asked.push(request.url()))
  const other = ['nonsense', 'documents/x/y/z', `documents/${newId()}/-1`, 'trash/all', 'toString']
  for (const hash of [...other, 'bulk_sends/marked', 'marked%E0%A4%A']) await shows(desk, server.url, hash, nowhere)
  const keys = [
    'marked%00',
    '..',
    '%2E%2E',
    `..%2Fmarked%2F${newId()}`,
    `${newId()}%3Fmarked`,
    'marked%E0%A4%A',
    'مفتاح-marked',
    'marked'.repeat(1700),
  ]
  for (const key of keys)
    for (const hash of [...OF_ONE.map((word) => `${word}/${key}`), `documents/${key}/0`]) {
      await desk.evaluate((to) => {
        location.hash = to
      }, hash)
      await nowhere()
      await desk.evaluate(() => {
        location.hash = 'share'
      })
    }
  expect(asked.filter((url) => /marked|[/]app[/]\w+[/](\.\.|%2e)/i.test(url))).toEqual([])
  await desk.goto(`${server.url}/#nothing`)
  await desk.getByRole('link', { name: 'Go to documents' }).click()
  await expect(heading(desk, 'Documents')).toBeVisible()
})

test('the key of nothing, or of something that is not theirs, shows none of it and leads on', async ({ desk, server, account }) => {
  const nadia = await colleague(server, account, 'Nadia', 'Berg')
  const own = (await nadia.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name: 'Hers alone' } }))
    .data.account.key
  nadia.remember({ [HEADERS.workspace]: own })
  const { pack } = await prepared(nadia, 'Hers alone', ['Anna Okafor'], [])
  const list = await nadia.post<{ recipient_data: { key: string } }>('/app/recipient_datas/add_update_recipient_data', {
    data: { key: 'new', description: 'Hers alone' },
  })
  const send = await nadia.post<{ bulk_send: { key: string } }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Hers alone' },
  })
  const none = newId()
  const missing = () => expect(heading(desk, 'Page not found')).toBeVisible()
  for (const hash of [
    ...['recipient_datas', 'bulk_sends', 'replay'].map((word) => `${word}/${none}`),
    `recipient_datas/${list.recipient_data.key}`,
    `bulk_sends/${send.bulk_send.key}`,
    `replay/${pack}`,
  ])
    await shows(desk, server.url, hash, missing)
  for (const hash of [`documents/${none}`, `documents/${pack}`, `documents/${pack}/0`, `team/${none}`, `team/${own}`]) {
    await desk.goto('about:blank')
    await desk.goto(`${server.url}/#${hash}`)
    await expect(desk).toHaveURL(`${server.url}/#documents`)
    await expect(heading(desk, 'Documents')).toBeVisible()
    await expectMessage(
      desk,
      'danger',
      hash.startsWith('team')
        ? 'An error occurred while fetching this workspace'
        : 'You cannot open this document: it was deleted, or is in a workspace that you do not belong to.',
    )
  }
  await expect(desk.getByText('Hers alone')).toHaveCount(0)
})

test('[S-060] a member whose permissions do not include a screen reads that in its place', async ({ account, server, window }) => {
  const vilma = await colleague(server, account, 'Vilma', 'Barred')
  const team = `/app/accounts/${await workspaceOf(account)}`
  const { user_accounts } = await account.get<{ user_accounts: { key: string; user: { full_name: string } }[] }>(`${team}/user_accounts`)
  const { key } = user_accounts.find(({ user }) => user.full_name === 'Vilma Barred')!
  const permissions = { document_permissions: { can_view_bulk_sends: false }, user_profile_permissions: { can_view_bulk_sends: false } }
  await account.post(`${team}/update_user_account_permissions`, { data: { user_account_key: key, permissions } })
  const page = await window(vilma)
  await page.goto(server.url)
  for (const hash of [
    'outbox',
    'records',
    'billing',
    'bulk_sends',
    `bulk_sends/${newId()}`,
    'recipient_datas',
    `recipient_datas/${newId()}`,
  ])
    await shows(page, server.url, hash, () => expect(heading(page, 'You may not open this page')).toBeVisible())
  await looksRight(page, 'no-access')
})

test('[S-064 S-065 S-066] a visitor logs in at an address of its own, and asks for a new password at another, which may name the email', async ({
  browser,
  server,
  account: _,
}) => {
  const page = await browser.newPage()
  const email = (value: string) => expect(page.getByLabel('Email')).toHaveValue(value)
  for (const [hash, title, value] of [
    ['login', 'Log in to Paraph', ''],
    ['login?email=mira%40example.com', 'Log in to Paraph', 'mira@example.com'],
    ['forgot', 'Reset your password', ''],
    ['forgot?email=mira%2Bwork%40example.com', 'Reset your password', 'mira+work@example.com'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`${server.url}/#${hash}`)
    for (const again of [true, false]) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await email(value)
      if (again) await page.reload()
    }
  }
  await page.close()
})

test('an address of somebody who is in leads from the pages before the login to the documents', async ({ desk, server, account }) => {
  await sent(account, 'Awaited at home', ['Anna Okafor'], [SIGNATURE])
  for (const hash of ['login', 'forgot?email=x%40example.com']) {
    await desk.goto('about:blank')
    await desk.goto(`${server.url}/#${hash}`)
    await expect(desk).toHaveURL(`${server.url}/#documents`)
    await expect(rowOf(desk, 'Awaited at home')).toBeVisible()
  }
})

test('[D-004] from the editor the palette leads to the workspace, bulk sends, recipient lists, lists and uploads, the arrow to the documents; and back', async ({
  desk,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Left and found again', ['Anna Okafor'], [SIGNATURE])
  await desk.goto(`${server.url}/#documents/${pack}`)
  const editor = desk.getByRole('toolbar', { name: 'Field types' })
  const chosen = async (command: string) => {
    await expect(editor).toBeVisible()
    await desk.keyboard.press('Control+k')
    await desk.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill(command)
    await expect(desk.getByRole('dialog', { name: 'Search' }).locator('[data-selected]')).toHaveText(command)
    await desk.keyboard.press('Enter')
  }
  for (const [command, shown] of [
    ['Go to people', desk.getByRole('button', { name: 'Add person' })],
    ['Set up a new workspace', desk.getByRole('textbox', { name: 'Workspace name' })],
    ['Go to bulk sends', heading(desk, 'Bulk sends')],
    ['Go to recipient lists', heading(desk, 'Recipient lists')],
    ['Go to templates', heading(desk, 'Templates')],
    ['Go to documents', heading(desk, 'Documents')],
  ] as const) {
    await chosen(command)
    await expect(shown).toBeVisible()
    await expect(editor).toHaveCount(0)
    await desk.goBack()
  }
  await desk.getByRole('button', { name: 'Back to documents' }).click()
  await expect(rowOf(desk, 'Left and found again')).toBeVisible()
  await desk.goBack()
  const choosing = desk.waitForEvent('filechooser')
  await chosen('Upload a PDF')
  await choosing
})

test('[S-005] documents and templates are copied, made into each other, deleted and recovered from the list', async ({
  desk,
  server,
  account,
}) => {
  await prepared(account, 'Managed lease', ['Anna Okafor'], [SIGNATURE])
  const act = async (name: string, what: string) => {
    await desk.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await desk.getByRole('menuitem', { name: what, exact: true }).click()
  }
  await openList(desk, server.url)
  await act('Managed lease', 'Copy')
  await expect(rowOf(desk, 'Copy of Managed lease')).toBeVisible()
  await act('Managed lease', 'Save as template')
  await expectMessage(desk, 'success', 'The template “Managed lease” was created.')
  for (const [list, kind, name] of [
    ['documents', 'Documents', 'Copy of Managed lease'],
    ['documents?type=template', 'Templates', 'Managed lease'],
  ] as const) {
    await desk.goto(`${server.url}/#${list}`)
    await act(name, 'Delete')
    await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(desk.getByRole('button', { name: `Actions for ${name}`, exact: true })).toHaveCount(0)
    await desk.goto(`${server.url}/#trash`)
    await desk.getByRole('radiogroup', { name: 'Type of list' }).getByText(kind).click()
    await desk.getByRole('button', { name: `Recover ${name}`, exact: true }).click()
    await expect(desk.getByRole('button', { name: `Recover ${name}`, exact: true })).toHaveCount(0)
    await desk.goto(`${server.url}/#${list}`)
    await expect(desk.getByRole('button', { name: `Actions for ${name}`, exact: true })).toBeVisible()
  }
  await desk.getByRole('button', { name: 'Use template Managed lease' }).click()
  await expect(desk).toHaveURL(/from_template$/)
})
