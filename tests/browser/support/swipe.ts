import type { Page } from 'playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/** Two fingers, one above and one below this place, that go apart. */
export async function pinch(page: Page, { x, y }: Point, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const apart = (by: number) => [
    { x, y: y - by / 2, id: 0 },
    { x, y: y + by / 2, id: 1 },
  ]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: apart(from) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: apart(from + (to - from) * part) })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}

/** A finger that goes along these points as fast as it can: quick enough to be a fling. */
export async function swipe(page: Page, [first, ...rest]: readonly [Point, ...Point[]]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })
  await send('touchStart', [first])
  for (const point of rest) await send('touchMove', [point])
  await send('touchEnd', [])
  await client.detach()
}
