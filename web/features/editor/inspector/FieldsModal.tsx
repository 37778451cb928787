import { Modal } from '@mantine/core'
import { type Field, fieldsOf, isFilled, type PackState } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { fieldLabel, inReadingOrder } from '../../fields/index.ts'
import { useView } from '../view/context.ts'
import classes from './inspector.module.css'
import { OwnValue } from './OwnValue.tsx'

/** The sender's own fields one below the other, to be filled in without looking for them on the pages. */
export function FieldsModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('editor')
  const view = useView((whole) => whole)
  const fields = ownFields(view)
  const done = fields.filter(isFilled).length
  return (
    <Modal opened={opened} onClose={onClose} title={words('own_fields')} centered size={560}>
      <p className={classes.hint}>{words('own_fields_done', { done: String(done), count: fields.length })}</p>
      <ul className={classes.ownFields}>
        {fields.map((field) => (
          <li key={field.key}>
            <OwnValue field={field} heading={words('own_field', { label: fieldLabel(field), page: String(field.page + 1) })} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** Those that the sender can fill in, as they are read. A date that sets itself is nobody's to set. */
export function ownFields(view: PackState): readonly Field[] {
  const own = fieldsOf(view, 'self').filter(({ autoDate }) => !autoDate)
  return view.documents.flatMap(({ key, pages }) =>
    pages.flatMap((_, page) => inReadingOrder(own.filter((field) => field.document === key && field.page === page))),
  )
}
