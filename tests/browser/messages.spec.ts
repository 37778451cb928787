import type { Locator, Page } from 'playwright/test'
import { prepared } from '../support/prepared.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'moved to the trash' })

/** Nothing lies over its middle: what is pressed there is pressed. */
const free = (what: Locator) =>
  expect
    .poll(() =>
      what.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    )
    .toBe(true)

async function throwsAway(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(message(page)).toBeVisible()
}

for (const [screen, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(screen, () => {
    test.use({ viewport, ...(screen === 'phone' ? { hasTouch: true, isMobile: true } : {}) })
    test(`on a ${screen} a message covers neither what leads on nor what has the focus, and goes along to the next screen`, async ({
      desk,
      server,
      account,
    }) => {
      const { pack } = await prepared(account, `Kept ${screen}`, ['Anna Okafor'], [])
      await prepared(account, `Thrown away ${screen}`, ['Anna Okafor'], [])
      await openList(desk, server.url)
      await throwsAway(desk, `Thrown away ${screen}`)
      await free(desk.getByRole('button', { name: 'Upload PDF' }))
      await free(desk.getByRole('searchbox', { name: 'Search by name or signer' }))
      await free(desk.getByRole('button', { name: 'Notifications' }))
      await free(message(desk).getByRole('button', { name: 'Undo' }))
      if (screen === 'phone') await looksRight(desk, 'message-phone')
      // By keys: its time stands still while it has the focus.
      await desk.keyboard.press('F8')
      await expect(message(desk).getByRole('button', { name: 'Undo' })).toBeFocused()

      await desk.evaluate((key) => {
        location.hash = `documents/${key}`
      }, pack)
      await expect(desk.getByRole('button', { name: 'Request signatures' })).toBeVisible()
      await expect(message(desk)).toBeVisible()
      await free(desk.getByRole('button', { name: 'Request signatures' }))
      // Whatever has the focus comes to the light.
      const taken = (await message(desk).boundingBox())!
      const below = await desk.evaluateHandle(({ x, y, width, height }) => {
        const input = document.createElement('input')
        Object.assign(input.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
        document.body.append(input)
        input.focus()
        return input
      }, taken)
      await expect
        .poll(() =>
          below.evaluate((input, [x, y]) => document.elementFromPoint(x, y) === input, [taken.x + taken.width / 2, taken.y + 4] as const),
        )
        .toBe(true)
    })
  })
}

/** Whatever is scrolled has messages placed anew, in the next frame. */
const placed = (page: Page) =>
  page.evaluate(async () => {
    document.dispatchEvent(new Event('scroll'))
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })

/** The controls of rows that a message lies over. */
const covered = (page: Page) =>
  message(page).evaluate((told) => {
    const over = told.getBoundingClientRect()
    return [...document.querySelectorAll('[role="row"] :is(a, button, input)')]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

test('a message covers no control of a row, and stays where it is while nothing comes in its way', async ({ desk, server, account }) => {
  await prepared(account, 'Row that stays', ['Anna Okafor'], [])
  await prepared(account, 'Row that goes', ['Anna Okafor'], [])
  // The head's line has no room for it here.
  await desk.setViewportSize({ width: 800, height: 768 })
  await openList(desk, server.url)
  await throwsAway(desk, 'Row that goes')
  await expect.poll(() => covered(desk)).toEqual([])
  // Here it has.
  await desk.setViewportSize({ width: 1440, height: 900 })
  const at = async () => (await message(desk).boundingBox())!
  await expect.poll(async () => (await at()).y).toBeLessThan(16)
  const { x } = await at()
  await placed(desk)
  expect((await at()).x).toBe(x)
})

test('a message is left by Escape to where the focus was, and what was about a screen goes with it', async ({ desk, server, account }) => {
  const { pack } = await prepared(account, 'Saved by hand', ['Anna Okafor'], [])
  await desk.goto(`${server.url}/#documents/${pack}`)
  const name = desk.getByRole('textbox', { name: 'Document name' }).first()
  await expect(name).toBeEnabled()
  const saved = desk.getByRole('alert').filter({ hasText: /^saved$/ })
  await desk.keyboard.press('Control+s')
  await expect(saved).toBeVisible()
  await name.focus()
  await desk.keyboard.press('F8')
  await expect(saved.getByRole('button', { name: 'Close' })).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect(saved).toHaveCount(0)
  await expect(name).toBeFocused()

  await desk.keyboard.press('Control+s')
  await expect(saved).toBeVisible()
  await desk.getByRole('button', { name: 'Back to documents' }).click()
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(saved).toHaveCount(0)
})
