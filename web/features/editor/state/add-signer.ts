import type { PackCommand } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import type { Editor } from './editor.ts'

/** Adds somebody, with more about them in the same step. */
export function addSigner(editor: Editor, more: (signatory: string) => readonly PackCommand[] = () => []): string {
  const signatory = newKey()
  editor.step([{ do: 'AddSignatory', signatory }, ...more(signatory)])
  return signatory
}
