import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'playwright/test'
import { createIntake } from '#pdf/intake'
import { stampFile } from '#pdf/stamp'
import { createWorkerPool, type WorkerPool } from '#pdf/worker-pool'
import {
  farOff,
  fileOf,
  MISTAKES,
  type Pixels,
  type RandomPage,
  randomPage,
  seenIn,
  shownOf,
  stampsFor,
} from '../pdf/support/random-pages.ts'

const SEED = 20_261_121
const PAGES = 40
/** Pixels to a point. */
const DENSITY = 2
/** Of each page this much is looked at, in points: all that the stamp may be on. */
const AROUND = 160
const READER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.mjs'))
/** Nobody is there: every answer comes from here. */
const ORIGIN = 'http://pages.test'

const timers = {
  after(ms: number, task: () => void) {
    const handle = setTimeout(task, ms)
    return () => clearTimeout(handle)
  },
}

async function taken(pool: WorkerPool, pages: readonly RandomPage[]): Promise<Uint8Array> {
  const answer = await createIntake(pool).convert({ bytes: fileOf(pages) })
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.words}`)
  return answer.bytes
}

/** In the page: each page drawn by the browser's reader, as far as the stamp may be, and packed as a string. */
async function drawn({ density, around }: { density: number; around: number }) {
  // A name that only the browser resolves.
  const reader = '/pdf.mjs'
  const { getDocument, GlobalWorkerOptions } = (await import(reader)) as typeof import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs'
  const document = await getDocument({ url: '/file.pdf', isEvalSupported: false }).promise
  const out: { size: [number, number]; pixels: string; side: number }[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const whole = page.getViewport({ scale: 1 })
    const side = around * density
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')!
    await page.render({
      canvas: null,
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport: page.getViewport({ scale: density }),
    }).promise
    const { data } = context.getImageData(0, 0, side, side)
    let packed = ''
    for (let at = 0; at < data.length; at += 8_192) packed += String.fromCharCode(...data.subarray(at, at + 8_192))
    out.push({ size: [whole.width, whole.height], pixels: btoa(packed), side })
  }
  return out
}

test('a stamp at (72, 72) of the visible page is there, upright, whatever the page: in the browser', { tag: '@long' }, async ({ page }) => {
  const pages = fc.sample(randomPage, { seed: SEED + 2, numRuns: PAGES })
  const few = pages.slice(0, 8)
  const pool = createWorkerPool({ size: 1, timers })
  const [all, some] = await Promise.all([taken(pool, pages), taken(pool, few)]).finally(() => pool.close())
  let file = (await stampFile(all, stampsFor(pages), {})).bytes
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Pages</title>' })
    if (pathname === '/file.pdf') return route.fulfill({ contentType: 'application/pdf', body: Buffer.from(file) })
    const script = pathname === '/pdf.mjs' || pathname === '/pdf.worker.mjs'
    if (!script) return route.fulfill({ status: 404 })
    return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(READER, pathname.slice(1))) })
  })
  await page.goto(ORIGIN)
  const measured = async (of: readonly RandomPage[]) => {
    const shown = await page.evaluate(drawn, { density: DENSITY, around: AROUND })
    expect(shown.map(({ size }) => size.map((each) => Math.round(each * 1000)))).toEqual(
      of.map(shownOf).map(({ width, height }) => [Math.round(width * 1000), Math.round(height * 1000)]),
    )
    return shown.map(({ pixels, side }) => {
      const picture: Pixels = { data: Buffer.from(pixels, 'base64'), width: side, height: side, channels: 4 }
      return farOff(seenIn(picture, { x: 1 / DENSITY, y: 1 / DENSITY }))
    })
  }
  const off = (await measured(pages)).flatMap((found, at) => (found <= 1 ? [] : [{ found, page: pages[at] }]))
  expect(off).toEqual([])

  // What the same measure says of a geometry that is wrong.
  for (const [name, mistake] of Object.entries(MISTAKES)) {
    file = (await stampFile(some, stampsFor(few, mistake), {})).bytes
    expect(Math.max(...(await measured(few))), name).toBeGreaterThan(1)
  }
})
