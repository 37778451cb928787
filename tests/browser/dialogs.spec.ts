import type { Locator, Page } from 'playwright/test'
import { client, openSigning } from '../../cli/demo/client.ts'
import { everyKindOfField } from '../pdf/support/corpus/forms.ts'
import { plainFile } from '../pdf/support/files.ts'
import { asked, eventually, linkOf, prepared, sent, signAs, uploaded, viewOf } from '../support/prepared.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { expect } from './support/server.ts'

// With motion, as most have it: a window that goes slowly still hears of the key.
test.use({ reducedMotion: 'no-preference' })

const SIGNATURE = { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true } as const
const OWN = { type: 'text', x: 72, y: 100, width: 200, height: 24, signer: 'self' } as const

interface Walk {
  readonly name: string | RegExp
  /** What is pressed, the last of it in a menu that the first opened. */
  readonly presses: readonly [Locator, ...Locator[]]
  /** What somebody does in it that would be lost, and how it is seen that it was not. */
  readonly does?: (dialog: Locator) => Promise<void>
  readonly keeps?: (dialog: Locator) => Promise<void>
  /** Where the page behind it is pressed: below it where nothing is said, nowhere where it has all of the screen. */
  readonly pressedAt?: 'above' | 'right' | 'nowhere'
}

/** What has the focus lies in the dialog; the window around the page, which ends a round by Tab, is nobody's. */
const inside = (dialog: Locator) =>
  dialog.evaluate((element) => document.activeElement === document.body || element.contains(document.activeElement))

async function escapes(page: Page, dialog: Locator): Promise<void> {
  // The tooltip of a button that has the focus takes the first key, and nothing else with it.
  if ((await dialog.locator('button:focus[aria-describedby]').count()) > 0) await page.keyboard.press('Escape')
  // What the button before it is called may still fade, and would take the key.
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Opened, gone round, left by Escape and by a press outside it: each time the focus is back where it was opened, and nothing is lost. */
async function walks(page: Page, { name, presses, does, keeps, pressedAt }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  const opens = async () => {
    for (const each of presses) await each.press('Enter')
    await expect(dialog).toBeVisible()
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), `the focus goes into ${name}`)
      .toBe(true)
  }
  const isLeft = async () => {
    await expect(dialog).toBeHidden()
    await expect(presses[0], `the focus is back where ${name} was opened`).toBeFocused()
  }
  await opens()
  for (const key of ['Shift+Tab', 'Shift+Tab', ...Array<string>(8).fill('Tab')]) {
    await page.keyboard.press(key)
    expect(await inside(dialog), `${key} stays within ${name}`).toBe(true)
  }
  await does?.(dialog)
  await escapes(page, dialog)
  await isLeft()
  await opens()
  await keeps?.(dialog)
  const { width, height } = page.viewportSize()!
  if (pressedAt === 'nowhere') await escapes(page, dialog)
  else if (pressedAt === 'above') await page.mouse.click(6, 6)
  else await page.mouse.click(pressedAt === 'right' ? width - 6 : 6, height - 6)
  await isLeft()
  await opens()
  await keeps?.(dialog)
  await escapes(page, dialog)
  await isLeft()
}

const types = (label: string, text: string) => ({
  does: (dialog: Locator) => dialog.getByLabel(label, { exact: true }).fill(text),
  keeps: (dialog: Locator) => expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text),
})

for (const width of [1440, 390]) {
  const narrow = width < 768
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: narrow ? 844 : 900 } })
    test('dialogs of the workspace are left by Escape to where they were opened, and keep the changes made in them', {
      tag: '@long',
    }, async ({ desk, server, account }) => {
      const profile = desk.getByRole('button', { name: /^Profile/ })
      const inProfile = (name: string) => [profile, desk.getByRole('button', { name })] as const
      const session = await account.get<{ user: { default_user_account_key: string } }>('/app/session')
      await desk.goto(`${server.url}/#team/${session.user.default_user_account_key}`)
      await walks(desk, {
        name: 'Add a person',
        presses: [desk.getByRole('button', { name: 'Add person' })],
        ...types('First name', 'Jonas'),
      })
      await walks(desk, { name: 'Delete your profile?', presses: inProfile('Delete your profile…') })
      await walks(desk, {
        name: 'Your signatures',
        presses: inProfile('Your signatures'),
        does: async (dialog) => {
          await dialog.getByText('Initials', { exact: true }).click()
          await dialog.getByText('Type', { exact: true }).click()
          await dialog.getByLabel(/Type it/).fill('M. C.')
        },
        keeps: (dialog) => expect(dialog.getByLabel(/Type it/)).toHaveValue('M. C.'),
      })

      const { pack } = await sent(account, 'Lease turned down', ['Wilma Turner'], [SIGNATURE])
      await asked(account, pack)
      const { view } = await viewOf(account, pack)
      const signer = client(server.url)
      await openSigning(signer, await linkOf(account, pack, view.signatories[0]!.uuid))
      await signer.post(`/app/documents/${pack}/add_update_signatory`, {
        data: { uuid: view.signatories[0]!.uuid },
        update_status_to: 'rejected',
        rejection_reason: 'no',
      })
      await desk.goto(`${server.url}/#records`)
      await desk.getByRole('textbox', { name: 'Email address or mobile number' }).fill('wilma@example.com')
      await desk.keyboard.press('Enter')
      await walks(desk, {
        name: 'Delete this person’s data?',
        presses: [desk.getByRole('button', { name: /^Delete in \d+ documents?…/ })],
      })

      const locked = await plainFile(1)
      locked.encrypt({ userPassword: 'open sesame', ownerPassword: 'open sesame!', permissions: { modifying: false } })
      await uploaded(account, `Under password, ${width}`, await locked.save())
      await openList(desk, server.url)
      await walks(desk, {
        name: 'Enter PDF password',
        presses: [rowOf(desk, `Under password, ${width}`).getByRole('button', { name: 'Enter PDF password' })],
      })

      await desk.goto(`${server.url}/verify`)
      await walks(desk, { name: 'How verification works', presses: [desk.getByRole('button', { name: 'How verification works' })] })
    })

    test('dialogs of a document that is sent are left by Escape to where they were opened, and keep the changes made in them', {
      tag: '@long',
    }, async ({ desk, server, account }) => {
      const { pack, signers, fields } = await sent(
        account,
        'Lease of the mill',
        ['Anna Okafor', 'Jonas Lindqvist'],
        [SIGNATURE, { ...SIGNATURE, y: 400, signer: 1 }],
      )
      await asked(account, pack)
      await desk.goto(`${server.url}/#documents/${pack}`)
      const ofAnna = desk.getByRole('button', { name: 'Actions for Anna Okafor' })
      const item = (name: string) => desk.getByRole('menuitem', { name })
      await walks(desk, {
        name: 'Signing link for Anna Okafor',
        presses: [desk.getByRole('button', { name: 'Signing link for Anna Okafor', exact: true })],
      })
      await walks(desk, { name: 'Sign in person', presses: [ofAnna, item('Sign in person')] })
      await walks(desk, {
        name: 'Correct the address of Anna Okafor',
        presses: [ofAnna, item('Correct the address')],
        ...types('Email', 'anna.okafor@example.com'),
      })
      const ofJonas = desk.getByRole('button', { name: 'Actions for Jonas Lindqvist' })
      await ofJonas.press('Enter')
      await item('Correct the address').press('Enter')
      await expect(desk.getByRole('dialog').getByLabel('Email')).toHaveValue('jonas@example.com')
      await desk.keyboard.press('Escape')

      const more = desk.getByRole('button', { name: 'More actions' })
      await walks(desk, { name: 'Notification rules', presses: [more, item('Notification rules')] })
      await walks(desk, { name: 'Other downloads', presses: [more, item('Other downloads…')] })
      await walks(desk, {
        name: 'Legal hold',
        presses: [more, item('Place a legal hold…')],
        ...types('Reason', 'Case 7 of the district court'),
      })
      for (const [at, signer] of signers.entries()) {
        await signAs(server.url, await linkOf(account, pack, signer), pack, signer, fields[at]!)
      }
      await eventually(
        () => viewOf(account, pack),
        (answer) => answer.view.documents[0]?.sealing.state === 'sealed',
      )
      await walks(desk, { name: 'Compare a file with this document', presses: [more, item('Compare a file…')] })
    })

    test('dialogs of the editor are left by Escape to where they were opened, and keep the changes made in them', { tag: '@long' }, async ({
      desk,
      server,
      account,
    }) => {
      const { pack } = await prepared(account, 'Order of the bakery', ['Anna Okafor'], [SIGNATURE, OWN])
      await desk.goto(`${server.url}/#documents/${pack}`)
      const button = (name: string | RegExp) => desk.getByRole('button', { name })
      await walks(desk, {
        name: 'Email to the signers',
        presses: [button('Subject and message')],
        // At once after the last letter: what is typed is a change after a pause.
        does: (dialog) => dialog.getByLabel('Message').fill('Please sign until Friday'),
        keeps: (dialog) => expect(dialog.getByLabel('Message')).toHaveValue('Please sign until Friday'),
      })
      await walks(desk, {
        name: 'Your fields',
        presses: [button('Fill in your field')],
        does: (dialog) => dialog.getByRole('textbox').fill('No. 7'),
        keeps: (dialog) => expect(dialog.getByRole('textbox')).toHaveValue('No. 7'),
      })
      await walks(desk, { name: 'Notification rules', presses: [button('Notification rules')] })
      const sheet = desk.getByRole('dialog', { name: 'Documents' })
      if (narrow) await button(/^Documents: /).press('Enter')
      // Over the sheet of documents it is left to that sheet.
      await walks(desk, {
        name: 'Other downloads',
        presses: [button('More for Order of the bakery'), desk.getByRole('menuitem', { name: 'Other downloads…' })],
      })
      if (narrow) {
        await escapes(desk, sheet)
        await expect(sheet).toBeHidden()
        await expect(button(/^Documents: /)).toBeFocused()
      }

      const form = await uploaded(account, 'Tax return of the mill', await everyKindOfField())
      await desk.goto(`${server.url}/#documents/${form.pack}`)
      const chosen = (dialog: Locator) => dialog.getByRole('checkbox', { name: /colours/ })
      await walks(desk, {
        name: 'Form fields of this PDF',
        presses: [button('Review fields')],
        does: (dialog) => chosen(dialog).uncheck(),
        keeps: (dialog) => expect(chosen(dialog)).not.toBeChecked(),
      })
    })

    test('the request, the search and the sheets are left by Escape to where they were opened, and keep the changes made in them', {
      tag: '@long',
    }, async ({ desk, server, account }) => {
      const { pack } = await prepared(account, `Order of the dairy, ${width}`, ['Anna Okafor'], [SIGNATURE, OWN])
      const button = (name: string | RegExp) => desk.getByRole('button', { name })
      await desk.goto(`${server.url}/#documents`)
      await expect(rowOf(desk, 'Order of the dairy').first()).toBeVisible()
      await walks(desk, { name: 'Search documents, templates and commands', presses: [button(narrow ? 'Search' : /^Search documents/)] })
      const link = rowOf(desk, `Order of the dairy, ${width}`).getByRole('link')
      await link.focus()
      await desk.keyboard.press('Control+k')
      const search = desk.getByRole('dialog', { name: 'Search documents, templates and commands' })
      await expect(search.getByRole('textbox')).toBeFocused()
      await desk.keyboard.press('Escape')
      await expect(search).toBeHidden()
      await expect(link).toBeFocused()
      if (narrow) {
        await walks(desk, { name: 'Main', presses: [button('Open the menu')], pressedAt: 'right' })
        await walks(desk, { name: 'Notifications', presses: [button(/^Notifications/)], pressedAt: 'above' })
      }

      await desk.goto(`${server.url}/#documents/${pack}`)
      await walks(desk, {
        name: 'Request signatures',
        presses: [button('Request signatures')],
        ...(narrow ? { pressedAt: 'nowhere' } : {}),
        does: (dialog) => dialog.getByLabel('Message').fill('Please sign until Friday'),
        keeps: (dialog) => expect(dialog.getByLabel('Message')).toHaveValue('Please sign until Friday'),
      })
      if (!narrow) return
      await walks(desk, { name: 'Documents', presses: [button(/^Documents: /)], pressedAt: 'above' })
      await desk.getByRole('button', { name: 'Fields', exact: true }).or(button('Fields of the document')).first().press('Enter')
      await walks(desk, {
        name: 'Field',
        presses: [
          desk
            .getByRole('main')
            .getByRole('button', { name: /Signature/ })
            .first(),
        ],
        pressedAt: 'above',
      })

      const ended = await sent(account, 'Order of the brewery', ['Anna Okafor'], [SIGNATURE])
      await desk.goto(`${server.url}/#replay/${ended.pack}?as=team&at=1`)
      await walks(desk, { name: 'Events', presses: [button('Show events')], pressedAt: 'above' })
    })
  })
}

test.describe('without motion', () => {
  // A drawer that is left is gone at once.
  test.use({ reducedMotion: 'reduce' })
  test('on a phone Escape leaves a dialog over a drawer first, and the drawer by the next press', async ({ desk, server, account }) => {
    const { pack } = await prepared(account, 'Order of the mill', ['Anna Okafor'], [SIGNATURE])
    await desk.setViewportSize({ width: 390, height: 844 })
    const button = (name: string | RegExp) => desk.getByRole('button', { name })
    const search = desk.getByRole('dialog', { name: 'Search documents, templates and commands' })
    const leaves = async (name: string, opener: Locator) => {
      const drawer = desk.getByRole('dialog', { name, exact: true })
      await opener.press('Enter')
      await expect(drawer).toBeVisible()
      await desk.keyboard.press('Control+k')
      await expect(search.getByRole('textbox')).toBeFocused()
      await escapes(desk, search)
      await expect(search).toBeHidden()
      await expect(drawer).toBeVisible()
      await escapes(desk, drawer)
      await expect(drawer).toBeHidden()
    }
    await openList(desk, server.url)
    await leaves('Main', button('Open the menu'))
    await leaves('Notifications', button(/^Notifications/))
    await desk.goto(`${server.url}/#documents/${pack}`)
    await leaves('Documents', button(/^Documents: /))
    await button(/^Documents: /).press('Enter')
    const [sheet, dialog] = ['Documents', 'Other downloads'].map((name) => desk.getByRole('dialog', { name }))
    await button('More for Order of the mill').press('Enter')
    await desk.getByRole('menuitem', { name: 'Other downloads…' }).press('Enter')
    await escapes(desk, dialog!)
    await expect(dialog!).toBeHidden()
    await expect(sheet!).toBeVisible()
    await escapes(desk, sheet!)
    await expect(sheet!).toBeHidden()
    await button('Fields of the document').press('Enter')
    await leaves('Field', desk.getByRole('listitem').getByRole('button', { name: /^Signature/ }))
  })
})

test('what is refused after its dialog was left is said at once, and leaves alone what is open by then', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const dialog = desk.getByRole('dialog')
  const refusal = desk.getByRole('alert').filter({ hasText: 'Not today.' })
  /** Sent, left while it is on its way, and refused. */
  const leavesAndIsRefused = async (call: RegExp, sends: () => Promise<void>, meanwhile = async () => {}) => {
    const line = Promise.withResolvers<void>()
    await desk.route(call, async (route) => {
      await line.promise
      await route.fulfill({ status: 409, json: { success: false, code: 'not-today', message: 'Not today.' } })
    })
    const onItsWay = desk.waitForRequest(call)
    await sends()
    await onItsWay
    await escapes(desk, dialog)
    await expect(dialog).toBeHidden()
    await meanwhile()
    await expect(refusal).toHaveCount(0)
    line.resolve()
    await expect(refusal).toBeVisible()
    await desk.unroute(call)
    await refusal.getByRole('button', { name: 'Close' }).click()
    await expect(refusal).toHaveCount(0)
  }

  const session = await account.get<{ user: { default_user_account_key: string } }>('/app/session')
  await desk.goto(`${server.url}/#team/${session.user.default_user_account_key}`)
  const add = desk.getByRole('button', { name: 'Add person' })
  await leavesAndIsRefused(/add_user_account/, async () => {
    await add.press('Enter')
    await dialog.getByLabel('First name').fill('Jonas')
    await dialog.getByLabel('Email').fill('jonas@example.com')
    await desk.keyboard.press('Enter')
  })
  await add.press('Enter')
  await expect(dialog.getByLabel('First name')).toHaveValue('Jonas')
  await expect(dialog.getByText('Not today.')).toHaveCount(0)
  await desk.keyboard.press('Escape')

  await desk.route('**/app/user/profile_deletion', (route) => route.fulfill({ json: { success: true, possible: true, why_not: null } }))
  await leavesAndIsRefused(/delete_profile/, async () => {
    await desk.getByRole('button', { name: /^Profile/ }).press('Enter')
    await desk.getByRole('button', { name: 'Delete your profile…' }).press('Enter')
    await dialog.getByLabel('Your password').fill('correct horse battery')
    await desk.keyboard.press('Enter')
  })

  const { pack } = await sent(
    account,
    'Lease of the lock',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { ...SIGNATURE, y: 400, signer: 1 }],
  )
  await asked(account, pack)
  await desk.goto(`${server.url}/#documents/${pack}`)
  const correct = async (name: string, email: string) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await desk.getByRole('menuitem', { name: 'Correct the address' }).press('Enter')
    await dialog.getByLabel('Email').fill(email)
  }
  await leavesAndIsRefused(
    /update_signatory_details/,
    async () => {
      await correct('Anna Okafor', 'anna@mill.example')
      await desk.keyboard.press('Enter')
    },
    () => correct('Jonas Lindqvist', 'jonas@mill.example'),
  )
  await expect(dialog.getByLabel('Email')).toHaveValue('jonas@mill.example')
  await expect(dialog.getByText('Not today.')).toHaveCount(0)
  await desk.keyboard.press('Escape')

  await leavesAndIsRefused(/legal_hold/, async () => {
    await desk.getByRole('button', { name: 'More actions' }).press('Enter')
    await desk.getByRole('menuitem', { name: 'Place a legal hold…' }).press('Enter')
    await dialog.getByLabel('Reason').fill('Case 7 of the district court')
    await dialog.getByRole('button', { name: 'Place the hold' }).press('Enter')
  })
})

test.describe('without motion', () => {
  test.use({ reducedMotion: 'reduce' })
  test('a dialog that makes new links at each opening never shows the last ones', async ({ desk, server, account }) => {
    const { pack } = await sent(
      account,
      'Lease of the weir',
      ['Mira Castell', 'Anna Okafor'],
      [SIGNATURE, { ...SIGNATURE, y: 400, signer: 1 }],
    )
    await asked(account, pack)
    await desk.goto(`${server.url}/#documents/${pack}`)
    /** Opened twice: whether the second time held the first one's link for a moment, before its own answer came. */
    const heldTheLast = async (dialog: Locator, open: () => Promise<void>, calls: string, link: () => Promise<string>) => {
      await open()
      const last = await link()
      await desk.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      const line = Promise.withResolvers<void>()
      await desk.route(calls, async (route) => {
        await line.promise
        await route.continue()
      })
      await desk.evaluate(() => {
        const gone: string[] = []
        const see = (records: readonly MutationRecord[]) => {
          for (const { oldValue, removedNodes } of records) {
            gone.push(oldValue ?? '', ...[...removedNodes].map((node) => (node instanceof Element ? node.outerHTML : '')))
          }
        }
        new MutationObserver(see).observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true })
        Object.assign(globalThis, { gone })
      })
      await open()
      await expect(dialog).toBeVisible()
      const gone = await desk.evaluate(() => (globalThis as unknown as { gone: string[] }).gone.join(' '))
      line.resolve()
      expect(await link()).not.toBe(last)
      await desk.unroute(calls)
      await desk.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      return gone.includes(last)
    }

    const sheet = desk.getByRole('dialog', { name: 'Signing link for Anna Okafor' })
    const address = sheet.getByRole('textbox')
    const sheetHeldTheLast = await heldTheLast(
      sheet,
      () => desk.getByRole('button', { name: 'Signing link for Anna Okafor', exact: true }).press('Enter'),
      '**/generate_signing_link_for_signatory/*',
      async () => {
        await expect(address).toHaveValue(/\/sign\//)
        return address.inputValue()
      },
    )
    expect(sheetHeldTheLast).toBe(false)

    const requests = desk.getByRole('dialog', { name: 'Waiting for your signature' })
    const way = requests.getByRole('link').first()
    const requestsHeldTheLast = await heldTheLast(
      requests,
      async () => {
        await desk.getByRole('button', { name: /^Notifications/ }).press('Enter')
        await desk.getByRole('button', { name: 'Sign', exact: true }).press('Enter')
      },
      '**/get_pending_signing_requests*',
      async () => (await way.getAttribute('href'))!,
    )
    expect(requestsHeldTheLast).toBe(false)
    await account.get(`/app/documents/${pack}/delete_document`)
  })
})
