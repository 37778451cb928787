import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPageImages } from '#pdf/page-image'
import { normaliseSignatureImage, packedImage } from '#pdf/signature-image'
import { inkOf } from '../../shared/pdf/signature-image/ink.ts'
import { onePage, plainBytes } from './support/files.ts'
import { testPool } from './support/threads.ts'

const images = createPageImages(testPool())
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 20, b: 120, alpha: 0.5 } } })

test.each(['png', 'webp'] as const)('a page is pictured as %s, as wide as asked', async (format) => {
  const answer = await images.render({ pdf: await plainBytes(2), page: 1, width: 800, format })
  if (!answer.ok) throw new Error(answer.words)
  expect(await sharp(answer.bytes).metadata()).toMatchObject({ format, width: 800, height: 1000 })
  expect(answer).toMatchObject({ width: 800, height: 1000 })
})

test('no picture has more than 25 megapixels', async () => {
  const answer = await images.render({ pdf: onePage('', '', '[0 0 14400 14400]'), page: 0, width: 14_400, format: 'webp' })
  expect(answer.ok && answer.width * answer.height).toBeLessThanOrEqual(25_010_000)
})

test('a page that is not there, and a file that is none, are answered as such', async () => {
  expect(await images.render({ pdf: await plainBytes(1), page: 1, width: 100, format: 'png' })).toMatchObject({ failure: 'no-such-page' })
  expect(await images.render({ pdf: Buffer.from('no'), page: 0, width: 100, format: 'png' })).toMatchObject({ failure: 'damaged' })
})

test.each(['png', 'jpeg', 'webp'] as const)('a %s signature becomes a PNG of its own size', async (format) => {
  const answer = await normaliseSignatureImage(await drawing(300, 100).toFormat(format).toBuffer())
  expect(answer).toMatchObject({ ok: true, width: 300, height: 100 })
  expect(await sharp(answer.ok ? answer.bytes : Buffer.alloc(0)).metadata()).toMatchObject({ format: 'png', channels: 4, width: 300 })
})

test('a photograph is turned upright, made no larger than fields need, and loses what it says about its maker', async () => {
  const photograph = await drawing(4000, 1000)
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Somebody' } } })
    .toBuffer()
  const answer = await normaliseSignatureImage(photograph)
  if (!answer.ok) throw new Error(answer.reason)
  expect(answer).toMatchObject({ width: 150, height: 600 })
  expect(Buffer.from(answer.bytes).includes('Somebody')).toBe(false)
  expect((await sharp(answer.bytes).metadata()).exif).toBeUndefined()
})

test.each([
  ['text', () => Buffer.from('<script>alert(1)</script>'), 'not-an-image'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not-an-image'],
  ['nothing', () => Buffer.alloc(0), 'not-an-image'],
  ['a PNG that is cut off', async () => (await drawing(300, 100).png().toBuffer()).subarray(0, 80), 'not-an-image'],
  ['a HEIC photo', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic'],
  ['a PNG in name only', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50)]), 'not-an-image'],
  ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1), 'too-large'],
  ['more than 25 megapixels', () => drawing(6000, 4200).png().toBuffer(), 'too-many-pixels'],
] as const)('%s is no signature', async (_, bytes, reason) => {
  expect(await normaliseSignatureImage(await bytes())).toEqual({ ok: false, reason })
})

/** A stroke of this colour, on a ground of that one or on nothing; and what is left of it as ink. */
async function inkFrom(ink: string, ground: string | null) {
  const stroke = `<path d="M60 150 Q200 20 340 150" stroke="${ink}" stroke-width="8" fill="none"/>`
  const picture = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${ground ? `<rect width="400" height="200" fill="${ground}"/>` : ''}${stroke}</svg>`,
    ),
  )
    .blur(0.6)
    .png()
    .toBuffer()
  const whole = await normaliseSignatureImage(picture)
  if (!whole.ok) throw new Error(whole.reason)
  const found = await inkOf(whole)
  if (found === null) return null
  const { data, info } = await sharp(found.bytes).raw().toBuffer({ resolveWithObject: true })
  const opaque = [...Array(info.width * info.height).keys()].filter((at) => data[4 * at + 3]! > 24)
  const solid = opaque.filter((at) => data[4 * at + 3]! > 200)
  return {
    share: opaque.length / (info.width * info.height),
    lightest: Math.max(...solid.map((at) => 0.3 * data[4 * at]! + 0.59 * data[4 * at + 1]! + 0.11 * data[4 * at + 2]!)),
    solid: solid.length,
  }
}

test.each([
  ['dark on white paper', '#1c2f7a', '#f4f1ea'],
  ['dark on a dark table', '#0a0a12', '#6b5a4a'],
  ['white on a black board', '#f5f5f5', '#15181a'],
  ['white on dark blue', '#ffffff', '#1a2348'],
  ['white on nothing', '#ffffff', null],
])('of a signature %s the strokes are left, dark, and nothing of what was around them', async (_, ink, ground) => {
  const left = await inkFrom(ink, ground)
  expect(left?.solid).toBeGreaterThan(1_500)
  expect(left?.lightest).toBeLessThan(140)
  // A stroke of 8 pixels on its own ground, and no ghost of that.
  expect(left?.share).toBeLessThan(0.16)
})

test('dark writing on nothing is taken as it is', async () => {
  expect(await inkFrom('#1c2f7a', null)).toBeNull()
})

test('the form that a file embeds is carried along, and equals the pixels', async () => {
  const answer = await normaliseSignatureImage(await drawing(30, 10).png().toBuffer())
  if (!answer.ok) throw new Error(answer.reason)
  const carried = await packedImage(answer.bytes)
  const decoded = await packedImage(await sharp(answer.bytes).png().toBuffer())
  expect(carried).toMatchObject({ width: 30, height: 10 })
  expect(Buffer.compare(carried.color, decoded.color)).toBe(0)
  expect(Buffer.compare(carried.alpha, decoded.alpha)).toBe(0)
})
