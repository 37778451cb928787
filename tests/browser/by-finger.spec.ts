import type { Locator } from 'playwright/test'
import { prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect } from './support/server.ts'
import { swipe } from './support/swipe.ts'

test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true })

const middle = async (of: Locator) => {
  const { x, y, width, height } = (await of.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
type Point = Awaited<ReturnType<typeof middle>>
const along = (from: Point, to: Point): readonly [Point, ...Point[]] => [
  from,
  ...[0.2, 0.45, 0.7, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })),
]

test('a tap right after a quick drag by finger counts: from the palette, of a field, of a signer in the order', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(
    account,
    'Dragged by finger',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [{ type: 'signature', x: 200, y: 120, width: 160, height: 48, signer: 0, required: true }],
  )
  await desk.goto(`${server.url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  const fields = desk.locator('[data-field]')
  const undo = desk.getByRole('button', { name: 'Undo' })
  const sheet = (await desk.locator('[data-page="0"]').first().boundingBox())!

  const text = desk.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name: 'Text', exact: true })
  await swipe(desk, along(await middle(text), { x: sheet.x + 300, y: sheet.y + 420 }))
  await undo.tap()
  await expect(fields).toHaveCount(1)

  await fields.first().tap()
  await expect(fields.first()).toHaveAttribute('data-selected', 'true')
  const stands = () => fields.first().evaluate((field) => (field as HTMLElement).getBoundingClientRect().y)
  const before = await stands()
  const from = await middle(fields.first())
  await swipe(desk, along(from, { x: from.x + 40, y: from.y + 160 }))
  await expect.poll(stands).toBeGreaterThan(before + 100)
  await undo.tap()
  await expect.poll(stands).toBe(before)

  const order = async () => (await viewOf(account, pack)).view.steps.flat()
  await desk.getByRole('tab', { name: 'Signers' }).tap()
  const grip = (name: string) => desk.getByRole('button', { name: `Drag ${name} to another place in the order` })
  await swipe(desk, along(await middle(grip('Jonas Lindqvist')), await middle(grip('Anna Okafor'))))
  await desk.getByRole('tab', { name: 'Document' }).tap()
  await expect(desk.getByRole('tab', { name: 'Document' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(order).toEqual([signers[1], signers[0]])
})
