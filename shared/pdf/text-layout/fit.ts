import type { Paragraph } from './runs.ts'
import type { Metrics } from './types.ts'
import { type Line, lineWidth, widestWord, wrap } from './wrap.ts'

export const MIN_SIZE = 4
export const DEFAULT_SIZE = 11
const MAX_TRIES = 30
const MAX_STEPS = 50
const STEP = 0.25
/** Below this a long word is cut rather than made smaller still. */
const WHOLE_WORDS_FROM = 6
/** From baseline to baseline, in sizes. Noto's own figure is 1.36; fields are tight. */
export const LINE_PITCH = 1.25
/** How far Noto Sans's capitals rise above the baseline, in sizes. */
export const CAP_HEIGHT = 0.714

export interface Fitted {
  readonly size: number
  readonly lines: readonly Line[]
  readonly fits: boolean
}
interface Room {
  readonly width: number
  readonly height: number
  readonly single: boolean
  readonly smallest: number
}

/**
 * Lowers the size, down to the smallest, until the text is in the box: at most 30 tries, each taking at most 50 steps for
 * the width and as many for the height.
 */
export function shrinkToFit(paragraphs: readonly Paragraph[], room: Room, start: number, metrics: Metrics): Fitted {
  const { smallest } = room
  let size = Math.max(smallest, start)
  let lines: Line[] = []
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const narrow = lowered(size, smallest, (s) => widthFits(paragraphs, room, s, metrics))
    const low = lowered(narrow, smallest, (s) => {
      lines = linesAt(paragraphs, room, s, metrics)
      return lines.length * LINE_PITCH * s <= room.height
    })
    const settled = low === size
    size = low
    if (settled) break
  }
  const widest = Math.max(0, ...lines.map((line) => lineWidth(line.paragraph, line.start, line.end, size, metrics)))
  return { size, lines, fits: widest <= room.width + SLACK && lines.length * LINE_PITCH * size <= room.height + SLACK }
}

/** Sums of widths are not exact. */
const SLACK = 1e-6

function lowered(from: number, smallest: number, fits: (size: number) => boolean): number {
  let size = from
  for (let steps = 0; steps < MAX_STEPS && !fits(size) && size > smallest; steps++) size = Math.max(smallest, size - STEP)
  return size
}

function widthFits(paragraphs: readonly Paragraph[], { width, single }: Room, size: number, metrics: Metrics): boolean {
  if (!single && size <= WHOLE_WORDS_FROM) return true
  return paragraphs.every((paragraph) => {
    return (single ? lineWidth(paragraph, 0, paragraph.text.length, size, metrics) : widestWord(paragraph, size, metrics)) <= width
  })
}

function linesAt(paragraphs: readonly Paragraph[], { width, single }: Room, size: number, metrics: Metrics): Line[] {
  if (single) return paragraphs.map((paragraph) => ({ paragraph, start: 0, end: paragraph.text.length }))
  return paragraphs.flatMap((paragraph) => wrap(paragraph, width, size, metrics))
}
