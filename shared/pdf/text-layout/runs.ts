import bidiFactory, { type Bidi } from 'bidi-js'
import { facesOf, type Setting } from './faces.ts'
import type { Direction, FontName, Metrics } from './types.ts'

// The package's types describe its ESM build, Node loads the other: the default export is the factory in both.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** A paragraph with what is known of each of its UTF-16 units: how to cut it into lines follows from this. */
export interface Paragraph {
  readonly text: string
  readonly faces: readonly (FontName | null)[]
  readonly levels: Uint8Array
  readonly dir: Direction
}
export interface Run {
  readonly text: string
  readonly font: FontName
  readonly dir: Direction
  /** Where it begins in the paragraph: runs are seen in one order and read in another. */
  readonly from: number
}

export function paragraphOf(text: string, setting: Setting, metrics: Metrics): Paragraph {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  return { text, faces: facesOf(text, setting, metrics), levels, dir: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr' }
}

/** The runs of one line, from left to right as they are seen. */
export function runsOf({ text, faces, levels, dir }: Paragraph, start: number, end: number): Run[] {
  const base = dir === 'rtl' ? 1 : 0
  const pieces: { from: number; to: number; font: FontName; level: number }[] = []
  const lastInk = start + text.slice(start, end).trimEnd().length
  for (let i = start; i < end; i++) {
    // Spaces at the end of a line take the paragraph's direction (UAX 9, L1).
    const level = i >= lastInk ? base : (levels[i] ?? base)
    const font = faces[i] ?? 'sans'
    const last = pieces.at(-1)
    if (last && last.font === font && last.level === level) last.to = i + 1
    else pieces.push({ from: i, to: i + 1, font, level })
  }
  return inVisualOrder(pieces)
    .map(({ from, to, font, level }): Run => {
      return { text: text.slice(from, to).replace(MARKS, ''), font, dir: level % 2 === 1 ? 'rtl' : 'ltr', from }
    })
    .filter((run) => run.text !== '')
}

/** Direction marks have done their work once levels are known. */
const MARKS = /[\u200e\u200f]/g

/** UAX 9, L2: from the highest level down to the lowest odd one, reverse every stretch at that level or above. */
export function inVisualOrder<T extends { readonly level: number }>(pieces: readonly T[]): T[] {
  const order = [...pieces]
  const highest = Math.max(0, ...pieces.map((piece) => piece.level))
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < order.length; i++) {
      let end = i
      while (end < order.length && order[end]!.level >= level) end++
      if (end > i) order.splice(i, end - i, ...order.slice(i, end).reverse())
      i = end
    }
  }
  return order
}

/** The characters to take glyphs of for a run from right to left: brackets and the like turn round. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('')
}
