import type { Page } from 'playwright/test'
import { type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const text = (x: number, y: number): PreparedField => ({ type: 'text', x, y, width: 100, height: 24, signer: 0 })
const fields = (page: Page) => page.locator('[data-field]')

async function open(page: Page, url: string, pack: string): Promise<{ readonly x: number; readonly y: number; readonly scale: number }> {
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  const { x, y, width } = (await page.locator('[data-page="0"]').first().boundingBox())!
  return { x, y, scale: width / 595.276 }
}

test('while a field is dragged, equal gaps and the distance to its neighbour are shown in points, and it snaps to them', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const { pack, fields: keys } = await prepared(account, 'Spacing', ['Anna Okafor'], [text(72, 200), text(202, 200), text(340, 420)])
  const sheet = await open(desk, server.url, pack)
  const at = (x: number, y: number) => [sheet.x + x * sheet.scale, sheet.y + y * sheet.scale] as const
  await desk.mouse.move(...at(360, 430))
  await desk.mouse.down()
  await desk.mouse.move(...at(360, 300), { steps: 3 })
  // Three points off the place where both gaps are thirty.
  await desk.mouse.move(...at(355, 212), { steps: 3 })
  const distances = desk.locator('[data-distance]')
  await expect(distances).toHaveText(['30', '30'])
  await looksRight(desk, 'editor-equal-gaps')
  await desk.mouse.up()
  await expect(distances).toHaveCount(0)
  await expect.poll(async () => (await viewOf(account, pack)).view.fields[keys[2]!]).toMatchObject({ x: 332_000, y: 200_000 })
})

test('[D-100 D-101 D-102] several fields are aligned, spaced and put into a grid, each as one step', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack, fields: keys } = await prepared(
    account,
    'In order',
    ['Anna Okafor'],
    [text(72, 100), text(90, 180), text(300, 140), text(310, 300)],
  )
  await open(desk, server.url, pack)
  await fields(desk).first().focus()
  await desk.keyboard.press('Control+a')
  const places = async () => {
    const { view } = await viewOf(account, pack)
    return keys.map((key) => [view.fields[key]!.x / 1000, view.fields[key]!.y / 1000])
  }
  await desk.getByRole('button', { name: 'Align left edges' }).click()
  await expect.poll(async () => (await places()).map(([x]) => x)).toEqual([72, 72, 72, 72])
  await desk.getByRole('textbox', { name: 'Gap down' }).fill('10')
  await desk.keyboard.press('Enter')
  await expect.poll(async () => (await places()).map(([, y]) => y)).toEqual([100, 168, 134, 202])
  await expect(desk.getByRole('textbox', { name: 'Gap down' })).toHaveValue('10')
  await desk.getByRole('button', { name: 'Arrange', exact: true }).click()
  await expect.poll(places).toEqual([
    [72, 100],
    [72, 134],
    [184, 100],
    [184, 134],
  ])
  await looksRight(desk, 'editor-arrange')
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await places()).map(([, y]) => y)).toEqual([100, 168, 134, 202])
  await desk.getByRole('textbox', { name: 'Gap across' }).fill('900')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('They do not fit on the page like this. Select fewer fields or make the gaps smaller.')).toBeVisible()
  // Aligned with the top they would all lie on the first, which stays alone.
  await desk.getByRole('button', { name: 'Align top edges' }).click()
  await expect(desk.getByText(/^3 fields would have overlapped another, so we left them in place: /)).toBeVisible()
  expect((await places()).map(([, y]) => y)).toEqual([100, 168, 134, 202])
})
