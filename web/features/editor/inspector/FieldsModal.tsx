import { type Field, fieldsOf, isFilled, type PackState } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { Dialog } from '../../../ui/index.ts'
import { fieldLabel, inOrderOfPages } from '../../fields/index.ts'
import { useView } from '../view/context.ts'
import classes from './inspector.module.css'
import { OwnValue } from './OwnValue.tsx'

/** The sender's own fields one below the other, to be filled in without looking for them on the pages. */
export function FieldsModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('editor')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('own_fields')} centered size={560}>
      <OwnValues />
    </Dialog>
  )
}

/** There only while the window is: every change of the document draws it again. */
function OwnValues() {
  const words = useWords('editor')
  const view = useView((whole) => whole)
  const fields = inOrderOfPages(view, ownFields(view))
  const done = fields.filter(isFilled).length
  return (
    <>
      <p className={classes.hint}>{words('own_fields_done', { done: String(done), count: fields.length })}</p>
      <ul className={classes.ownFields}>
        {fields.map((field) => (
          <li key={field.key}>
            <OwnValue field={field} heading={words('own_field', { label: fieldLabel(field), page: String(field.page + 1) })} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Those that the sender can fill in. A date that sets itself is nobody's to set. */
export function ownFields(view: PackState): readonly Field[] {
  return fieldsOf(view, 'self').filter(({ autoDate }) => !autoDate)
}
