import type { BrowserContext, Page } from 'playwright/test'
import type { PackState } from '#domain/pack'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { firstAccount, linkOf, type PreparedField, sent } from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { badLine, dice, kills, type Line, oneOf, seeds } from './support/bad-line.ts'
import { expect, test } from './support/server.ts'
import { begins } from './support/signer.ts'

const ROUNDS = seeds(1, 20)
/** In the long lane alone: three tabs of one person. */
const TABS = seeds(0, 5)
/** Each starts a server of its own: in the long lane alone. */
const KILLS = seeds(0, 3, 10)
const field = (type: string, y: number, more: object = {}): PreparedField => ({
  ...{ type, x: 72, y, width: 240, height: 40, signer: 0, required: true },
  ...more,
})
const FIELDS = [field('text', 100, { custom_id: 'street' }), field('signature', 200), field('text', 300, { custom_id: 'town' })]
const TEXTS = [
  ['Street', 0],
  ['Town', 2],
] as const
type Text = (typeof TEXTS)[number][0]

const textOf = (page: Page, name: Text) => page.getByRole('textbox', { name })
const street = (page: Page) => textOf(page, 'Street')
const goesTo = (page: Page, name: Text) => page.getByRole('navigation', { name: 'Your fields' }).getByRole('button', { name }).click()
const saved = (page: Page) => expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })

/** What the log holds for the signer: the view that the server folds for them. */
async function reader(url: string, link: string): Promise<() => Promise<PackState>> {
  const signer = client(url)
  const { document_key } = await openSigning(signer, link)
  return async () => (await signer.get<{ view: PackState }>(`/app/documents/${document_key}/view`)).view
}

async function opens(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  let busy = false
  page.on('response', (response) => {
    busy ||= response.status() === 429
  })
  // Hundreds of rounds open more pages a minute than the server lets one address.
  await expect(async () => {
    busy = false
    await page.goto(link)
    expect(busy).toBe(false)
  }).toPass({ intervals: [5_000], timeout: 120_000 })
  await goesTo(page, 'Street')
  return page
}

async function document(account: Client, name: string) {
  const made = await sent(account, name, ['Anna Okafor'], FIELDS)
  return { ...made, link: await linkOf(account, made.pack, made.signers[0]!) }
}

test(`${ROUNDS.length} times typing goes on while the line fails before and after a save, the tab dies, or an hour is slept: no keystroke is lost or doubled`, async ({
  browser,
  server,
  account,
}) => {
  test.setTimeout(120_000 + ROUNDS.length * 15_000)
  const made = await document(account, 'Typed on a bad line')
  const stored = await reader(server.url, made.link)
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
  const [context, other] = [await browser.newContext(options), await browser.newContext(options)]
  await context.clock.install()
  const line = await badLine(context)
  const first = await context.newPage()
  await begins(first, made.link)
  await first.close()
  const watching = await opens(other, made.link)
  let page = await opens(context, made.link)

  for (const round of ROUNDS) {
    const chance = dice(round)
    await street(page).fill('')
    let typed = ''
    for (let at = 0; at < 4; at++) {
      line.becomes(oneOf<Line>(chance, ['fine', 'cut', 'answer lost', 'answer late']))
      const letters = `${round}${oneOf(chance, ['a', 'bc', 'def', ' g'])}${at}`
      await page.keyboard.type(letters, { delay: chance() * 60 })
      typed += letters
      const happens = chance()
      if (happens < 0.2) {
        await kills(page)
        page = await opens(context, made.link)
        await expect(street(page), `round ${round}`).toHaveValue(typed)
        await street(page).focus()
        await page.keyboard.press('End')
      } else if (happens < 0.35) await page.clock.fastForward(3_600_000)
      else if (happens < 0.6) await page.clock.runFor(chance() * 1_500)
    }
    line.becomes('fine')
    await page.clock.runFor(16_000)
    await saved(page)
    expect((await stored()).fields[made.fields[0]!]!.value, `round ${round}`).toBe(typed)
    await expect(street(page)).toHaveValue(typed)
    await expect(street(watching), `round ${round}`).toHaveValue(typed)
  }
  await context.close()
  await other.close()
})

if (TABS.length > 0) {
  test(`${TABS.length} times one signer types in three tabs while the line fails, tabs die, or an hour is slept: the last typed text stands in all of them`, async ({
    browser,
    server,
    account,
  }) => {
    test.setTimeout(120_000 + TABS.length * 30_000)
    const made = await document(account, 'Typed in three tabs')
    const stored = await reader(server.url, made.link)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await context.clock.install()
    const line = await badLine(context)
    const first = await context.newPage()
    await begins(first, made.link)
    await first.close()
    const tabs: Page[] = []
    while (tabs.length < 3) tabs.push(await opens(context, made.link))
    /** Tabs share the clock of their computer; those of the test drift apart. */
    const inTime = async () => {
      const clocks = await Promise.all(tabs.map((tab) => tab.evaluate(() => Date.now())))
      await context.clock.setSystemTime(Math.max(...clocks))
    }

    for (const round of TABS) {
      const chance = dice(round)
      const typed: Record<Text, string> = { Street: '', Town: '' }
      for (const [name] of TEXTS) {
        await goesTo(tabs[0]!, name)
        await textOf(tabs[0]!, name).fill('')
      }
      for (let at = 0; at < 6; at++) {
        await inTime()
        line.becomes(oneOf<Line>(chance, ['fine', 'cut', 'answer lost', 'answer late']))
        const tab = Math.floor(chance() * tabs.length)
        const [name] = oneOf(chance, TEXTS)
        const page = tabs[tab]!
        await goesTo(page, name)
        await textOf(page, name).focus()
        await page.keyboard.press('Control+End')
        const letters = `${round}${oneOf(chance, ['a', 'bc', 'def', ' g'])}${at}`
        await page.keyboard.type(letters, { delay: chance() * 60 })
        // What another tab typed before may not have come yet: they go on from what they see.
        typed[name] = await textOf(page, name).inputValue()
        expect(typed[name].endsWith(letters), `round ${round}: ${typed[name]} ends with ${letters}`).toBe(true)
        const happens = chance()
        if (happens < 0.2) {
          await kills(page)
          // What it left may be another tab's by now, and come here once the line is fine.
          tabs[tab] = await opens(context, made.link)
        } else if (happens < 0.3) await context.clock.fastForward(3_600_000)
        else if (happens < 0.6) await context.clock.runFor(chance() * 1_500)
      }
      line.becomes('fine')
      await context.clock.runFor(16_000)
      for (const tab of tabs) await saved(tab)
      const { fields } = await stored()
      for (const [name, at] of TEXTS) {
        expect(fields[made.fields[at]!]!.value ?? '', `round ${round}`).toBe(typed[name])
        for (const tab of tabs) {
          await goesTo(tab, name)
          await expect(textOf(tab, name), `round ${round}`).toHaveValue(typed[name])
        }
      }
    }
    await context.close()
  })
}

if (KILLS.length > 0) {
  test(`${KILLS.length} times the server is killed under somebody who types, and everything typed is there when it is back`, async ({
    browser,
  }) => {
    test.setTimeout(120_000 + KILLS.length * 30_000)
    const dataDir = await temporaryFolder()
    let server = await spawnServer({ dataDir })
    const port = Number(new URL(server.url).port)
    const account = await firstAccount(server.url)
    const made = await document(account, 'Typed over a dead server')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await begins(page, made.link)
    for (const round of KILLS) {
      const chance = dice(round)
      await street(page).fill('')
      await page.keyboard.type(`Mill Lane ${round}`, { delay: chance() * 60 })
      await server.kill()
      await page.keyboard.type(', Leeds', { delay: 20 })
      await expect(page.getByText(/Offline: \d changes? waits?/)).toBeVisible({ timeout: 30_000 })
      server = await spawnServer({ dataDir, port })
      await saved(page)
      const stored = await reader(server.url, made.link)
      expect((await stored()).fields[made.fields[0]!]!.value).toBe(`Mill Lane ${round}, Leeds`)
      await expect(street(page)).toHaveValue(`Mill Lane ${round}, Leeds`)
    }
    await context.close()
    await server.stop()
    await removeFolder(dataDir)
  })
}
