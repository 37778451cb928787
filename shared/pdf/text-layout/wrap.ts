import { charactersOf } from '#domain/pack'
import { type Paragraph, runsOf } from './runs.ts'
import type { Metrics } from './types.ts'

export interface Line {
  readonly paragraph: Paragraph
  readonly start: number
  readonly end: number
}

/** Cuts a paragraph into lines no wider than `width`. A word that is too wide by itself is cut between characters. */
export function wrap(paragraph: Paragraph, width: number, size: number, metrics: Metrics): Line[] {
  const lines: Line[] = []
  let start = 0
  let end = 0
  /** Of what stands from `start` to `end`, with the spaces at its end. */
  let filled = 0
  const cut = (at: number) => {
    lines.push({ paragraph, start, end: at })
    start = at
  }
  for (const { text, from, whole, ink } of wordsOf(paragraph, metrics)) {
    const next = from + text.length
    if (end > start && filled + ink * size > width) {
      cut(end)
      filled = 0
    }
    end = next
    if (filled + ink * size <= width) {
      filled += whole * size
      continue
    }
    let at = start
    for (const character of charactersOf(text)) {
      if (at > start && lineWidth(paragraph, start, at + character.length, size, metrics) > width) cut(at)
      at += character.length
    }
    filled = lineWidth(paragraph, start, end, size, metrics)
  }
  if (end > start || lines.length === 0) cut(end)
  return lines
}

/** The width of a stretch as a line of its own: spaces at its end don't count. */
export function lineWidth(paragraph: Paragraph, start: number, end: number, size: number, metrics: Metrics): number {
  const ink = start + paragraph.text.slice(start, end).trimEnd().length
  return runsOf(paragraph, start, ink).reduce((sum, run) => sum + metrics.measure(run.text, run.font, size), 0)
}

export function widestWord(paragraph: Paragraph, size: number, metrics: Metrics): number {
  return wordsOf(paragraph, metrics).reduce((widest, { ink }) => Math.max(widest, ink * size), 0)
}

interface Word {
  readonly text: string
  readonly from: number
  /** In sizes: with the spaces at its end, and without. */
  readonly whole: number
  readonly ink: number
}

/** A paragraph is set in one size after the other: its words are measured once. */
const measured = new WeakMap<Paragraph, readonly Word[]>()

function wordsOf(paragraph: Paragraph, metrics: Metrics): readonly Word[] {
  const known = measured.get(paragraph)
  if (known) return known
  let from = 0
  const made = words(paragraph.text).map((text): Word => {
    const word = { text, from, ...widthsOf(paragraph, from, from + text.length, metrics) }
    from += text.length
    return word
  })
  measured.set(paragraph, made)
  return made
}

function widthsOf(paragraph: Paragraph, from: number, to: number, metrics: Metrics): Pick<Word, 'whole' | 'ink'> {
  const runs = (end: number) => runsOf(paragraph, from, end).reduce((sum, run) => sum + metrics.measure(run.text, run.font, 1), 0)
  const ink = from + paragraph.text.slice(from, to).trimEnd().length
  const inked = runs(ink)
  return { whole: ink === to ? inked : runs(to), ink: inked }
}

/** A word is what stands between two places where a line may end, the spaces after it included. */
function words(text: string): string[] {
  const spaced = text.match(/[^ -]*(?:-+(?=[^ -])|-* +|-*$)|-+/g)?.filter((word) => word !== '') ?? []
  return UNSPACED.test(text) ? spaced.flatMap(unspacedWords) : spaced
}

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]/u
/** What ends or belongs to what stands before it never begins a line, and the reverse. */
const NEVER_FIRST =
  /^[\p{M}\p{Pe}\p{Pf}、。，．・：；？！％‐ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶะาำๅๆฯະາຳຽຯໆ។៕៖ៗ၊။,.:;?!% ]/u
const NEVER_LAST = /[\p{Ps}\p{Pi}￥＄£＃เแโใไເແໂໃໄ]$/u

/**
 * A line may end between any two characters of such a script. Thai words would take a dictionary, and browser and server
 * need not have the same.
 */
function unspacedWords(word: string): string[] {
  const out: string[] = []
  let last = ''
  for (const character of charactersOf(word)) {
    const together =
      out.length === 0 || !(UNSPACED.test(last) || UNSPACED.test(character)) || NEVER_FIRST.test(character) || NEVER_LAST.test(last)
    if (together) out.push((out.pop() ?? '') + character)
    else out.push(character)
    last = character
  }
  return out
}
