import type { Locator, Page } from 'playwright/test'
import { linkOf, type PreparedField, sent, viewOf } from '../support/prepared.ts'
import { expect, looksRight, test } from './support/server.ts'
import { turns } from './support/signer.ts'
import { swipe } from './support/swipe.ts'

const FIELDS: readonly PreparedField[] = [
  { type: 'text', x: 72, y: 100, width: 200, height: 24, signer: 0, required: true, custom_id: 'delivery_address' },
  {
    type: 'choice',
    x: 72,
    y: 150,
    width: 160,
    height: 24,
    signer: 0,
    required: true,
    options_as_csv: '30 days,60 days',
    custom_id: 'payment_term',
  },
  { type: 'check', x: 72, y: 200, width: 18, height: 18, signer: 0, custom_id: 'weekend_installation' },
  { type: 'date', x: 72, y: 240, width: 120, height: 24, signer: 0, required: true },
  { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true },
  { type: 'signature', x: 320, y: 300, width: 180, height: 48, signer: 0, required: true },
]

/** One way of working: how to press something, and how to sign. */
interface WayToSign {
  readonly name: string
  readonly options: Parameters<typeof test.use>[0]
  /** The screens that nobody else looks at: a keyboard changes only how one signs, and what is checked on a phone is seen elsewhere. */
  readonly looksAt: readonly string[]
  press(page: Page, target: Locator): Promise<void>
  sign(page: Page): Promise<void>
  /** Once more, right before going on: a tap after a quick stroke must count, and a look takes so long that it would. */
  signAgain?(page: Page): Promise<void>
}

const draw = async (page: Page, touch: boolean) => {
  const pad = page.getByRole('img', { name: /drawing area, empty/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
  const curve = [at(0.2, 0.5), at(0.3, 0.3), at(0.4, 0.6), at(0.5, 0.35), at(0.6, 0.6), at(0.75, 0.4)] as const
  if (touch) return swipe(page, curve)
  await page.mouse.move(curve[0].x, curve[0].y)
  await page.mouse.down()
  for (const point of curve.slice(1)) await page.mouse.move(point.x, point.y, { steps: 5 })
  await page.mouse.up()
}

const WAYS_TO_SIGN: readonly WayToSign[] = [
  {
    name: 'by mouse',
    options: {},
    looksAt: ['consent', 'signature', 'review', 'done'],
    press: (_, target) => target.click(),
    sign: (page) => draw(page, false),
  },
  {
    name: 'by keyboard alone',
    options: {},
    looksAt: ['signature'],
    async press(page, target) {
      await expect(target).toBeVisible()
      await target.focus()
      await page.keyboard.press('Enter')
    },
    async sign(page) {
      await page.getByRole('radio', { name: 'Type' }).focus()
      await page.keyboard.press('Space')
      // Their name is known, and stands there already.
      await expect(page.getByRole('textbox', { name: /Type it/ })).toHaveValue('Anna Okafor')
    },
  },
  {
    name: 'by touch at 390 px',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    looksAt: ['consent', 'signature', 'done'],
    press: (_, target) => target.tap(),
    sign: (page) => draw(page, true),
    async signAgain(page) {
      await page.getByRole('button', { name: 'Clear' }).tap()
      await draw(page, true)
    },
  },
]

for (const way of WAYS_TO_SIGN) {
  test.describe(way.name, () => {
    test.use(way.options)
    test(`[D-018 D-078 D-080 D-139 D-253] a signer fills in and signs ${way.name}`, async ({ page, account }) => {
      const made = await sent(
        account,
        `Supply agreement ${way.name}`,
        ['Anna Okafor', 'Jonas Lindqvist'],
        [...FIELDS, { type: 'signature', x: 72, y: 400, width: 180, height: 48, signer: 1, required: true }],
      )
      const look = async (screen: string) => {
        if (way.looksAt.includes(screen)) await looksRight(page, `sign-${screen}-${way.name.replaceAll(' ', '-')}`)
      }
      await page.goto(await linkOf(account, made.pack, made.signers[0]!))
      await expect(page.getByRole('heading', { name: `Supply agreement ${way.name}` })).toBeVisible()
      await look('consent')

      await way.press(page, page.getByRole('button', { name: 'Begin' }))
      await expect(page.getByText('Please tick the box to continue.')).toBeVisible()
      const consent = page.getByRole('checkbox', { name: 'I agree to sign electronically' })
      await consent.focus()
      await page.keyboard.press('Space')
      await way.press(page, page.getByRole('button', { name: 'Begin' }))

      const next = () => page.getByRole('button', { name: /^(Next|Review)/ })
      const field = (name: string) => page.getByRole('heading', { name })
      await expect(field('Delivery address')).toBeVisible()
      await way.press(page, next())
      await expect(page.getByText('This field is required.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Delivery address' }).focus()
      await page.keyboard.type('Staff canteen, 21 Mill Lane')
      await way.press(page, next())

      await expect(field('Payment term')).toBeVisible()
      await page.getByRole('radio', { name: '30 days' }).focus()
      await page.keyboard.press('Space')
      await way.press(page, next())

      await expect(field('Weekend installation')).toBeVisible()
      await page.getByRole('checkbox', { name: /Weekend installation/ }).focus()
      await page.keyboard.press('Space')
      await way.press(page, next())

      await expect(field('Date')).toBeVisible()
      await page.getByLabel('Date', { exact: true }).fill('2026-03-10')
      await way.press(page, next())

      await expect(field('Signature')).toBeVisible()
      await way.sign(page)
      await look('signature')
      await expect(page.getByRole('checkbox', { name: /Use it for both of my/ })).toBeChecked()
      await way.signAgain?.(page)
      await way.press(page, next())

      await expect(page.getByRole('heading', { name: 'Check and finish' })).toBeVisible()
      await expect(page.getByText('Staff canteen, 21 Mill Lane')).toBeVisible()
      await look('review')
      await way.press(page, page.getByRole('button', { name: 'Sign and finish' }))
      await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
      await look('done')

      const { view } = await viewOf(account, made.pack)
      expect(view.signatories.map(({ status }) => status)).toEqual(['complete', 'awaiting_signatures'])
      const values = made.fields.slice(0, 4).map((key) => view.fields[key]!.value)
      expect(values).toEqual(['Staff canteen, 21 Mill Lane', '30 days', 'checked', '2026-03-10'])
      expect(made.fields.slice(4, 6).map((key) => view.fields[key]!.value !== null)).toEqual([true, true])
    })
  })
}

test('what a signer typed survives a reload and a lost connection', async ({ page, account, context }) => {
  const made = await sent(account, 'Survives', ['Anna Okafor'], FIELDS.slice(0, 2))
  const link = await linkOf(account, made.pack, made.signers[0]!)
  await page.goto(link)
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('Typed while offline')
  await expect(page.getByText(/Offline: 1 change/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Typed while offline').first()).toBeVisible()
})

test('[D-019] a signer declines with a reason', async ({ page, account }) => {
  const made = await sent(account, 'Declined', ['Anna Okafor'], FIELDS.slice(0, 1))
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The price is not what we agreed.')
  await looksRight(page, 'sign-decline')
  await page.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(page.getByRole('heading', { name: 'You declined to sign' })).toBeVisible()
  const { view } = await viewOf(account, made.pack)
  expect([view.status, view.signatories[0]!.status, view.signatories[0]!.rejectionReason]).toEqual([
    'rejected',
    'rejected',
    'The price is not what we agreed.',
  ])
})

test('a mistyped link and a voided one say so and name nobody', async ({ page, account, server }) => {
  await page.goto(`${server.url}/sign/thisTokenWasNeverIssued000000000`)
  await expect(page.getByText(/incomplete or unknown/)).toBeVisible()
  await looksRight(page, 'sign-unknown-link')

  const made = await sent(account, 'Secret plans', ['Anna Okafor'], FIELDS.slice(0, 1))
  const link = await linkOf(account, made.pack, made.signers[0]!)
  await turns(account, made.pack, 'setup')
  await page.goto(link)
  await expect(page.getByText(/no longer works/)).toBeVisible()
  expect(await page.content()).not.toMatch(/Secret plans|Anna|Mira/)
})

test('what comes after consent is not there yet when the line goes: that is said, consent stands, and it goes on', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Short line', ['Anna Okafor'], FIELDS.slice(0, 1))
  const late = /\/assets\/Consented-/
  await page.route(late, (route) => route.abort())
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText(/no connection to the server/)).toBeVisible()
  await page.unroute(late)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Delivery address' })).toBeVisible()
})
