import { DELIMITERS, ENCODINGS, type Encoding, encodingOf, readableEncodings } from '#domain/csv'
import type { Column, ColumnType, DateOrder, Decimal } from '#domain/filters'
import { inWords } from '#domain/kernel'
import {
  columnGuess,
  problemColumns,
  RECIPIENT_FILE_REFUSALS,
  RecipientFileRefused,
  type RecipientRow,
  recipientFileReader,
} from '#domain/recipient-lists'

/** How a file is to be read; what is left out is guessed. */
export interface Choices {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly decimal?: Decimal
  readonly dates?: DateOrder
  readonly firstRow: 'names' | 'data'
  readonly types?: readonly ColumnType[]
}
/** A file as it would be read. */
export interface Look {
  readonly encoding: Encoding
  readonly samples: Readonly<Record<Encoding, string | null>>
  readonly delimiter: string
  readonly decimal: Decimal
  readonly dates: DateOrder
  readonly columns: readonly Column[]
  readonly rows: number
  readonly first: readonly RecipientRow[]
  readonly wrong: readonly (RecipientRow & { readonly problems: readonly number[] })[]
  readonly wrongRows: number
}
const MOST_FIRST = 8
const MOST_WRONG = 20
const SAMPLE_BYTES = 65_536

async function eachPart(file: Blob, signal: AbortSignal, take: (part: Uint8Array) => void): Promise<void> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (signal.aborted) throw new DOMException('another look began', 'AbortError')
    if (done) return
    take(value)
  }
}

/** A piece of text that looks different in each encoding. */
function sampleIn(text: string | null): string | null {
  if (text === null) return null
  const at = [...text].findIndex((sign) => sign.codePointAt(0)! > 127)
  return text
    .slice(Math.max(0, at - 16), Math.max(0, at - 16) + 40)
    .replace(/[\r\n\t;,"|]+/g, ' ')
    .trim()
}

/** Reads a file as the server will. Nothing is sent. A refusal is a sentence that says what to do. */
export async function lookAt(file: Blob, choices: Choices, signal: AbortSignal): Promise<Look | string> {
  try {
    const start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
    const detection = encodingOf(start)
    if (!choices.encoding) await eachPart(file, signal, detection.push)
    const encoding = choices.encoding ?? detection.end()
    const reading = { encoding, delimiter: choices.delimiter, firstRow: choices.firstRow }
    const guess = columnGuess()
    const first: RecipientRow[] = []
    let rows = 0
    const reader = recipientFileReader(reading)
    const note = (some: readonly RecipientRow[]) => {
      guess.push(some)
      rows += some.length
      if (first.length < MOST_FIRST) first.push(...some.slice(0, MOST_FIRST - first.length))
    }
    await eachPart(file, signal, (part) => note(reader.push(part)))
    note(reader.end())
    const names = reader.names()
    const guessed = guess.end(names, reader.delimiter())
    const format = { decimal: choices.decimal ?? guessed.format.decimal, dates: choices.dates ?? guessed.format.dates }
    const types = choices.types?.length === names.length ? choices.types : guessed.types
    const columns = names.map((name, at) => ({ name, type: types[at]! }))
    const wrong: (RecipientRow & { readonly problems: readonly number[] })[] = []
    let wrongRows = 0
    const again = recipientFileReader(reading)
    const judge = (some: readonly RecipientRow[]) => {
      for (const row of some) {
        const problems = problemColumns(row.values, columns, format)
        if (problems.length === 0) continue
        wrongRows += 1
        if (wrong.length < MOST_WRONG) wrong.push({ ...row, problems })
      }
    }
    await eachPart(file, signal, (part) => judge(again.push(part)))
    judge(again.end())
    const readable = readableEncodings(start)
    const samples = Object.fromEntries(ENCODINGS.map((one) => [one, sampleIn(readable[one])])) as Look['samples']
    return { encoding, samples, delimiter: reader.delimiter() ?? DELIMITERS[0], ...format, columns, rows, first, wrong, wrongRows }
  } catch (thrown) {
    if (!(thrown instanceof RecipientFileRefused)) throw thrown
    const { refused, slots } = thrown.refusal
    return inWords(RECIPIENT_FILE_REFUSALS[refused].says, slots)
  }
}
