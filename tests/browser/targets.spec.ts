import type { Locator, Page } from 'playwright/test'
import { linkOf, prepared, sent } from '../support/prepared.ts'
import { becomes, openList, rowOf } from './support/desk.ts'
import { expect, test } from './support/server.ts'

interface Small {
  readonly what: string
  readonly width: number
  readonly height: number
}

/** What can be pressed and is less than so many pixels high or wide to a finger: found by feeling for it, as a finger would. */
function tooSmall(page: Page, least: number): Promise<readonly Small[]> {
  return page.evaluate((least) => {
    const PRESSED =
      'a[href], button, input, select, textarea, [role="button"], [role="menuitem"], [role="option"], [role="tab"], [role="switch"]'
    const found: Small[] = []
    const shown = [...document.querySelectorAll<HTMLElement>(PRESSED)].filter((each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    for (const element of shown) {
      if (element.matches(':disabled, [aria-disabled="true"], [type="file"]')) continue
      // A link within a sentence is as high as its line.
      // What stands on the paper is as large as it is there.
      if (element.matches('p a, [data-page] *')) continue
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      const [cx, cy] = [x + width / 2, y + height / 2]
      const mine = (px: number, py: number) => {
        const at = document.elementFromPoint(px, py)
        const label = at?.closest('label')
        return at !== null && (element.contains(at) || label?.control === element || label?.contains(element) === true)
      }
      if (!mine(cx, cy)) continue
      const reach = (dx: number, dy: number) => {
        let far = 0
        while (far < least && mine(cx + dx * (far + 1), cy + dy * (far + 1))) far += 1
        return far
      }
      const size = { width: reach(-1, 0) + reach(1, 0) + 1, height: reach(0, -1) + reach(0, 1) + 1 }
      const edge = (at: number, end: number) => at < least / 2 || at > end - least / 2
      const tall = size.height >= least - 1 || edge(cy, innerHeight)
      const wide = size.width >= least - 1 || edge(cx, innerWidth)
      if (!tall || !wide) found.push({ what: element.outerHTML.slice(0, 140), ...size })
    }
    return found
  }, least)
}

test('on a phone nothing to press is smaller than 44 px; next to the pages of a wide screen no control lies on them', {
  tag: '@long',
}, async ({ browser, server, account }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  await becomes(context, server.url, account)
  const page = await context.newPage()
  const field = { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true } as const
  const setup = await prepared(account, 'Thumbs in setup', ['Anna Okafor'], [field])
  const going = await sent(account, 'Thumbs on the way', ['Anna Okafor', 'Ben Ito'], [field])
  const link = await linkOf(account, going.pack, going.signers[0]!)
  const small: string[] = []
  const look = async (screen: string, shows: Locator) => {
    await expect(shows.first()).toBeVisible()
    await page.screenshot({ path: `test-results/screens/thumbs-${screen}.png` })
    for (const { what, width, height } of await tooSmall(page, 44)) small.push(`${screen}: ${width} × ${height} ${what}`)
  }
  await openList(page, server.url)
  await look('list', rowOf(page, 'Thumbs in setup'))
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await look('menu', page.getByRole('link', { name: 'Records' }))
  for (const [place, shows] of [
    ['documents?type=template', page.getByRole('heading', { name: 'Templates' })],
    ['trash', page.getByRole('heading', { name: 'Trash' })],
    ['outbox', page.getByRole('heading', { name: 'Outbox' })],
    ['records', page.getByRole('heading', { name: 'Records' })],
    [`documents/${setup.pack}`, page.getByRole('textbox', { name: 'Document name' })],
    [`documents/${going.pack}`, page.getByRole('link', { name: 'Replay' })],
    [`replay/${going.pack}`, page.getByRole('button', { name: 'Play' })],
  ] as const) {
    await page.goto(`${server.url}/#${place}`)
    await look(place.split(/[/?]/)[0]! + place.length, shows)
  }
  await page.goto(link)
  const agree = page.getByRole('checkbox', { name: 'I agree to sign electronically' })
  await look('consent', agree)
  await agree.check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await look('signing', page.getByRole('radiogroup', { name: 'How you sign' }))
  await page.goto(`${server.url}/verify`)
  await look('verify', page.getByRole('button', { name: 'How verification works' }))
  await page.getByTestId('file').setInputFiles('assets/sample.pdf')
  await look('verified', page.getByRole('heading', { name: 'This file was not sealed by Paraph' }))
  await context.clearCookies()
  await page.goto(`${server.url}/#documents`)
  const forgot = page.getByRole('link', { name: 'Forgot your password?' })
  await expect(forgot).toBeVisible()
  expect((await forgot.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('link', { name: 'Verify a signed PDF' })).toHaveAttribute('href', '/verify')
  await look('login', page.getByRole('textbox', { name: 'Password' }))
  expect(small).toEqual([])
  await context.close()

  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage()
  await desk.goto(link)
  const paper = desk.locator('[data-page="0"]').first()
  const controls = [desk.getByRole('button', { name: 'Read all' }), desk.getByRole('button', { name: 'Zoom in' })]
  for (const width of [1440, 1100]) {
    await desk.setViewportSize({ width, height: 900 })
    for (const control of controls) {
      await expect
        .poll(async () => {
          const [button, sheet] = [await control.boundingBox(), await paper.boundingBox()]
          return button !== null && sheet !== null && button.x + button.width < sheet.x
        })
        .toBe(true)
    }
    await desk.screenshot({ path: `test-results/screens/sign-room-${width}.png` })
  }
  await desk.context().close()
})
