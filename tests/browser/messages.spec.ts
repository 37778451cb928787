import type { Locator, Page } from 'playwright/test'
import { HEADERS } from '#contract/envelope'
import { prepared } from '../support/prepared.ts'
import { personalWorkspaceOf, workspaceOf } from './support/colleague.ts'
import { listOf, openList, rowOf, test } from './support/desk.ts'
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

test('on a phone the newest of several messages stands for all, and says how many more there are; at a desk all are shown', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  for (const name of ['First of two', 'Second of two']) await prepared(account, name, ['Anna Okafor'], [])
  await desk.setViewportSize({ width: 390, height: 844 })
  await openList(desk, server.url)
  await rowOf(desk, 'First of two').getByRole('button').last().click()
  await desk.getByRole('menuitem', { name: 'Delete' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const cancelled = desk.getByRole('alert').filter({ hasText: 'deletion cancelled' })
  await expect(cancelled).toBeVisible()
  await throwsAway(desk, 'Second of two')
  const shown = desk.getByRole('alert').filter({ visible: true })
  await expect(shown).toHaveCount(1)
  await expect(cancelled).toBeHidden()
  await free(desk.getByRole('button', { name: 'Upload PDF' }))
  await looksRight(desk, 'messages-folded-390')
  await message(desk).getByRole('button', { name: '1 more message' }).click()
  await expect(shown).toHaveCount(2)
  await expect(cancelled).toBeVisible()
  await looksRight(desk, 'messages-unfolded-390')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await expect(shown).toHaveCount(2)
  await expect(shown.getByRole('button', { name: /more message/ })).toHaveCount(0)
})

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

/** Any scrolling has messages placed again, in the next frame. */
const placed = (page: Page) =>
  page.evaluate(async () => {
    document.dispatchEvent(new Event('scroll'))
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })

/** What of the rows that can be seen a message lies over: their words and controls. */
const covered = (shown: Locator) =>
  shown.evaluate((shown) => {
    const over = shown.getBoundingClientRect()
    const list = document.querySelector('[role="rowgroup"]')!.getBoundingClientRect()
    return [...document.querySelectorAll('[role="cell"], [role="cell"] :is(a, button, input)')]
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const seen = { top: Math.max(top, list.top), bottom: Math.min(bottom, list.bottom) }
        return seen.top < seen.bottom && left < over.right && right > over.left && seen.top < over.bottom && seen.bottom > over.top
      })
      .map((part) => part.getAttribute('aria-label') ?? part.textContent)
  })

/** Fonts, counts and rows have come: for thirty frames nothing has moved. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    let seen = ''
    for (let same = 0; same < 30; ) {
      await new Promise(requestAnimationFrame)
      const now = JSON.stringify(
        [...document.querySelectorAll('#content, #content *, header *')].map((each) => each.getBoundingClientRect()),
      )
      same = now === seen ? same + 1 : 0
      seen = now
    }
  })
/** Everything in the sheet and the head, with where it stands now. */
const standing = (page: Page) =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('#content, #content *, header, header *')].map((each) => ({ each, at: each.getBoundingClientRect() })),
  )
/** What of it stands elsewhere by now. */
const moved = (before: Awaited<ReturnType<typeof standing>>) =>
  before.evaluate((all) => {
    const still = all.filter(({ each }) => each.isConnected)
    if (still.length < 50) throw new Error(`only ${still.length} of ${all.length} are left`)
    return still
      .map(({ each, at }) => ({ each, at, now: each.getBoundingClientRect() }))
      .filter(({ at, now }) => ['left', 'top', 'width', 'height'].some((side) => at[side as 'left'] !== now[side as 'left']))
      .map(({ each }) => each.outerHTML.slice(0, 100))
  })

test('a message moves nothing, neither when it comes nor when it goes, and what it lies over can be scrolled out from under it', async ({
  desk,
  server,
  account,
}) => {
  const long = 'Row whose name is too long for a message of one line, however much room there is beside the search'
  const names = [long, 'One', 'Second', 'Three', 'Four', 'Five', 'Six', 'Seven']
  // In a workspace where no other test has documents: each of those would be a row to go through.
  const own = await personalWorkspaceOf(account)
  account.remember({ [HEADERS.workspace]: own })
  for (const name of names)
    await account.get(`/app/get_document_upload_url?${new URLSearchParams({ filename: `${name}.pdf`, size: '0.1' })}`)
  account.remember({ [HEADERS.workspace]: await workspaceOf(account) })
  // The last of them may reach the list after the page, and would move the others.
  await desk.goto(`${server.url}/#documents?user_account=${own}`)
  for (const name of names) await expect(listOf(desk).getByRole('checkbox', { name: `Select ${name}`, exact: true })).toBeVisible()
  const cancelled = desk.getByRole('alert').filter({ hasText: 'deletion cancelled' })
  const rows = () => listOf(desk).getByRole('rowgroup')
  // In the line of the head; where that has no room, or none for two lines, at the foot, over rows.
  for (const [width, height, name, isAtFoot] of [
    [1440, 900, 'Second', false],
    [1280, 560, long, true],
    [800, 520, 'Second', true],
    [390, 700, 'Second', true],
  ] as const) {
    await desk.setViewportSize({ width, height })
    await openList(desk, server.url)
    await rowOf(desk, name).getByRole('button').last().scrollIntoViewIfNeeded()
    await settled(desk)
    const before = await standing(desk)
    await rowOf(desk, name).getByRole('button').last().click()
    await desk.getByRole('menuitem', { name: 'Delete' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(cancelled).toBeVisible()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
    await placed(desk)
    expect(await moved(before), `${width}`).toEqual([])
    expect((await cancelled.boundingBox())!.y > height / 2, `${width}`).toBe(isAtFoot)
    if (isAtFoot) {
      // Where the list is long, its end comes further down as it is reached.
      await expect
        .poll(async () => {
          await rows().evaluate((element) => element.scrollTo(0, element.scrollHeight))
          return covered(cancelled)
        })
        .toEqual([])
      await desk.screenshot({ path: `test-results/screens/message-foot-${width}.png` })
      // By keys too: what has the focus comes up, and the message stays.
      await rows().evaluate((element) => element.scrollTo(0, 0))
      const [first, ...ticks] = await rows().getByRole('checkbox').all()
      await first!.focus()
      await placed(desk)
      const stays = await cancelled.boundingBox()
      for (const tick of ticks) {
        await tick.focus()
        await free(tick)
      }
      await placed(desk)
      expect(await cancelled.boundingBox()).toEqual(stays)
      await rows().evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await placed(desk)
    } else expect(await covered(cancelled)).toEqual([])
    const under = await standing(desk)
    await cancelled.getByRole('button', { name: 'Close' }).click()
    await expect(cancelled).toHaveCount(0)
    await placed(desk)
    expect(await moved(under), `${width}`).toEqual([])
  }
})

test('a message is left by Escape to where the focus was, and messages about a screen go with it', async ({ desk, server, account }) => {
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

test('Escape hides a tooltip and nothing that lies under it, and it stays away until what it is about is left', async ({
  desk,
  server,
}) => {
  await desk.clock.install()
  await openList(desk, server.url)
  const bell = desk.getByRole('button', { name: 'Notifications' })
  const tip = desk.getByRole('tooltip', { name: 'Notifications' })
  const panel = desk.getByRole('dialog', { name: 'Notifications' })
  const rests = async () => {
    await bell.hover({ position: { x: 8, y: 8 } })
    await desk.clock.runFor(1_000)
  }
  await bell.press('Enter')
  await expect(panel).toBeVisible()
  await rests()
  await expect(tip).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await expect(panel).toBeVisible()
  await bell.hover({ position: { x: 12, y: 12 } })
  await desk.clock.runFor(1_000)
  await expect(tip).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // In a dialog too, which would hear of the key wherever it is pressed.
  await desk.setViewportSize({ width: 390, height: 844 })
  await bell.press('Enter')
  const closes = panel.getByRole('button', { name: 'Close' })
  await closes.press('Shift')
  await expect(desk.getByRole('tooltip', { name: 'Close' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('tooltip')).toHaveCount(0)
  await expect(closes).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})
