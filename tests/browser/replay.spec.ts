import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const FIELDS: readonly PreparedField[] = [
  { type: 'text', x: 72, y: 100, width: 200, height: 24, signer: 0, required: true, custom_id: 'delivery_address' },
  { type: 'choice', x: 72, y: 150, width: 160, height: 24, signer: 0, options_as_csv: '30 days,60 days', custom_id: 'payment_term' },
  { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true },
  { type: 'text', x: 320, y: 100, width: 180, height: 24, signer: 'self', data: 'Order 4711' },
]

/** The same answer with one field a point further to the right. */
function moved(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(moved)
  if (typeof answer !== 'object' || answer === null) return answer
  const shifted = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, moved(value)]))
  return shifted.x === 72_000 && shifted.y === 100_000 ? { ...shifted, x: 73_000 } : shifted
}

/** What floats over the pages is another on each screen, and no part of the document. */
const PAPER_ALONE = 'body :not(:has([data-page="0"]), [data-page="0"], [data-page="0"] *) { visibility: hidden !important }'

/** The first page as it is painted, once it is. */
async function pictureOf(page: Page): Promise<{ picture: Buffer; width: number }> {
  const paper = page.locator('[data-page="0"]')
  await expect(paper.locator('canvas')).toBeVisible()
  await expect(paper.locator('img')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  // Where its size has just changed the page is stretched for a moment, and then drawn again.
  const { width } = (await paper.boundingBox())!
  await expect.poll(() => paper.locator('canvas').evaluate((drawn: HTMLCanvasElement) => drawn.width)).toBe(Math.round(width))
  // As a sheet of the page's own making: its policy lets no other in.
  await page.evaluate((css) => {
    const alone = new CSSStyleSheet()
    alone.replaceSync(css)
    document.adoptedStyleSheets = [alone]
  }, PAPER_ALONE)
  const picture = await paper.screenshot({ animations: 'disabled' })
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return { picture, width }
}

test('what a signer saw while signing and its replay of that moment are the same picture, and the screen says what it was checked against', {
  tag: '@long',
}, async ({ page, account, server, window }) => {
  const made = await sent(account, 'Replayed agreement', ['Anna Okafor'], FIELDS)
  // Where nothing but the page is on the screen: while reading on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('Staff canteen, 21 Mill Lane')
  const next = page.getByRole('button', { name: /^(Next|Review)/ })
  await next.click()
  await page.getByRole('radio', { name: '30 days' }).check()
  await next.click()
  await page.getByRole('radiogroup', { name: 'How you sign' }).getByText('Type').click()
  await page.getByRole('textbox', { name: /Type it/ }).fill('Anna Okafor')
  await next.click()
  await expect(page.getByRole('heading', { name: 'Check and finish' })).toBeVisible()
  await expect(page.getByText('Saved')).toBeVisible()
  // The whole width of the page, as replay shows it.
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  const seen = await pictureOf(page)
  const { revision } = await viewOf(account, made.pack)

  // While she has not finished, what she typed is hers: the team sees that there is something.
  const team = await window()
  await team.goto(`${server.url}/#replay/${made.pack}?as=${made.signers[0]}&at=${revision}`)
  await expect(team.getByText(/Anna Okafor has not finished/)).toBeVisible()
  expect(await team.content()).not.toContain('Staff canteen')

  await page.getByRole('button', { name: 'Back to my fields' }).click()
  await next.click()
  await page.getByRole('button', { name: 'Sign and finish' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()

  await team.reload()
  await expect(team.getByText('What Anna Okafor saw')).toBeVisible()
  const { revision: later } = await viewOf(account, made.pack)
  await team.goto(`${server.url}/#replay/${made.pack}?as=${made.signers[0]}&at=${later}`)
  await expect(team.getByText('What Anna Okafor could see')).toBeVisible()
  await expect(team.getByText('Anna Okafor was last active before this at')).toBeVisible()
  await team.goto(`${server.url}/#replay/${made.pack}?as=${made.signers[0]}&at=${revision}`)
  await team.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await team.locator('[data-page="0"]').boundingBox())!.width).toBe(seen.width)
  // Every pixel of the page area, as the two screens painted it at the same width.
  await expect.poll(async () => (await pictureOf(team)).picture.equals(seen.picture)).toBe(true)

  // The comparison is worth something: a field that stood one point elsewhere is another picture.
  await team.route(/\/app\/replay\/[^/]+\/(steps|moment)/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: moved(await answer.json()) })
  })
  await team.reload()
  await expect.poll(async () => (await team.locator('[data-page="0"]').boundingBox())?.width).toBe(seen.width)
  expect((await pictureOf(team)).picture.equals(seen.picture)).toBe(false)
  await team.unroute(/\/app\/replay\/[^/]+\/(steps|moment)/)
  await team.reload()
  await expect.poll(async () => (await pictureOf(team)).picture.equals(seen.picture)).toBe(true)

  await team.setViewportSize({ width: 1440, height: 900 })
  await expect(team.getByRole('button', { name: /History intact/ })).toBeVisible()
  await looksRight(team, 'replay')
  const slider = team.getByRole('slider', { name: 'Timeline' })
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^Event ${revision + 1} of `))
  // The list that was not shown on the narrow screen stands at the moment that the link leads to.
  const events = team.getByRole('region', { name: 'Events', exact: true })
  const now = events.locator('[aria-current="step"]')
  await expect(now).toBeInViewport()
  expect(await events.evaluate((list) => list.scrollTop)).toBeGreaterThan(0)
  // A link to another moment, opened over this one.
  await team.goto(`${server.url}/#replay/${made.pack}?as=team&at=1`)
  await expect(slider).toHaveValue('1')
  await expect(now).toBeInViewport()
  await expect(team.getByRole('radio', { name: 'The team' })).toBeChecked()
  // Also where the address of the moment before is written just then.
  await team.evaluate((to) => {
    const { href } = location
    location.hash = to
    history.replaceState(history.state, '', href)
  }, `replay/${made.pack}?as=team&at=2`)
  await expect(slider).toHaveValue('2')
  await team.goto(`${server.url}/#replay/${made.pack}?as=${made.signers[0]}&at=${revision}`)
  await expect(slider).toHaveValue(String(revision))
  await expect(now).toBeInViewport()
  await team.keyboard.press('j')
  await expect(slider).toHaveValue(String(revision - 1))
  await team.keyboard.press(']')
  await team.keyboard.press('[')
  await expect(team.locator('[aria-current="step"]')).toContainText('Anna Okafor')
  await expect(team.locator('[aria-current="step"]')).toContainText('opened the document to sign')
  await expect(team.getByText('the same as shown here')).toBeVisible()
  await expect(team.getByRole('button', { name: 'Delivery address' })).not.toContainText('Staff')

  // Played from here it goes on by itself, to the end and no further; the address leads there.
  for (const speed of [1, 2, 4]) await team.getByRole('button', { name: `Speed: ${speed} times` }).click()
  const end = (await slider.getAttribute('max'))!
  await expect(slider).not.toHaveValue(end)
  await team.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(slider).toHaveValue(end)
  await expect(team.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(now).toBeInViewport()
  await expect.poll(() => team.evaluate(() => location.hash)).toContain(`at=${end}`)

  // The document's history next to its progress, narrowed to one person's actions, and exported as it is shown.
  await team.goto(`${server.url}/#documents/${made.pack}`)
  const activity = team.getByRole('complementary', { name: 'Activity' })
  const opened = activity.getByText('opened the document to sign')
  const requested = activity.getByText('requested signatures')
  const filled = activity.getByText('filled in the choice field')
  for (const shown of [opened, requested, filled]) await expect(shown).toBeVisible()
  await activity.getByRole('combobox', { name: 'Person' }).click()
  await team.getByRole('option', { name: 'Anna Okafor' }).click()
  await expect(requested).toHaveCount(0)
  for (const shown of [opened, filled]) await expect(shown).toBeVisible()
  await activity.getByRole('combobox', { name: 'Kind of activity' }).click()
  await team.getByRole('option', { name: 'Signing' }).click()
  await expect(filled).toHaveCount(0)
  await expect(opened).toBeVisible()
  await looksRight(team, 'progress-history-filtered')
  await activity.getByRole('button', { name: 'Export the history' }).click()
  const [table] = await Promise.all([team.waitForEvent('download'), team.getByRole('menuitem', { name: /CSV/ }).click()])
  expect(new URL(table.url()).searchParams.get('topic')).toBe('signing')
  expect(new URL(table.url()).searchParams.get('who')).toBe(`signatory:${made.signers[0]}`)

  // A signer who has signed removes the hint to others that the values were theirs.
  const proof = page.getByRole('button', { name: 'Save proof of my entries (JSON)' })
  await expect(proof).toBeVisible()
  await expect(page.getByRole('link', { name: 'Verify a signed PDF' })).toHaveAttribute('href', '/verify')
  const [values] = await Promise.all([page.waitForEvent('download'), proof.click()])
  expect(readFileSync(await values.path(), 'utf8')).toContain('Staff canteen')
  await looksRight(page, 'signed-with-proof-390')
})

test('a visit that has only just begun stands within the track of the timeline', { tag: '@long' }, async ({
  page,
  account,
  server,
  window,
}) => {
  const below: PreparedField = { type: 'text', page: 1, x: 72, y: 700, width: 200, height: 24, signer: 0, custom_id: 'place_of_signing' }
  const made = await sent(account, 'Just opened', ['Anna Okafor'], [...FIELDS, below])
  await page.goto(await linkOf(account, made.pack, made.signers[0]!))
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
  // A visit begins with a person, and not with a page that opened.
  await page.mouse.move(40, 40)
  await expect.poll(async () => (await viewOf(account, made.pack)).view.signatories[0]?.visited ?? null).not.toBeNull()
  const team = await window()
  await team.goto(`${server.url}/#replay/${made.pack}`)
  const visit = team.locator('footer').getByRole('button', { name: 'Anna Okafor' })
  const track = team.getByRole('slider', { name: 'Timeline' })
  for (const width of [390, 1440]) {
    await team.setViewportSize({ width, height: 844 })
    const [bar, band] = [(await track.boundingBox())!, (await visit.boundingBox())!]
    expect(band.x + band.width).toBeLessThanOrEqual(bar.x + bar.width)
    expect(band.width).toBeGreaterThanOrEqual(24)
    await expect(visit.getByText('AO')).toBeVisible()
  }
  // An event leads to its field, wherever that stands, and outlines it.
  const placed = team
    .getByRole('region', { name: 'Events' })
    .getByRole('button', { name: /placed .*Place of signing|placed .*place_of_signing/i })
  await placed.click()
  const field = team.locator('[data-changed]').filter({ hasText: 'Place of signing' })
  await expect(field).toBeInViewport({ ratio: 1 })
  const play = team.getByRole('button', { name: 'Play' })
  await play.hover()
  const colours = await play.evaluate((button) => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor])
  expect(colours[0]).toBe('rgb(255, 255, 255)')
  expect(colours[1]).not.toMatch(/rgba|rgb\(2\d\d, 2\d\d, 2\d\d\)/)
})

test('visits of a moment stand next to each other on a phone, each with room to be pressed', { tag: '@long' }, async ({
  desk,
  account,
  server,
  browser,
}) => {
  const names = ['Anna Okafor', 'Ben Ito', 'Carla Duarte', 'Dov Levi', 'Eva Lind', 'Finn Roos']
  const made = await sent(account, 'Six at once', names, [FIELDS[0]!])
  for (const signer of made.signers) {
    const page = await browser.newPage()
    await page.goto(await linkOf(account, made.pack, signer))
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
    await Promise.all([page.waitForResponse('**/begin_visit'), page.mouse.move(40, 40)])
    await page.close()
  }
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`${server.url}/#replay/${made.pack}`)
  const track = (await desk.getByRole('slider', { name: 'Timeline' }).boundingBox())!
  const visits = names.map((name) => desk.locator('footer').getByRole('button', { name, exact: true }))
  const boxes = await Promise.all(visits.map(async (visit) => (await visit.boundingBox())!))
  boxes.sort((a, b) => a.x - b.x)
  for (const [at, { x, width }] of boxes.entries()) {
    expect(width).toBeGreaterThanOrEqual(23.5)
    expect(x + width).toBeLessThanOrEqual((boxes[at + 1]?.x ?? track.x + track.width) + 0.5)
  }
})

test('on a phone the events of a history stand in a sheet, drawn as next to the pages of a wide screen', async ({
  desk,
  account,
  server,
}) => {
  const made = await sent(account, 'Read on a phone', ['Anna Okafor'], [FIELDS[0]!])
  const looks = async () => {
    const entry = desk.getByRole('listitem').filter({ hasText: 'requested signatures' }).getByRole('button').first()
    await expect(entry).toBeVisible()
    return entry.evaluate((button) => {
      const { borderTopWidth, backgroundColor, fontSize } = getComputedStyle(button)
      return [borderTopWidth, backgroundColor, fontSize, getComputedStyle(button.closest('ol')!).listStyleType]
    })
  }
  await desk.goto(`${server.url}/#replay/${made.pack}`)
  const wide = await looks()
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Show events' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Events' })
  await expect(sheet.getByText('Events', { exact: true }).filter({ visible: true })).toHaveCount(1)
  expect(await looks()).toEqual(wide)
  await looksRight(desk, 'replay-events-390')
})

test('a document that was never sent has nothing to replay, and a history that does not come says so', async ({
  desk: page,
  account,
  server,
}) => {
  const made = await prepared(account, 'Unsent paper', ['Anna Okafor'], FIELDS)
  await page.goto(`${server.url}/#replay/${made.pack}`)
  await expect(page.getByRole('heading', { name: 'Nothing to replay yet' })).toBeVisible()
  await page.route(/\/app\/(replay|audit_trail)\//, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('The history could not be loaded. Try again.')).toBeVisible()
  await looksRight(page, 'replay-failed')
})
