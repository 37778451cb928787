import type { Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { PreviewPanel } from '../../signing/index.ts'
import { useEditor, useView } from './context.ts'
import { nameOfAssignee } from './people.ts'
import classes from './preview.module.css'

/** In the place of the inspector: what a signer is asked for, field by field, next to their pages. */
export function Preview({ signatory }: { readonly signatory: string }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const name = nameOfAssignee(view, signatory)
  const show = ({ key, document: of }: Field) => {
    editor.open(of)
    requestAnimationFrame(() => document.querySelector(`[data-preview-field="${key}"]`)?.scrollIntoView({ block: 'center' }))
  }
  return (
    <aside className={classes.panel} aria-label={words('preview_panel', { name })} data-next-to-messages>
      <p className={classes.only}>{words('preview_only')}</p>
      <PreviewPanel key={signatory} view={view} signatory={signatory} empty={words('preview_no_fields', { name })} onStep={show} />
    </aside>
  )
}
