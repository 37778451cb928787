import classes from './Highlighted.module.css'

/** Where in a text the words that somebody looks for stand: [from, to) pairs, in order, apart from each other. */
export function matchesIn(text: string, query: string): readonly (readonly [number, number])[] {
  const folded = text.toLocaleLowerCase()
  // Folding may change the length ("İ"); then positions no longer tell, and nothing is marked.
  if (folded.length !== text.length) return []
  const found: [number, number][] = []
  for (const word of new Set(query.toLocaleLowerCase().split(/\s+/u).filter(Boolean))) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) found.push([at, at + word.length])
  }
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  return found.reduce<[number, number][]>((joined, next) => {
    const last = joined.at(-1)
    if (last && next[0] <= last[1]) last[1] = Math.max(last[1], next[1])
    else joined.push([...next])
    return joined
  }, [])
}

export function Highlighted({ text, query }: { text: string; query: string }) {
  const matches = query.trim() ? matchesIn(text, query) : []
  if (matches.length === 0) return text
  let end = 0
  return (
    <>
      {matches.map(([from, to]) => {
        const before = text.slice(end, from)
        end = to
        return (
          <span key={from}>
            {before}
            <mark className={classes.mark}>{text.slice(from, to)}</mark>
          </span>
        )
      })}
      {text.slice(end)}
    </>
  )
}
