/** A text in which columns stand for what each row says: texts as they are, columns by their position in the list. */
export interface LinkedText {
  readonly written: string
  readonly parts: readonly (string | { readonly column: number })[]
  /** Names in it that are no column of the list. */
  readonly unknown: readonly string[]
}

// The last of several braces ends the name, for columns with braces in their names. Its length is bounded, so that no text takes long.
const PLACEHOLDER = /\{\{(.{1,500}?)\}\}(?!\})/g

export const placeholderOf = (column: string): string => `{{${column}}}`

/** Reads the placeholders of a text. Of several columns of one name the first is meant. */
export function linkedText(written: string, columns: readonly string[]): LinkedText {
  const parts: LinkedText['parts'][number][] = []
  const unknown: string[] = []
  let end = 0
  for (const found of written.matchAll(PLACEHOLDER)) {
    const name = found[1]!
    const exact = columns.indexOf(name)
    const column = exact >= 0 ? exact : columns.findIndex((each) => each.trim() === name.trim())
    if (column < 0) {
      unknown.push(name.trim())
      continue
    }
    if (found.index > end) parts.push(written.slice(end, found.index))
    parts.push({ column })
    end = found.index + found[0].length
  }
  if (end < written.length) parts.push(written.slice(end))
  return { written, parts, unknown }
}

export function isLinked({ parts }: LinkedText): boolean {
  return parts.some((part) => typeof part !== 'string')
}

/** The text of one row. Cells are put in as they are: braces in a cell are no placeholder. */
export function expanded({ parts }: LinkedText, cells: readonly string[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : (cells[part.column] ?? ''))).join('')
}
