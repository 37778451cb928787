import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { client, crossSite, signingSession } from '../../cli/demo/client.ts'
import { plainFile } from '../pdf/support/files.ts'
import { type Picture, picture } from '../pdf/support/pixels.ts'
import { eventually, linkOf, newId, uploaded, type View, viewOf } from '../support/prepared.ts'
import { expect, test } from './support/server.ts'

/** Ink of a page: 0 where it is white, 1 where it is black. */
interface Ink {
  readonly width: number
  readonly height: number
  readonly at: Float32Array
}
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function inkOf(width: number, height: number, rgb: (x: number, y: number) => readonly [number, number, number]): Ink {
  const at = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = rgb(x, y)
      at[y * width + x] = 1 - (r + g + b) / 765
    }
  }
  return { width, height, at }
}
async function inkOfScreen(png: Buffer): Promise<Ink> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number, channel: number) => data[(y * info.width + x) * 3 + channel]!
  return inkOf(info.width, info.height, (x, y) => [at(x, y, 0), at(x, y, 1), at(x, y, 2)])
}
const inkOfPicture = ({ width, height, at }: Picture) => inkOf(width, height, at)

interface Off {
  readonly x: number
  readonly y: number
}

/** Blurred by a pixel to each side: what two renderers do differently at an edge cancels out. */
function blurred({ width, height, at }: Ink): Ink {
  const pass = (from: Float32Array, step: number) => from.map((ink, i) => ((from[i - step] ?? 0) + 2 * ink + (from[i + step] ?? 0)) / 4)
  return { width, height, at: pass(pass(at, 1), width) }
}

/** The same, moved by parts of a pixel. */
function moved({ width, height, at }: Ink, x: number, y: number): Ink {
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)]
  const [partX, partY] = [x - wholeX, y - wholeY]
  const along = (step: number, part: number, from: Float32Array) =>
    part === 0 ? from : from.map((ink, i) => ink * (1 - part) + (from[i - step] ?? 0) * part)
  const soft = along(width, partY, along(1, partX, at))
  const by = wholeY * width + wholeX
  return { width, height, at: by === 0 ? soft : soft.map((_, i) => soft[i - by] ?? 0) }
}

/** The part of the ink in a box that is not where the other has it, from 0 (the same) to 1 (nothing in common). */
function apart(a: Ink, b: Ink, box: Box, off: Off): number {
  let [other, all] = [0, 0]
  for (let y = Math.floor(box.y); y < box.y + box.height; y++) {
    for (let x = Math.floor(box.x); x < box.x + box.width; x++) {
      const here = a.at[y * a.width + x] ?? 0
      const there = b.at[(y - off.y) * b.width + x - off.x] ?? 0
      other += Math.abs(here - there)
      all += here + there
    }
  }
  return all === 0 ? 1 : other / all
}

/**
 * A page's corner falls between pixels, and a browser puts the foot of a line onto a whole one: by up to a pixel, a
 * third of a point here, what is shown stands elsewhere than it says.
 */
const BETWEEN = [-1, -0.5, 0, 0.5, 1]
const everyWay = (ink: Ink): readonly Ink[] => BETWEEN.flatMap((x) => BETWEEN.map((y) => moved(ink, x, y)))
const nearest = (a: Ink, ways: readonly Ink[], box: Box, off: Off = { x: 0, y: 0 }): number =>
  Math.min(...ways.map((way) => apart(a, way, box, off)))

const PAGE: [number, number] = [500, 680]
const DRAWN = {
  method: 'drawn',
  height: 360,
  strokes: [
    [0, 330, 60, 190, 120, 40, 170, 10, 180, 90, 150, 240, 140, 330, 190, 250, 250, 200, 290, 240, 280, 310, 330, 300, 380, 220],
    [470, 300, 520, 200, 570, 210, 560, 290, 620, 240, 680, 180, 700, 250, 690, 310, 760, 250, 840, 190, 920, 210, 1000, 150],
  ],
}
/** What each field holds; a row each. */
const VALUES: readonly {
  readonly name: string
  readonly type: string
  readonly data: unknown
  readonly height?: number
  readonly width?: number
}[] = [
  { name: 'latin', type: 'text', data: 'Staff canteen, 21 Mill Lane: Ávila & Øst' },
  { name: 'cyrillic and greek', type: 'text', data: 'Договор поставки, Συμφωνία' },
  { name: 'arabic', type: 'text', data: 'اتفاقية توريد رقم 42' },
  { name: 'hebrew', type: 'text', data: 'הסכם אספקה 2026' },
  { name: 'devanagari', type: 'text', data: 'आपूर्ति समझौता क्षेत्र' },
  {
    name: 'several lines',
    type: 'text',
    data: 'A longer remark that does not fit into one line and is wrapped where the sealed file wraps it.',
    height: 48,
  },
  { name: 'date', type: 'date', data: '2026-03-10' },
  { name: 'choice', type: 'choice', data: '60 days' },
  { name: 'check', type: 'check', data: 'checked', width: 18, height: 18 },
  { name: 'initial', type: 'initial', data: { method: 'typed', text: 'AO' }, width: 60, height: 30 },
  { name: 'typed signature', type: 'signature', data: { method: 'typed', text: 'Anna Okafor' }, height: 44 },
  { name: 'drawn signature', type: 'signature', data: DRAWN, height: 52 },
  { name: 'uploaded signature', type: 'signature', data: 'uploaded', height: 52 },
]

/** A picture of a signature that is no photograph, so that both renderers scale the same edges. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200"><rect width="640" height="200" fill="none"/><path d="M20 160 C120 -60 160 260 260 90 S 420 190 620 40" fill="none" stroke="#123" stroke-width="14"/></svg>`

async function screenOf(page: Page): Promise<{ readonly ink: Ink; readonly scale: number }> {
  const sheet = page.locator('[data-page="0"]')
  const box = (await sheet.boundingBox())!
  const clip = { x: Math.round(box.x), y: Math.round(box.y), width: Math.floor(box.width), height: Math.floor(box.height) }
  return { ink: await inkOfScreen(await page.screenshot({ clip })), scale: (box.width / PAGE[0]) * 2 }
}

const keep = ({ width, height, at }: Ink, name: string) =>
  sharp(Buffer.from(at.map((ink) => 255 * (1 - ink))), { raw: { width, height, channels: 1 } }).toFile(`test-results/screens/${name}.png`)

/** Past the page's own content policy, which lets no style in from elsewhere. */
async function restyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
}

test.use({ deviceScaleFactor: 2, viewport: { width: 1280, height: 1200 } })
test('what the signer’s browser shows is what is sealed, pixel by pixel, for every type of field and script', async ({
  page,
  account,
  server,
}) => {
  const blank = await (async () => {
    const document = await plainFile(0)
    document.addPage(PAGE)
    return document.save()
  })()
  const { pack, document: child } = await uploaded(account, 'Pixels', blank)
  const [signer, fields] = [newId(), VALUES.map(() => newId())]
  let y = 60
  const boxes = VALUES.map(({ width = 260, height = 24 }) => {
    const box = { x: 40, y, width, height }
    y += height + 12
    return box
  })
  await account.post(`/app/documents/${pack}/update_document`, {
    data: { signatories: [{ uuid: signer, role: 'signer-1', name: 'Anna Okafor', email: 'anna@example.com' }], signing_order: [[signer]] },
  })
  const saved = await account.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
    data: VALUES.map(({ type }, at) => ({
      uuid: fields[at],
      document_key: child,
      page: 0,
      type,
      ...boxes[at],
      signatory_uuid: signer,
      ...(type === 'choice' ? { options_as_csv: '30 days,60 days' } : {}),
    })),
  })
  expect(saved.refused).toEqual([])
  const { revision } = await viewOf(account, pack)
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })

  // The signer fills all of it in.
  const link = await linkOf(account, pack, signer)
  const anna = client(server.url)
  const opened = await anna.post<{ session_token: string; csrf_token: string; consent: { version: string } }>('/app/signing_sessions', {
    token: new URL(link).pathname.split('/').at(-1),
  })
  anna.remember({ ...crossSite(opened.csrf_token), ...signingSession(opened.session_token) })
  await anna.post(`/app/documents/${pack}/user_accepted_terms/${signer}`, { consent_version: opened.consent.version })
  const place = await anna.get<{ url: string; file_key: string }>(
    `/app/get_data_field_upload_url/${pack}?filename=signature.png&data_field_type=signature`,
  )
  await anna.put(place.url, await sharp(Buffer.from(PICTURE)).png().toBuffer())
  const { blob_key, digest, width, height } = await anna.post<{ blob_key: string; digest: string; width: number; height: number }>(
    `/app/data_field_upload_success/${pack}`,
    { file_key: place.file_key, type: 'signature' },
  )
  await anna.post(`/app/documents/${pack}/add_update_data_field`, {
    data: VALUES.map(({ data }, at) => ({
      uuid: fields[at],
      data: data === 'uploaded' ? { method: 'uploaded', file: blob_key, digest, width, height } : data,
    })),
  })

  // What she sees, without the frame round the field that is asked for.
  await page.goto(link)
  await expect(page.locator('[data-page="0"] canvas')).toBeVisible()
  await expect(page.locator('[data-page="0"] svg')).toHaveCount(VALUES.length)
  await expect(page.locator('[data-page="0"] svg image')).toHaveAttribute('href', /^blob:/)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.querySelectorAll('[data-page="0"] image'))
      await Object.assign(new Image(), { src: image.getAttribute('href') }).decode()
  })
  await restyle(
    page,
    '[data-page] button { background: none !important; box-shadow: none !important } [data-page] button::before, [data-page] button > span, main > div { display: none !important }',
  )
  await page.mouse.move(1, 1)
  const screen = await screenOf(page)

  await restyle(page, '[data-page] svg text { font-family: monospace !important }')
  const otherFace = await screenOf(page)

  const seen = await anna.get<View>(`/app/documents/${pack}/view`)
  await anna.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signer },
    update_status_to: 'complete',
    consent_version: opened.consent.version,
    view_digest: seen.view_digest,
  })
  const { view } = await eventually(
    () => viewOf(account, pack),
    ({ view: { documents } }) => documents[0]!.sealing.state === 'sealed',
  )
  const sealing = view.documents[0]!.sealing
  if (sealing.state !== 'sealed') throw new Error('not sealed')
  const sealed = inkOfPicture(await picture(await account.bytes(`/app/serve/${sealing.file}`), 0, screen.scale))
  expect(Math.abs(sealed.width - screen.ink.width)).toBeLessThanOrEqual(2)

  const around = boxes.map((box) => ({
    x: (box.x - 6) * screen.scale,
    y: (box.y - 6) * screen.scale,
    width: (box.width + 12) * screen.scale,
    height: (box.height + 12) * screen.scale,
  }))
  await keep(screen.ink, 'pixels-screen')
  await keep(sealed, 'pixels-sealed')
  const [shown, other] = [blurred(screen.ink), blurred(otherFace.ink)]
  const printed = everyWay(blurred(sealed))
  const point = Math.round(screen.scale)
  const pointOff = [
    { x: point, y: 0 },
    { x: -point, y: 0 },
    { x: 0, y: point },
    { x: 0, y: -point },
  ]
  const report = VALUES.map(({ name, type }, at) => {
    const box = around[at]!
    return {
      name,
      found: nearest(shown, printed, box),
      // What the measure says where something is wrong: a field that stands a point off, words in another face.
      pointOff: Math.min(...pointOff.map((off) => nearest(shown, printed, box, off))),
      otherFace: ['text', 'date', 'choice'].includes(type) ? nearest(other, printed, box) : null,
    }
  })
  for (const { name, found, pointOff: off, otherFace: face } of report) {
    const told = `${name}: ${found.toFixed(3)}, a point off ${off.toFixed(3)}, another face ${face?.toFixed(3)}`
    expect.soft(found, told).toBeLessThan(0.1)
    expect.soft(found, told).toBeLessThan(off / 2)
    if (face !== null) expect.soft(found, told).toBeLessThan(face / 2)
  }
})
