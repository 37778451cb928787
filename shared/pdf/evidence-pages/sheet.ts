import type { Paint } from '#pdf/appearance'
import { layoutText, type Metrics, spelledOut } from '#pdf/text-layout'
import type { EvidencePage, PageSize } from './types.ts'

export const COLOURS = { ink: '#1e1c19', soft: '#5c574f', line: '#d9d4cb', ground: '#f6f4f0', seal: '#1f3a8a' } as const
export const MARGIN = 56
const FOOT = 40
/** Text is bounded by its column's width; its height is whatever it takes. */
const TALL = 100_000

export interface Written {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly size: number
  readonly color?: string
}

/** One page while it is being set. */
export class Sheet {
  readonly paints: Paint[] = []
  readonly size: PageSize
  readonly #metrics: Metrics
  constructor(size: PageSize, metrics: Metrics) {
    this.size = size
    this.#metrics = metrics
  }

  get bottom(): number {
    return this.size.height - MARGIN - FOOT
  }
  get inner(): number {
    return this.size.width - 2 * MARGIN
  }

  /** Sets text and answers where what follows it begins. */
  write(text: string, at: Written): number {
    const { paints, height } = set(text, at, this.#metrics)
    this.paints.push(...paints)
    return at.top + height
  }
  line(top: number, from = MARGIN, to = this.size.width - MARGIN): void {
    this.paints.push({ kind: 'path', d: `M ${from} ${top} L ${to} ${top}`, stroke: COLOURS.line, width: 0.6 })
  }
  box(x: number, top: number, width: number, height: number, fill: string): void {
    const [right, bottom] = [x + width, top + height]
    this.paints.push({ kind: 'path', d: `M ${x} ${top} L ${right} ${top} L ${right} ${bottom} L ${x} ${bottom} Z`, fill, width: 0 })
  }
  foot(text: string, number: string): void {
    const top = this.size.height - MARGIN - FOOT + 16
    this.line(top - 8)
    this.write(text, { x: MARGIN, top, width: this.inner - 90, size: 7.5, color: COLOURS.soft })
    const { width } = set(number, { x: 0, top, width: 80, size: 7.5 }, this.#metrics)
    this.write(number, { x: this.size.width - MARGIN - width, top, width: width + 1, size: 7.5, color: COLOURS.soft })
  }
  done(): EvidencePage {
    return { ...this.size, paints: this.paints }
  }
}

export function set(text: string, { x, top, width, size, color = COLOURS.ink }: Written, metrics: Metrics) {
  const { lines, size: used } = layoutText({ text: spelledOut(text, metrics), width, height: TALL, size }, metrics)
  const paints = lines.flatMap(({ baseline, runs }) => {
    // Names of every script begin where their column does.
    const left = Math.min(...runs.map((run) => run.x))
    return runs.map((run): Paint => {
      const { font, text: words, dir, width: wide } = run
      return { kind: 'text', x: x + run.x - left, baseline: top + baseline, width: wide, size: used, font, text: words, color, dir }
    })
  })
  return { paints, height: lines.length * used * PITCH, width: Math.max(0, ...lines.map((line) => line.width)) }
}
const PITCH = 1.25
