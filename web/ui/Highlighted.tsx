import { folded } from '#domain/kernel'
import classes from './Highlighted.module.css'

/** A text as search compares it, and where in the text each of its characters stands. */
function comparedParts(text: string): { readonly compared: string; readonly at: readonly (readonly [number, number])[] } {
  let compared = ''
  const at: [number, number][] = []
  for (let from = 0; from < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(from)!)
    const to = from + character.length
    const part = /\s/u.test(character) ? ' ' : folded(character)
    // An accent that stands by itself belongs to the letter before it.
    if (part === '' && at.length > 0) at.at(-1)![1] = to
    for (const _ of Array.from({ length: part.length })) at.push([from, to])
    compared += part
    from = to
  }
  return { compared, at }
}

/** Where in a text the words that somebody looks for stand: [from, to) pairs, in order, apart from each other. */
export function matchesIn(text: string, query: string): readonly (readonly [number, number])[] {
  const { compared, at } = comparedParts(text)
  const found: [number, number][] = []
  for (const word of new Set(folded(query).split(' ').filter(Boolean))) {
    for (let from = compared.indexOf(word); from >= 0; from = compared.indexOf(word, from + word.length))
      found.push([at[from]![0], at[from + word.length - 1]![1]])
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
