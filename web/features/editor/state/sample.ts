import { fieldsOfSample } from '#contract/sample'
import { newKey } from '../../../http/index.ts'
import type { Editor } from './editor.ts'

/** Gives the sample its two signers and their fields once its pages are there, unless somebody began already. Returns a function that stops it. */
export function placeSample(editor: Editor): () => void {
  const look = () => {
    const { documents, signatories, fieldOrder, status } = editor.view()
    if (signatories.length > 0 || fieldOrder.length > 0 || status !== 'setup') return stop()
    const child = documents[0]
    if (child?.conversion.state !== 'converted') return
    stop()
    editor.step(fieldsOfSample(child.key, newKey))
  }
  const stop = editor.session.subscribe(look)
  look()
  return stop
}
