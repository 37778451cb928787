import { ChevronDown } from 'lucide-react'
import { attachedFilesFor, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { AppendixList } from '../appendices/index.ts'
import { downloadFile } from './actions.ts'
import classes from './Supporting.module.css'

/** The supporting documents that are for this signer, folded until they are asked for. */
export function Supporting({ view }: { readonly view: PackState }) {
  const words = useWords('appendices')
  // Without what its signatory alone may have: that is in their own field.
  const attached = attachedFilesFor(view, 'signatories')
  const there = view.appendices.filter(({ file }) => file !== null)
  const count = there.length + attached.length
  if (count === 0) return null
  return (
    <details className={classes.supporting}>
      <summary>
        <span>{words('title_count', { count })}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <AppendixList appendices={there} attached={attached} download={downloadFile} />
    </details>
  )
}
