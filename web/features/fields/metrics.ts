import { useEffect, useSyncExternalStore } from 'react'
import { type FontName, loadMetrics, type Metrics, unsupportedCharacters } from '#pdf/text-layout'
import { useWords } from '../../messages/index.ts'

interface Held {
  readonly tables: Metrics
  /** Nothing more would come: what these lack, every font lacks. */
  readonly complete: boolean
}
let held: Held | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const lacking = (text: string, { tables }: Held, font?: FontName) => unsupportedCharacters(text, tables, font)

async function ask(text: string): Promise<void> {
  const tables = await loadMetrics(text)
  const next = { tables, complete: unsupportedCharacters(text, tables).length > 0 }
  if (held?.tables === tables && (held.complete || !next.complete)) return
  held = next
  for (const listener of listeners) listener()
}

/** The widths of the glyphs that a text takes; null until they are here. */
export function useMetrics(text: string): Metrics | null {
  const now = useSyncExternalStore(subscribe, () => held)
  const enough = now !== null && (now.complete || lacking(text, now).length === 0)
  useEffect(() => {
    if (!enough) void ask(text)
  }, [enough, text])
  return enough ? now.tables : null
}

/** Says which characters of a text no font of the sealed file can show; null where there are none, or while that is not known. */
export function useUnshowable(font: FontName = 'sans'): (text: string) => string | null {
  const words = useWords('fields')
  const now = useSyncExternalStore(subscribe, () => held)
  useEffect(() => {
    if (now === null) void ask('')
  }, [now])
  return (text) => {
    if (now === null) return null
    const missing = lacking(text, now, font)
    if (missing.length === 0) return null
    if (!now.complete) {
      void ask(text)
      return null
    }
    return words('unshowable', { count: missing.length, characters: missing.map(named).join(' ') })
  }
}

// A character without a look of its own is named by its number.
const named = (character: string) =>
  /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : `“${character}”`
