import type { Page } from 'playwright'

/** What a page offers that `offerAfterPaint` was added to. */
export interface Painting {
  /** Once the next frame has been painted. */
  afterPaint(then: () => void): void
}

/** To be added to a page as its first script. */
export function offerAfterPaint(): void {
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      // A message sent from within the frame arrives once that frame has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })
  Object.assign(globalThis, { afterPaint })
}

interface Counting {
  framesASecond(): number
}

/** How many frames a second a page paints while something goes on in it. */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(countFrames)
  await work()
  return page.evaluate(() => (globalThis as unknown as Counting).framesASecond())
}

// Runs in the page.
function countFrames(): void {
  let [counted, running] = [0, true]
  const begun = performance.now()
  const frame = () => {
    counted += 1
    if (running) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const framesASecond = () => {
    running = false
    return (counted / (performance.now() - begun)) * 1000
  }
  Object.assign(globalThis, { framesASecond })
}

/** How long frames take where nothing happens, in milliseconds. Runs in the page. */
export async function framesOf(count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begun = performance.now()
    await new Promise((painted) => requestAnimationFrame(painted))
    times.push(performance.now() - begun)
  }
  return times
}
