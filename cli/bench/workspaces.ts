import { openBrowser, pageOf } from './browser.ts'
import { atMost, type Figure, figure, median, percentile, ratioAtMost } from './figures.ts'
import { framesOf, offerAfterPaint, type Painting } from './frames.ts'
import { firstAccount, type Sender } from './person.ts'
import { timesOf } from './rounds.ts'
import { type BenchServer, startServer } from './server.ts'

const MEMBERSHIPS = 200
const ASKED = 300
const SWITCHES = 110
const WARM = 10

const newWorkspace = async (sender: Sender, name: string) =>
  (await sender.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name } })).data.account.key

/** What a request costs somebody who belongs to 200 workspaces, next to somebody who belongs to one, in turns. */
export async function memberships(): Promise<readonly Figure[]> {
  const servers: BenchServer[] = []
  const joined = async (count: number) => {
    const server = await startServer()
    servers.push(server)
    const sender = await firstAccount(server.url)
    for (let at = 0; at < count; at++) await newWorkspace(sender, `Workspace ${at}`)
    return { sender, times: [] as number[] }
  }
  try {
    const [one, many] = [await joined(0), await joined(MEMBERSHIPS - 1)]
    const ask = ({ sender }: { sender: Sender }) => timesOf(1, () => sender.get('/app/documents?limit=1'))
    for (let at = 0; at < 50; at++) for (const each of [one, many]) await ask(each)
    for (let at = 0; at < ASKED; at++) for (const each of [one, many]) each.times.push(...(await ask(each)))
    for (const { sender } of [one, many]) sender.close()
    const yardstick = { what: 'the same of one workspace', value: median(one.times), unit: 'ms' as const }
    const value = median(many.times)
    return [figure({ name: `memberships-${MEMBERSHIPS}`, value, unit: 'ms', goal: ratioAtMost(1.1), yardstick, samples: ASKED })]
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Somebody chooses their other workspace in the picker: from the click until its list has been painted. */
export async function switching(documents: number): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const half = Math.floor(documents / 2)
    const other = await newWorkspace(sender, 'The other one')
    for (const workspace of [sender.workspace, other]) await server.ask({ do: 'fill', workspace, user: sender.user, count: half })
    const page = await pageOf(browser, server.url, sender, { width: 1280, height: 800 })
    await page.addInitScript(offerAfterPaint)
    await page.goto(`${server.url}/#documents`)
    await page.locator(FIRST).waitFor()
    const times: number[] = []
    for (let at = 0; at < SWITCHES; at++) {
      const key = at % 2 === 0 ? other : sender.workspace
      await page.locator(PICKER).click()
      await page.locator(optionOf(key)).waitFor()
      times.push(await page.evaluate(choose, { option: optionOf(key), first: FIRST }))
    }
    const frames = await page.evaluate(framesOf, 60)
    sender.close()
    const yardstick = { what: 'one frame of that screen (p50)', value: median(frames), unit: 'ms' as const }
    const measured = times.slice(WARM)
    const common = { unit: 'ms' as const, yardstick, samples: measured.length }
    const name = (which: string) => `switch-${documents}.${which}`
    return [
      figure({ name: name('p50'), value: median(measured), ...common }),
      figure({ name: name('p99'), value: percentile(measured, 0.99), goal: atMost(100), ...common }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const PICKER = 'button[aria-label^="Workspace:"]'
const FIRST = '[role=row][data-index="0"] a[data-name]'

const optionOf = (key: string) => `[role=option][value="${key}"]`

/** Runs in the page: how long it takes until the first row is another one, and painted. */
function choose({ option, first }: { readonly option: string; readonly first: string }): Promise<number> {
  const { afterPaint } = globalThis as unknown as Painting
  const shown = () => document.querySelector(first)?.getAttribute('href')
  const before = shown()
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the other list was not there within ten seconds')), 10_000)
    const begun = performance.now()
    const watch = new MutationObserver(() => {
      const now = shown()
      if (!now || now === before) return
      watch.disconnect()
      afterPaint(() => {
        clearTimeout(late)
        resolve(performance.now() - begun)
      })
    })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true })
    document.querySelector<HTMLElement>(option)?.click()
  })
}
