import type { Page } from 'playwright/test'
import { linkOf, type PreparedField, sent, viewOf } from '../support/prepared.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins, finishing, onwards, stands, typesName } from './support/signer.ts'
import { pinch } from './support/swipe.ts'

const FIELDS: readonly PreparedField[] = [
  { type: 'text', x: 72, y: 420, width: 220, height: 24, signer: 0, required: true, custom_id: 'delivery_address' },
  { type: 'signature', x: 320, y: 620, width: 180, height: 48, signer: 0, required: true },
]

const SCREENS = [
  { name: 'small-phone', viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  // What a window of 1440 by 900 leaves at 200 %.
  { name: 'zoomed', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
] as const

/** The field that is asked for can be seen: nothing lies over its middle. */
const inSight = (page: Page) =>
  page.locator('button[data-now]').evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight && field.contains(document.elementFromPoint(x, y))
  })

for (const { name, ...screen } of SCREENS) {
  test.describe(name, name === 'phone' ? {} : { tag: '@long' }, () => {
    test.use(screen)
    test(`signing is usable on a ${name} screen: the field, its input and the way on are all there`, async ({ page, account }) => {
      const made = await sent(account, 'Supply and installation agreement', ['Anna Okafor'], FIELDS)
      await begins(page, await linkOf(account, made.pack, made.signers[0]!))
      await stands(page, 'Delivery address')
      await expect.poll(() => inSight(page)).toBe(true)
      await looksRight(page, `sign-${name}-text`)
      // The specification's words are true: the box is above them.
      const [above, words] = await Promise.all([
        page.getByRole('textbox', { name: 'Delivery address' }).boundingBox(),
        page.getByText('Click on the box above and enter text.').boundingBox(),
      ])
      expect(words!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
      await page.getByRole('textbox', { name: 'Delivery address' }).fill('21 Mill Lane')
      await onwards(page).click()
      await stands(page, 'Signature')
      await expect.poll(() => inSight(page)).toBe(true)
      const pad = page.getByRole('img', { name: /drawing area/ })
      await expect(pad).toBeInViewport()
      // Nobody draws by a click.
      await expect(page.getByText('Click on the box above')).toHaveCount(0)
      await looksRight(page, `sign-${name}-signature`)
      await typesName(page, 'Anna Okafor')
      await onwards(page).click()
      await stands(page, 'Check and finish')
      await looksRight(page, `sign-${name}-review`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await finishing(page).click()
      await stands(page, 'You have signed')
    })
  })
}

test.describe('reading on a phone', () => {
  test.use(SCREENS[1])
  test('before consent and after it the document has the screen, as wide as that, and two fingers make it larger', async ({
    page,
    account,
  }) => {
    const made = await sent(account, 'Read before you agree', ['Anna Okafor'], FIELDS)
    const paper = page.locator('[data-page="0"]')
    const widthOf = async () => (await paper.boundingBox())!.width
    const fits = () => expect.poll(widthOf).toBeCloseTo(390 - 48, 0)
    const isLarger = async () => {
      await pinch(page, { x: 195, y: 400 }, 60, 150)
      await expect.poll(widthOf).toBeGreaterThan(390 * 1.5)
    }
    await page.goto(await linkOf(account, made.pack, made.signers[0]!))
    await page.getByRole('button', { name: 'Read the document first' }).tap()
    await expect(paper.locator('canvas')).toBeVisible()
    await fits()
    await expect(page.getByRole('button', { name: /^Field 1/ })).toBeDisabled()
    await looksRight(page, 'sign-read-first-phone')
    await isLarger()
    await page.getByRole('button', { name: 'Back to the start' }).tap()
    expect((await viewOf(account, made.pack)).view.signatories[0]!.consent).toBeNull()

    await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
    await page.getByRole('button', { name: 'Begin' }).tap()
    await stands(page, 'Delivery address')
    await expect.poll(() => inSight(page)).toBe(true)
    await page.getByRole('button', { name: 'Read', exact: true }).tap()
    await fits()
    await isLarger()
    await page.getByRole('button', { name: 'Back to my fields' }).tap()
    await expect.poll(() => inSight(page)).toBe(true)
  })
})

test('next to the panel of a screen of middle width the pages are as wide as they have room, and nothing lies on their words', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const made = await sent(account, 'In the middle', ['Anna Okafor'], FIELDS)
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await stands(page, 'Delivery address')
  const paper = page.locator('[data-page="0"]')
  const room = (await page.getByRole('main').boundingBox())!.width
  await expect.poll(async () => (await paper.boundingBox())!.width).toBeCloseTo(room - 48, 0)
  const [sheet, read] = [(await paper.boundingBox())!, (await page.getByRole('button', { name: 'Read all' }).boundingBox())!]
  expect(sheet.x).toBeCloseTo(24, 0)
  expect(read.y).toBeGreaterThan(sheet.y + sheet.height)
  await looksRight(page, 'sign-middle')
})

test.describe('a name that cannot be broken', () => {
  test.use(SCREENS[1])
  test('does not push the way on off a phone, nor out of its card', async ({ page, account }) => {
    const name = 'Framework agreement for Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
    const made = await sent(account, name, ['Anna Okafor'], FIELDS)
    await page.goto(await linkOf(account, made.pack, made.signers[0]!))
    await expect(page.getByRole('button', { name: 'Begin' })).toBeInViewport({ ratio: 1 })
    const heading = page.getByRole('heading', { name })
    expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
})

test.describe('a field that was lost', () => {
  test.use(SCREENS[1])
  test('is said on a phone where neither the way on nor the field is', async ({ page, account }) => {
    const made = await sent(account, 'Told at the top', ['Anna Okafor'], FIELDS)
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    const refusal = { success: false, code: 'not-saved', message: 'It is not taken.' }
    await page.route('**/add_update_data_field', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
    await page.getByRole('textbox', { name: 'Delivery address' }).fill('21 Mill Lane')
    const warning = page.getByRole('alert').filter({ hasText: 'could not be saved' })
    await expect(warning).toBeVisible()
    await onwards(page).click({ trial: true })
    expect((await warning.boundingBox())!.y).toBeLessThan(200)
    await expect.poll(() => inSight(page)).toBe(true)
    await page.screenshot({ path: 'test-results/screens/sign-phone-lost.png' })
    await warning.getByRole('button', { name: 'Hide this message' }).click()
    await expect(warning).toHaveCount(0)
  })
})

test('without motion nothing glides, and with forced colours fields, progress and choices keep their outlines', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Colours', ['Anna Okafor'], [...FIELDS, { ...FIELDS[1]!, page: 0, y: 700 }])
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await stands(page, 'Delivery address')
  await page.screenshot({ path: 'test-results/screens/sign-forced-colours.png' })
  const now = page.locator('button[data-now]')
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  expect(moving).toBe(0)
  // The page is where it goes at once: a glide would still be under way.
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('21 Mill Lane')
  await onwards(page).click()
  await stands(page, 'Signature')
  expect(await inSight(page)).toBe(true)
  const outline = (target: typeof now) => target.evaluate((element) => getComputedStyle(element, '::before').borderTopWidth)
  expect(await outline(now)).toBe('2px')
  const bar = page.locator('[data-state="open"]').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  await page.screenshot({ path: 'test-results/screens/sign-forced-colours-signature.png' })
})

test('where the line breaks before the scripts of a page have come, that is said and not a blank page, and one press brings it', async ({
  page,
  account,
  server,
}) => {
  const made = await sent(account, 'Half a page', ['Anna Okafor'], FIELDS)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, there] of [
    [await linkOf(account, made.pack, made.signers[0]!), page.getByRole('checkbox')],
    [server.url, page.getByRole('heading', { name: 'Log in' })],
  ] as const) {
    await page.route('**/*.js', (route) => (route.request().url().includes('/assets/') ? route.abort() : route.continue()))
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveText('This page could not be loaded.')
    await expect(page.getByText('Nothing you saved is lost. Check your connection, then try again.')).toBeVisible()
    await looksRight(page, 'scripts-missing')
    await page.unroute('**/*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(there).toBeVisible()
  }
})

test('what the sender wrote to all greets each signer by name before they begin, next to the initials of the workspace', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Greeted by name', ['Anna $& Okafor'], FIELDS, false, {
    message: 'Hello {name}, please sign by Friday.',
  })
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await expect(page.getByText('Hello Anna $& Okafor, please sign by Friday.')).toBeVisible()
  // As the rail of the sender shows it.
  const { user_accounts } = await account.get<{ user_accounts: { account_name: string }[] }>('/app/session')
  const letters = user_accounts[0]!.account_name.split(' ').map((word) => word[0]!.toUpperCase())
  await expect(page.getByRole('banner').locator('[aria-hidden="true"]').first()).toHaveText(letters.join(''))
})

test('a link is opened once, whichever of its two scripts comes first, and what is fetched ahead is fetched once', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Opened once', ['Anna Okafor'], FIELDS)
  const link = await linkOf(account, made.pack, made.signers[0]!)
  const opened: string[] = []
  page.on('request', (request) => request.url().endsWith('/app/signing_sessions') && opened.push(request.method()))
  const late = Promise.withResolvers<void>()
  await page.route('**/opening.js', async (route) => {
    await late.promise
    await route.continue()
  })
  const came = page.waitForResponse('**/opening.js')
  await page.goto(link, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
  late.resolve()
  await came
  await page.waitForLoadState('load')
  expect(opened).toEqual(['POST'])

  await page.unroute('**/opening.js')
  await begins(page, link)
  await stands(page, 'Delivery address')
  const complaints: string[] = []
  page.on('console', (message) => message.text().includes('preload') && complaints.push(message.text()))
  await page.reload()
  await stands(page, 'Delivery address')
  expect(complaints).toEqual([])
})

test('a page that a program opened counts as opened once a person moves on it', async ({ page, account }) => {
  const made = await sent(account, 'Scanned', ['Anna Okafor'], FIELDS)
  const visited = async () => (await viewOf(account, made.pack)).view.signatories[0]!.visited
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
  // What programs do: they run scripts, and scroll.
  await page.evaluate(() => {
    dispatchEvent(new PointerEvent('pointermove'))
    scrollTo(0, document.body.scrollHeight)
  })
  await page.waitForLoadState('networkidle')
  expect(await visited()).toBeNull()
  const reported = page.waitForResponse('**/begin_visit')
  await page.mouse.move(200, 200)
  await reported
  expect(await visited()).not.toBeNull()
})
