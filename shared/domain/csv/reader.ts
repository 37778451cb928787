import papa from 'papaparse'
import { decoderOf, type Encoding, type PartDecoder } from './encoding.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export interface CsvRow {
  /** As spreadsheets number it: the first is 1. */
  readonly number: number
  readonly cells: readonly string[]
  /** A quotation mark in it has no other one, or it is longer than any row may be; its cells are of no use then. */
  readonly wrong: 'quotes' | 'length' | null
}
export interface CsvReader {
  /** The rows that are complete with this part. */
  push(part: Uint8Array): readonly CsvRow[]
  end(): readonly CsvRow[]
  /** Known once rows came. */
  delimiter(): string | null
}

/** A cell may hold lines of its own; one of more than these is a quotation mark without a partner. */
const MOST_LINES = 20
/** Characters of a row. */
const MOST_LENGTH = 2_500_000
/** Lines by which the delimiter is guessed. */
const GUESSED_BY = 10

/**
 * Reads a table in parts, so that a large one is never in memory as a whole. A row whose quotation marks do not fit would swallow what
 * follows it: it ends with its line, and the next one is a row again.
 */
export function csvReader(given: { readonly encoding: Encoding; readonly delimiter?: string | undefined }): CsvReader {
  let decoder: PartDecoder | null = null
  /** What came after the last line end. */
  let rest = ''
  let isTooLong = false
  let isFirstLine = true
  let lines: string[] = []
  let delimiter = given.delimiter ?? null
  let number = 0

  function take(text: string, isEnd: boolean): readonly CsvRow[] {
    rest += text
    // A line end may be two characters, and the second of them still to come.
    const until = isEnd ? rest.length : Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r', rest.length - 2)) + 1
    if (until > 0 || isEnd) {
      // Systems end their lines differently, some files in several ways.
      const whole = rest.slice(0, until).split(/\r\n?|\n/)
      if (!isEnd) whole.pop()
      rest = rest.slice(until)
      for (const line of whole) add(line)
    }
    if (rest.length > MOST_LENGTH) {
      rest = ''
      isTooLong = true
    }
    return rowsNow(isEnd)
  }

  function add(line: string): void {
    if (isFirstLine) {
      isFirstLine = false
      // A first line that names the separator, as Excel writes and reads it.
      const named = /^\uFEFF?sep=(.)$/i.exec(line)
      if (named) {
        delimiter = given.delimiter ?? named[1]!
        return
      }
    }
    lines.push(isTooLong || line.length > MOST_LENGTH ? TOO_LONG : line)
    isTooLong = false
  }

  function rowsNow(isEnd: boolean): readonly CsvRow[] {
    if (delimiter === null) {
      if (!isEnd && lines.length < GUESSED_BY) return []
      delimiter = delimiterOf(lines.slice(0, GUESSED_BY).join('\n'))
    }
    const rows: CsvRow[] = []
    let at = 0
    while (at < lines.length) {
      const taken = rowAt(at, isEnd)
      if (taken === null) break
      rows.push(taken.row)
      at += taken.lines
    }
    lines = lines.slice(at)
    return rows
  }

  /** Null: its end is still to come. */
  function rowAt(at: number, isEnd: boolean): { readonly row: CsvRow; readonly lines: number } | null {
    const line = lines[at]!
    if (line === TOO_LONG) return { row: { number: ++number, cells: [], wrong: 'length' }, lines: 1 }
    if (!line.includes('"')) return { row: { number: ++number, cells: line.split(delimiter!), wrong: null }, lines: 1 }
    for (let taken = 1; taken <= MOST_LINES; taken++) {
      if (at + taken > lines.length) {
        if (!isEnd) return null
        break
      }
      const { data, errors } = papa.parse<string[]>(lines.slice(at, at + taken).join('\n'), { delimiter: delimiter!, newline: '\n' })
      const wrong = errors.find(({ type }) => type === 'Quotes')?.code
      if (wrong === undefined) return { row: { number: ++number, cells: data[0] ?? [''], wrong: null }, lines: taken }
      if (wrong !== 'MissingQuotes') break
    }
    return { row: { number: ++number, cells: [], wrong: 'quotes' }, lines: 1 }
  }

  return {
    push(part) {
      decoder ??= decoderOf(given.encoding, part)
      return take(decoder.decode(part, { stream: true }), false)
    },
    end: () => take(decoder?.decode() ?? '', true),
    delimiter: () => delimiter,
  }
}

/** By which every row has as many cells as the first, the most of them; else by which the first row has the most. */
function delimiterOf(text: string): Delimiter {
  const found = DELIMITERS.map((delimiter) => {
    const rows = papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: true }).data
    const cells = rows[0]?.length ?? 1
    return { delimiter, cells, isEven: cells > 1 && rows.every((row) => row.length === cells) }
  })
  const most = (some: typeof found) => some.reduce((best, one) => (one.cells > best.cells ? one : best), some[0]!)
  const even = found.filter(({ isEven }) => isEven)
  return most(even.length > 0 ? even : found).delimiter
}

/** In the place of a line that is longer than a row may be: no line holds a line end. */
const TOO_LONG = '\n'
