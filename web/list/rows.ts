export interface Keyed {
  readonly key: string
}
export interface Dated extends Keyed {
  readonly revision: number
  readonly date_updated: string
}

interface Received<Row> {
  readonly changed: readonly Row[]
  readonly removed: readonly string[]
  belongs(row: Row): boolean
  /** Not where a search decides what is found: that only the server knows. */
  readonly takesNew: boolean
}

/**
 * The rows after some changed. A row stays where it is, so that nothing moves under the pointer; one that no longer
 * belongs goes; a new one comes in at the top.
 */
export function receive<Row extends Dated>(rows: readonly Row[], { changed, removed, belongs, takesNew }: Received<Row>): readonly Row[] {
  const gone = new Set(removed)
  const news = new Map(changed.map((row) => [row.key, row]))
  const kept = rows.flatMap((row) => {
    if (gone.has(row.key)) return []
    const next = news.get(row.key)
    news.delete(row.key)
    if (!next || next.revision < row.revision) return [row]
    return belongs(next) ? [next] : []
  })
  const added = takesNew ? [...news.values()].filter((row) => !gone.has(row.key) && belongs(row)) : []
  added.sort((a, b) => b.date_updated.localeCompare(a.date_updated))
  const same = added.length === 0 && kept.length === rows.length && kept.every((row, at) => row === rows[at])
  return same ? rows : [...added, ...kept]
}

/** Keys from one row to another, in either direction, both included. */
export function rangeOf(keys: readonly string[], from: string, to: string): readonly string[] {
  const a = keys.indexOf(from)
  const b = keys.indexOf(to)
  if (a < 0 || b < 0) return b < 0 ? [] : [to]
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}
