import { useEffect, useSyncExternalStore } from 'react'
import { type FontName, loadMetrics, type Metrics, missingFaces, unsupportedCharacters } from '#pdf/text-layout'
import { useWords } from '../../messages/index.ts'

let held: Metrics | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask(text: string): Promise<void> {
  const tables = await loadMetrics(text)
  if (held === tables) return
  held = tables
  for (const listener of listeners) listener()
}

const hasAllFor = (text: string, tables: Metrics) => missingFaces(text, tables).length === 0

/** The widths of the glyphs that a text takes; null until they are here. */
export function useMetrics(text: string): Metrics | null {
  const now = useSyncExternalStore(subscribe, () => held)
  const enough = now !== null && hasAllFor(text, now)
  useEffect(() => {
    if (!enough) void ask(text)
  }, [enough, text])
  return enough ? now : null
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
    if (!hasAllFor(text, now)) {
      void ask(text)
      return null
    }
    const missing = unsupportedCharacters(text, now, font)
    return missing.length === 0 ? null : words('unshowable', { count: missing.length, characters: missing.map(named).join(' ') })
  }
}

// A character without a look of its own is named by its number.
const named = (character: string) =>
  /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : `“${character}”`
