import type { Page } from 'playwright'
import { openBrowser } from './browser.ts'
import { type Figure, figure, median, ratioAtMost } from './figures.ts'
import { offerAfterPaint, type Painting } from './frames.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender, signerOf } from './person.ts'
import { gridOfFields, newId, type Prepared, preparedDocument, sentForSignature } from './prepare.ts'
import { startServer } from './server.ts'

const PAGES = 10
const FIELDS = 500
const RULES = 200
const KEYS = 60
const WARM = 15
/** So many keys in one document, then as many in the other: what a machine does meanwhile falls on both. */
const TURN = 5

/**
 * A signer types into one of 500 fields, by turns with 200 rules and without any: from the key's event until the frame with its letter has been
 * painted. Every rule asks for the field that is typed into, and none changes what is shown: both pages draw the same.
 */
export async function typingUnderRules(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(PAGES)
    const opened = async (rules: number) => {
      const made = await documentWith(sender, pdf, rules)
      ;(await signerOf(server.url, made.link, made.pack, made.signatory)).close()
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage()
      await page.addInitScript(offerAfterPaint)
      await page.goto(`${server.url}${new URL(made.link).pathname}`)
      await page.locator(INPUT).waitFor()
      await page.locator('[data-page="0"] canvas').waitFor()
      return { page, times: [] as number[] }
    }
    const [without, under] = [await opened(0), await opened(RULES)]
    sender.close()
    for (let typed = 0; typed < KEYS + WARM; typed += TURN)
      for (const { page, times } of [without, under]) {
        await page.bringToFront()
        for (let at = 0; at < TURN; at++) times.push(await keystroke(page))
      }
    const [bare, ruled] = [without.times.slice(WARM), under.times.slice(WARM)]
    const yardstick = { what: 'the same without rules', value: median(bare), unit: 'ms' as const }
    return [
      figure({ name: 'typing-200-rules', value: median(ruled), unit: 'ms', goal: ratioAtMost(1.2), yardstick, samples: ruled.length }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function documentWith(sender: Sender, pdf: Uint8Array, rules: number): Promise<Prepared> {
  const fields = gridOfFields(FIELDS, FIELDS / PAGES)
  const made = await preparedDocument(sender, `under ${rules} rules`, pdf, fields)
  const [typedInto] = fields
  for (let at = 0; at < rules; at++) {
    const [target, other] = [fields[FIELDS - 1 - at]!, fields[1 + at]!]
    await sender.post(`/app/documents/${made.pack}/field_rules/${newId()}/add_update_delete`, {
      data: { field_or_group: target.uuid, infix_logic: `[${typedInto!.uuid}] is not "never" and [${other.uuid}] is empty` },
    })
  }
  return sentForSignature(sender, made)
}

const INPUT = 'aside form input'

interface Listening {
  /** In milliseconds. */
  painted: Promise<number>
}

async function keystroke(page: Page): Promise<number> {
  await page.evaluate(listen, INPUT)
  await page.keyboard.press('a')
  return page.evaluate(() => (globalThis as unknown as Listening).painted)
}

/** Runs in the page: from the next key's event until its letter is painted. */
function listen(input: string): void {
  const { afterPaint } = globalThis as unknown as Painting
  const into = document.querySelector<HTMLInputElement>(input)!
  into.focus()
  const painted = new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no letter was painted within ten seconds')), 10_000)
    let begun = 0
    const pressed = () => {
      begun = performance.now()
    }
    const typed = () => {
      afterPaint(() => {
        clearTimeout(late)
        resolve(performance.now() - begun)
      })
    }
    into.addEventListener('keydown', pressed, { once: true, capture: true })
    into.addEventListener('input', typed, { once: true, capture: true })
  })
  Object.assign(globalThis, { painted })
}
