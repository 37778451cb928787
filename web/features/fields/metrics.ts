import { useEffect, useState } from 'react'
import { type FontName, loadMetrics, type Metrics, unsupportedCharacters } from '#pdf/text-layout'
import { useWords } from '../../messages/index.ts'

let metrics: Metrics | null = null

/** The widths of every glyph there is; null until they are here. */
export function useMetrics(): Metrics | null {
  const [loaded, setLoaded] = useState(metrics)
  useEffect(() => {
    if (loaded) return
    let gone = false
    void loadMetrics().then((tables) => {
      metrics = tables
      if (!gone) setLoaded(tables)
    })
    return () => {
      gone = true
    }
  }, [loaded])
  return loaded
}

/** Says which characters of a text no font of the sealed file can show; null where there are none. */
export function useUnshowable(font: FontName = 'sans'): (text: string) => string | null {
  const words = useWords('fields')
  const tables = useMetrics()
  return (text) => {
    const missing = tables ? unsupportedCharacters(text, tables, font) : []
    return missing.length === 0 ? null : words('unshowable', { count: missing.length, characters: missing.map(named).join(' ') })
  }
}

// A character without a look of its own is named by its number.
const named = (character: string) =>
  /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : `“${character}”`
