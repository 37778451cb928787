import type { FontName, Metrics } from './types.ts'

/** The face each character of `text` is set in; null where no face has it. `text` is prepared. */
export function facesOf(text: string, base: FontName, metrics: Metrics): (FontName | null)[] {
  const faces: (FontName | null)[] = []
  let previous: FontName | null = null
  for (const character of text) {
    const face = faceOf(character, base, previous, metrics)
    for (let i = 0; i < character.length; i++) faces.push(face)
    if (face !== null) previous = face
  }
  return faces
}

/** Marks and joiners go with what they stand on, spaces and punctuation with the word before them, where its face has them. */
function faceOf(character: string, base: FontName, previous: FontName | null, metrics: Metrics): FontName | null {
  const codePoint = character.codePointAt(0)!
  if (JOINER.test(character)) return previous ?? base
  const own = scriptFace(codePoint)
  const follows = previous !== null && FOLLOWER.test(character) ? [previous] : []
  const candidates = [...follows, ...(own ? [own] : []), base, 'sans', 'arabic', 'hebrew', 'devanagari'] as const
  return candidates.find((face) => metrics.covers(codePoint, face)) ?? null
}

const JOINER = /[\u200c\u200d]/
const FOLLOWER = /[\p{M} \u00a0]|[\p{P}\p{S}]/u

function scriptFace(codePoint: number): FontName | null {
  return SCRIPTS.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2] ?? null
}

const SCRIPTS: readonly (readonly [first: number, last: number, face: FontName])[] = [
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x0870, 0x08ff, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x1cd0, 0x1cff, 'devanagari'],
  [0xa8e0, 0xa8ff, 'devanagari'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfefc, 'arabic'],
]
