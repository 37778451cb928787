import { isAttachedFile } from '#domain/pack'
import { spelledOut } from '#pdf/text-layout'
import type { Appearance } from './appearance.ts'
import { words, wordsFit } from './words.ts'

/** The name of the file that comes along; where that is in no letters of ours and too long to be spelled out, what the file is known by. */
export const file: Appearance = ({ value, width, height }, metrics) => {
  if (!isAttachedFile(value)) return []
  const box = (text: string) => ({ text, width, height, vertical: 'middle', single: true }) as const
  const name = box(spelledOut(value.filename, metrics))
  const isSpelled = name.text !== value.filename
  return words(isSpelled && !wordsFit(name, metrics) ? box(`SHA-256 ${value.digest}`) : name, metrics)
}
