import { uploaded } from '../support/prepared.ts'
import { listOf, openList, rowOf, test } from './support/desk.ts'
import { expect } from './support/server.ts'

test('while documents come and go, what somebody reads stays where it is, and the focus stays in the list', { tag: '@long' }, async ({
  desk,
  server,
  account,
}) => {
  const packs: string[] = []
  for (let at = 1; at <= 9; at++) packs.push((await uploaded(account, `Plover ${at}`)).pack)
  await desk.setViewportSize({ width: 1440, height: 430 })
  await openList(desk, server.url)
  await expect(rowOf(desk, 'Plover 9')).toBeVisible()
  const read = rowOf(desk, 'Plover 4')
  await read.scrollIntoViewIfNeeded()
  const top = async () => Math.round((await read.boundingBox())!.y)
  const before = await top()
  const count = async () => Number(await listOf(desk).getAttribute('aria-rowcount'))
  const rows = await count()
  await uploaded(account, 'Plover, come meanwhile')
  await expect.poll(count).toBe(rows + 1)
  expect(await top()).toBe(before)
  // Above what is read one goes; then the one that is focused.
  await account.get(`/app/documents/${packs[8]}/delete_document`)
  await expect.poll(count).toBe(rows)
  expect(await top()).toBe(before)
  await read.getByRole('link').focus()
  await account.get(`/app/documents/${packs[3]}/delete_document`)
  await expect(read).toHaveCount(0)
  await expect(rowOf(desk, 'Plover 3').getByRole('link')).toBeFocused()
})
