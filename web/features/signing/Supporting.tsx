import { ChevronDown } from 'lucide-react'
import type { PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { AppendixList } from '../appendices/index.ts'
import { downloadFile } from './actions.ts'
import classes from './signing.module.css'

/** The supporting documents that are for this signer, folded until they are asked for. */
export function Supporting({ view, open = false }: { readonly view: PackState; readonly open?: boolean }) {
  const words = useWords('appendices')
  const there = view.appendices.filter(({ file }) => file !== null)
  if (there.length === 0) return null
  return (
    <details className={classes.supporting} open={open}>
      <summary>
        <span>{words('title_count', { count: there.length })}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <AppendixList appendices={there} download={downloadFile} />
    </details>
  )
}
