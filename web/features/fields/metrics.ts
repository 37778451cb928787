import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  ACCEPTED_AS_IT_IS,
  entryRefusal,
  type Field,
  type FieldValue,
  fieldTypeOf,
  nameOf,
  printRefusal,
  type TypesetField,
  type Typesetting,
} from '#domain/pack'
import { typesettingWith } from '#pdf/appearance'
import { loadMetrics, type Metrics, missingFaces, unsupportedCharacters } from '#pdf/text-layout'
import { useWords } from '../../messages/index.ts'

let held: Metrics | null = null
/** Tables could not be fetched: until they are, only the server judges. */
let unreachable = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask(text: string): Promise<void> {
  const before = { held, unreachable }
  try {
    held = await loadMetrics(text)
    unreachable = false
  } catch {
    unreachable = true
  }
  if (held === before.held && unreachable === before.unreachable) return
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

/** Why something cannot be kept, in a sentence; null where it can, and nothing is said ('') while that is not known yet. */
type Problem = string | null
const NOT_KNOWN_YET = ''

/** Which characters of a text no font of the sealed file can show. */
export function useUnshowable(): (text: string) => Problem {
  const words = useWords('fields')
  const now = useSyncExternalStore(subscribe, () => held)
  const alone = useSyncExternalStore(subscribe, () => unreachable)
  useEffect(() => {
    if (now === null) void ask('')
  }, [now])
  return (text) => {
    // Every font has these.
    if (PLAIN.test(text)) return null
    if (now === null || !hasAllFor(text, now)) {
      void ask(text)
      return alone ? null : NOT_KNOWN_YET
    }
    const missing = unsupportedCharacters(text, now)
    return missing.length === 0 ? null : words('unshowable', { count: missing.length, characters: missing.map(nameOf).join(' ') })
  }
}

const PLAIN = /^[ -~\n]*$/

/** Why what is entered into a field, or offered there, cannot be printed there, as the server will say. */
export function useUnprintable(field: TypesetField & Pick<Field, 'assignee'>): (value: FieldValue) => Problem {
  const words = useWords('fields')
  const unshowable = useUnshowable()
  const now = useSyncExternalStore(subscribe, () => held)
  return (value) => {
    const text = typeof value === 'string' ? value : value.method === 'typed' ? value.text : ''
    const missing = unshowable(text)
    if (missing !== null || now === null || text === '' || !hasAllFor(text, now)) return missing
    const tables = typesettingWith(now)
    const { hasOptions } = fieldTypeOf(field)
    const refused = hasOptions ? printRefusal(field, value, tables) : entryRefusal(field, field.assignee ?? '', value, tables)
    const { fits = 0, of = 0 } = refused?.slots ?? {}
    return refused?.refused === 'text-unfit' ? words('unfit', { fits: String(fits), of: String(of) }) : null
  }
}

/** What the fonts can show of these texts; while their tables are on the way everything, as the server judges it too. */
export function useTypesetting(texts: string): Typesetting {
  const tables = useMetrics(texts)
  return useMemo(() => (tables === null ? ACCEPTED_AS_IT_IS : typesettingWith(tables)), [tables])
}
