import type { Page } from 'playwright/test'

interface Point {
  readonly x: number
  readonly y: number
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
