import { isSupported } from './faces.ts'
import { DIRECTION_CHANGES, prepared } from './prepared.ts'
import type { Metrics } from './types.ts'

/**
 * Text with the numbers of those characters that no face can show in their place, `[U+10330 U+10331]`: for names that come from
 * elsewhere and cannot be refused. Never a box, which could stand for anything.
 */
export function spelledOut(text: string, metrics: Metrics): string {
  const missing = new Set(unsupportedCharacters(text, metrics))
  if (missing.size === 0) return text
  const runs: { spelled: boolean; parts: string[] }[] = []
  for (const character of text.normalize('NFC')) {
    const spelled = missing.has(character)
    const part = spelled ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : character
    const last = runs.at(-1)
    if (last?.spelled === spelled) last.parts.push(part)
    else runs.push({ spelled, parts: [part] })
  }
  return runs.map(({ spelled, parts }) => (spelled ? `[${parts.join(' ')}]` : parts.join(''))).join('')
}

/**
 * The characters of `text` that no face can show, each once. They are refused where they are typed: a sealed file
 * must not show a box, or nothing, where a signer saw a character. Explicit direction changes count among them,
 * since with them a line can read otherwise than it is stored.
 */
export function unsupportedCharacters(text: string, metrics: Metrics): string[] {
  const missing = new Set<string>(text.match(DIRECTION_CHANGES) ?? [])
  for (const character of new Set(prepared(text))) if (!isSupported(character, metrics)) missing.add(character)
  return [...missing]
}
