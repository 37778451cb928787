import { degrees } from 'pdf-lib'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { appearanceOf } from '#pdf/appearance'
import { loadMetrics, type Metrics } from '#pdf/text-layout'
import { client, openSigning } from '../../cli/demo/client.ts'
import { plainFile } from '../pdf/support/files.ts'
import { picture } from '../pdf/support/pixels.ts'
import { eventually, linkOf, newId, uploaded, type View, viewOf } from '../support/prepared.ts'
import { apartIn, type Box, from, inkOfPicture, inkOfScreen, keepInk, type Shown } from './support/ink.ts'
import { expect, test } from './support/server.ts'

const DENSITY = 2
const PAGE: [number, number] = [620, 520]
/** A page each: what a reader turns them by, clockwise. */
const TURNS = [0, 90, 180, 270]
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
  readonly layout?: {
    readonly text_layout?: string
    readonly comb_cells?: number
    readonly text_size?: number
    readonly text_alignment?: string
  }
}[] = [
  { name: 'latin', type: 'text', data: 'Staff canteen, 21 Mill Lane: Ávila & Øst' },
  { name: 'cyrillic, greek and georgian', type: 'text', data: 'Договор, Συμφωνία, გიორგი' },
  { name: 'arabic', type: 'text', data: 'اتفاقية توريد رقم 42' },
  { name: 'hebrew', type: 'text', data: 'הסכם אספקה 2026' },
  { name: 'tamil, gurmukhi and armenian', type: 'text', data: 'தமிழ்ச்செல்வி ਗੁਰਪ੍ਰੀਤ Արամ' },
  { name: 'devanagari and bengali', type: 'text', data: 'समझौता क्षेत्र শ্রীকান্ত চৌধুরী' },
  { name: 'thai, burmese and khmer', type: 'text', data: 'สัญญาซื้อขาย အောင်ဆန်း កើតមក' },
  { name: 'simplified chinese', type: 'text', data: '本合同自双方签字之日起生效' },
  { name: 'traditional chinese', type: 'text', data: '本合約經雙方簽署後生效' },
  { name: 'japanese', type: 'text', data: '契約書に署名しました。カタカナ' },
  { name: 'korean and emoji', type: 'text', data: '계약서에 서명했습니다 😀 ✔ 🚀' },
  {
    name: 'several lines',
    type: 'text',
    data: 'A longer remark that does not fit into one line and is wrapped where the sealed file wraps it.',
    height: 48,
  },
  { name: 'date', type: 'date', data: '2026-03-10' },
  { name: 'choice', type: 'choice', data: '60 days' },
  { name: 'check', type: 'check', data: 'checked', width: 18, height: 18 },
  { name: 'initial', type: 'initial', data: { method: 'typed', text: 'ΝễΠ' }, width: 60, height: 30 },
  { name: 'typed signature', type: 'signature', data: { method: 'typed', text: 'Anna Okafor' }, height: 44 },
  { name: 'drawn signature', type: 'signature', data: DRAWN, height: 52 },
  { name: 'uploaded signature', type: 'signature', data: 'uploaded', height: 52 },
  { name: 'comb', type: 'text', data: 'DE44 5001 WiW7', layout: { text_layout: 'comb', comb_cells: 16 } },
  { name: 'comb from the right', type: 'text', data: 'מספר 42', layout: { text_layout: 'comb', comb_cells: 12 } },
  { name: 'large, to the right', type: 'text', data: 'Large print', height: 32, layout: { text_size: 20, text_alignment: 'right' } },
  {
    name: 'several lines from the top',
    type: 'text',
    data: 'Mill Lane 21\nAn address of several lines, of which one is wrapped.',
    height: 60,
    layout: { text_layout: 'multi-line' },
  },
]

/** A picture of a signature that is no photograph, so that both renderers scale the same edges. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200"><rect width="640" height="200" fill="none"/><path d="M20 160 C120 -60 160 260 260 90 S 420 190 620 40" fill="none" stroke="#123" stroke-width="14"/></svg>`

/** A page as the screen shows it, as it is drawn. */
async function screenOf(page: Page, number: number): Promise<Shown> {
  const sheet = page.locator(`[data-page="${number}"]`)
  await sheet.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await expect(sheet.locator('canvas')).toBeVisible()
  await expect(sheet.locator('svg')).toHaveCount(VALUES.length)
  await expect(sheet.locator('svg image')).toHaveAttribute('href', /^blob:/)
  // Each of the faces that come late has come once its text is painted in it.
  await expect.poll(() => sheet.evaluate(allPainted)).toBe(true)
  const box = (await sheet.boundingBox())!
  const clip = { x: Math.floor(box.x), y: Math.floor(box.y), width: Math.ceil(box.width) + 1, height: Math.ceil(box.height) + 1 }
  const ink = await inkOfScreen(await page.screenshot({ clip }))
  const scale = (DENSITY * box.width) / PAGE[0]
  // Where a page stands between two pixels, all of it is drawn from the nearer one.
  return { ink: from(ink, Math.round(DENSITY * (box.x - clip.x)), Math.round(DENSITY * (box.y - clip.y))), scale: [scale, scale] }
}

/** In the page: every value has its text or picture, and the fonts for it are there. */
async function allPainted(sheet: Element): Promise<boolean> {
  for (const image of sheet.querySelectorAll('image')) await Object.assign(new Image(), { src: image.getAttribute('href') }).decode()
  const texts = [...sheet.querySelectorAll('svg text')]
  const families = texts.map((text) => [text.getAttribute('font-family') ?? '', text.textContent ?? ''] as const)
  const known = new Set([...document.fonts].map(({ family }) => family.replaceAll('"', '')))
  if (families.some(([family]) => !known.has(family))) return false
  const loaded = await Promise.all(families.map(([family, text]) => document.fonts.load(`16px "${family}"`, text)))
  await document.fonts.ready
  return loaded.every((faces) => faces.length > 0) && [...sheet.querySelectorAll('svg')].every((svg) => svg.childElementCount > 0)
}

/**
 * What is compared at once. A browser puts the foot of each line onto a whole pixel for itself, so lines are compared one by one:
 * of two in one box either could be right where the other is not.
 */
function partsOf({ type, data, layout }: (typeof VALUES)[number], box: Box, metrics: Metrics): readonly Box[] {
  const around = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 }
  if (type !== 'text' || typeof data !== 'string' || layout?.text_layout === 'comb') return [around]
  const multi = layout?.text_layout === 'multi-line' ? ({ as: 'multi-line' } as const) : null
  const paints = appearanceOf({ type, value: data, layout: multi, width: box.width, height: box.height }, metrics)
  const lines = new Map(paints.flatMap((paint) => (paint.kind === 'text' ? [[paint.baseline, paint.size] as const] : [])))
  if (lines.size < 2) return [around]
  return [...lines].map(([baseline, size]) => ({ ...around, y: box.y + baseline - 0.95 * size, height: 1.25 * size }))
}

/** Past the page's own content policy, which lets no style in from elsewhere. */
async function restyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
}

test.use({ deviceScaleFactor: DENSITY })
// Wide enough for a point to be three pixels, to distinguish a pixel of tolerance from an error of a point; and a width
// at which no field begins on a whole pixel, and one at which the lines of a wrapped text go to pixels up and down.
for (const { wide, tag } of [
  { wide: 1560, tag: [] },
  { wide: 1720, tag: ['@long'] },
]) {
  test(`what the signer’s browser, ${wide} wide, shows is what is sealed, pixel by pixel, for every type of field, script and rotation`, {
    tag,
  }, async ({ page, account, server }) => {
    await page.setViewportSize({ width: wide, height: 1200 })
    const blank = await plainFile(0)
    for (const turn of TURNS) {
      const [width, height] = turn % 180 === 0 ? PAGE : [PAGE[1], PAGE[0]]
      blank.addPage([width, height]).setRotation(degrees(turn))
    }
    const { pack, document: child } = await uploaded(account, `Pixels at ${wide}`, await blank.save())
    const signer = newId()
    const [row, right] = [12, 320]
    let [x, y] = [30, 20]
    const boxes = VALUES.map(({ width = 260, height = 24 }) => {
      if (y + height > PAGE[1] - 10) [x, y] = [right, 20]
      const box = { x, y, width, height }
      y += height + row
      return box
    })
    const fields = TURNS.flatMap((_, page) => VALUES.map((value, at) => ({ uuid: newId(), page, value, box: boxes[at]! })))
    await account.post(`/app/documents/${pack}/update_document`, {
      data: {
        signatories: [{ uuid: signer, role: 'signer-1', name: 'Anna Okafor', email: 'anna@example.com' }],
        signing_order: [[signer]],
      },
    })
    const saved = await account.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
      data: fields.map(({ uuid, page: number, value: { type, layout }, box }) => ({
        uuid,
        document_key: child,
        page: number,
        type,
        ...box,
        signatory_uuid: signer,
        ...layout,
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
    const opened = await openSigning(anna, link)
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
      data: fields.map(({ uuid, value: { data } }) => ({
        uuid,
        data: data === 'uploaded' ? { method: 'uploaded', file: blob_key, digest, width, height } : data,
      })),
    })

    // What she sees, without the frame round the field that is asked for.
    await page.goto(link)
    await expect(page.locator('[data-page="0"] canvas')).toBeVisible()
    await restyle(
      page,
      '[data-page] button { background: none !important; box-shadow: none !important } [data-page] button::before, [data-page] button > span, main > div { display: none !important }',
    )
    await page.mouse.move(1, 1)
    const screens: Shown[] = []
    for (const number of TURNS.keys()) screens.push(await screenOf(page, number))
    await restyle(page, '[data-page] svg text { font-family: monospace !important }')
    const otherFace = await screenOf(page, 0)

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
    const bytes = await account.bytes(`/app/serve/${sealing.file}`)
    const metrics = await loadMetrics(VALUES.map(({ data }) => data).join(' '))
    const sealed: Shown[] = []
    for (const [number, screen] of screens.entries()) {
      const printed = inkOfPicture(await picture(bytes, number, screen.scale[0]))
      expect(Math.abs(printed.width - screen.ink.width)).toBeLessThanOrEqual(4)
      sealed.push({ ink: printed, scale: [printed.width / PAGE[0], printed.height / PAGE[1]] })
      await keepInk(screen.ink, `pixels-${wide}-${TURNS[number]}-screen`)
      await keepInk(printed, `pixels-${wide}-${TURNS[number]}-sealed`)
    }

    for (const { page: number, value, box } of fields) {
      const [shown, printed] = [screens[number]!, sealed[number]!]
      const parts = partsOf(value, box, metrics)
      const point = Math.round(shown.scale[0])
      /** Of the part that is furthest from what is printed, or nearest to it. */
      const measured = (screen: Shown, which: 'max' | 'min', steps?: Parameters<typeof apartIn>[3]) =>
        Math[which](...parts.map((part) => apartIn(screen, printed, part, steps)))
      const found = measured(shown, 'max')
      // What the measure says where something is wrong: a field that stands a point off, words in another face.
      const off = measured(shown, 'min', [
        [point, 0],
        [-point, 0],
        [0, point],
        [0, -point],
      ])
      const difference = `${value.name}, turned by ${TURNS[number]}: ${found.toFixed(3)}, a point off ${off.toFixed(3)}`
      expect.soft(found, difference).toBeLessThan(0.1)
      expect.soft(found, difference).toBeLessThan(off / 2)
      if (number > 0 || !['text', 'date', 'choice'].includes(value.type)) continue
      const face = measured(otherFace, 'min')
      expect.soft(found, `${difference}, in another face ${face.toFixed(3)}`).toBeLessThan(face / 2)
    }
  })
}
