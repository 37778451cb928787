/** What completes `::` in a text. */
export interface CompletionItem {
  readonly key: string
  /** What it puts in the place of `::` and of what is typed behind it. */
  readonly inserts: string
  readonly name: string
}
/** A text completion that has begun: `::` with what is typed behind it, up to the caret. */
export interface Completing {
  readonly start: number
  readonly query: string
}

/** S-211 */
export const MOST_COMPLETIONS = 500
/** Longer than any name that one looks for. */
const MOST_QUERY = 60

/** Whether the caret stands behind a `::` of its line. */
export function completingAt(text: string, caret: number): Completing | null {
  const line = text.slice(Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - MOST_QUERY - 2), caret)
  const at = line.lastIndexOf('::')
  if (at === -1) return null
  const query = line.slice(at + 2)
  return query.startsWith(' ') || query.includes(':') ? null : { start: caret - query.length - 2, query }
}

/** The items with the query in their names, those that begin with it first. */
export function completionsFor(items: readonly CompletionItem[], query: string): readonly CompletionItem[] {
  const wanted = query.trim().toLowerCase()
  const at = ({ name, inserts }: CompletionItem) => `${name}\n${inserts}`.toLowerCase().indexOf(wanted)
  const found = items.filter((item) => at(item) !== -1)
  const [first, rest] = [found.filter((item) => at(item) === 0), found.filter((item) => at(item) !== 0)]
  return [...first, ...rest].slice(0, MOST_COMPLETIONS)
}
