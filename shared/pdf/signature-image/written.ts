import sharp from 'sharp'
import { PEN } from '#pdf/appearance'
import { fontOf, shapeWith, slicesFor } from '#pdf/fonts'
import {
  type CoreFontName,
  FALLBACK_FONT_NAMES,
  type FallbackFontName,
  layoutText,
  loadMetrics,
  mirrored,
  type TextRun,
  unsupportedCharacters,
} from '#pdf/text-layout'
import { withPacked } from './packed.ts'
import type { SignatureImage } from './types.ts'

const BOX = { width: 1200, height: 300 }
const SIZE = 200

/** A text as a signature that is typed looks, on nothing. null where it cannot be shown, or not on one line. */
export async function writtenImage(text: string): Promise<SignatureImage | null> {
  const metrics = await loadMetrics(text)
  if (unsupportedCharacters(text, metrics).length > 0) return null
  const { lines, size, fits } = layoutText({ ...BOX, text, font: 'hand', size: SIZE, vertical: 'middle', single: true }, metrics)
  if (!fits) return null
  const outlines: string[] = []
  for (const { runs, baseline } of lines) for (const run of runs) outlines.push(...(await outlinesOf(run, baseline, size)))
  if (outlines.length === 0) return null
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${BOX.width}" height="${BOX.height}" fill="${PEN}">${outlines.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .trim()
    .png({ compressionLevel: 6, palette: false })
    .toBuffer({ resolveWithObject: true })
  return { ok: true, bytes: await withPacked(data), width: info.width, height: info.height }
}

/** The glyphs of a run as paths, as wide together as the layout says. */
async function outlinesOf({ text, font, dir, x, width }: TextRun, baseline: number, size: number): Promise<string[]> {
  const shaped = (await piecesOf(dir === 'rtl' ? mirrored(text) : text, font)).flatMap(({ piece, face, shape }) => {
    const scale = size / face.unitsPerEm
    return shape(piece, dir).map(({ id, advance, dx, dy }) => {
      return { d: face.getGlyph(id)?.path.toSVG() ?? '', scale, advance: advance * scale, dx: dx * scale, dy: dy * scale }
    })
  })
  const natural = shaped.reduce((sum, { advance }) => sum + advance, 0)
  const stretch = natural > 0 ? width / natural : 1
  let pen = 0
  return shaped.flatMap(({ d, scale, advance, dx, dy }) => {
    const at = `translate(${x + (pen + dx) * stretch} ${baseline - dy}) scale(${scale * stretch} ${-scale})`
    pen += advance
    return d === '' ? [] : [`<path transform="${at}" d="${d}"/>`]
  })
}

async function piecesOf(text: string, font: TextRun['font']) {
  if (!isFallback(font)) return [{ piece: text, face: fontOf(font), shape: shapeWith(fontOf(font)) }]
  return (await slicesFor(font, text)).map(({ text: piece, slice }) => ({ piece, face: slice.font, shape: slice.shape }))
}

const isFallback = (font: FallbackFontName | CoreFontName): font is FallbackFontName => FALLBACK_FONT_NAMES.some((far) => far === font)
