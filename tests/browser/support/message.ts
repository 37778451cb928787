import type { Locator, Page } from 'playwright/test'
import type { MessageKind } from '../../../web/ui/say.tsx'
import { expect } from './server.ts'

/** A message of exactly this kind and these words can be seen: where the specification names a kind, the kind is part of the requirement. */
export async function expectMessage(within: Page | Locator, kind: MessageKind, text: string | RegExp): Promise<void> {
  const messages = () =>
    within.locator('[role="alert"][data-kind]:visible').evaluateAll((alerts) =>
      alerts.map((alert) => {
        const words = alert.cloneNode(true) as HTMLElement
        for (const button of words.querySelectorAll('button')) button.remove()
        return { kind: alert.getAttribute('data-kind'), text: words.textContent }
      }),
    )
  await expect.poll(messages).toContainEqual({ kind, text: typeof text === 'string' ? text : expect.stringMatching(text) })
}

/** A message that has just come to a page whose clock stands still: it stays for so many seconds, and goes then. */
export async function expectMessageFor(page: Page, seconds: number, kind: MessageKind, text: string): Promise<void> {
  await expectMessage(page, kind, text)
  await page.clock.runFor(seconds * 1_000 - 100)
  await expectMessage(page, kind, text)
  await page.clock.runFor(1_000)
  await expect(page.getByText(text)).toHaveCount(0)
}
