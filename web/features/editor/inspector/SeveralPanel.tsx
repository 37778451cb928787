import { type Field, fieldTypeOf } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { AssigneePicker } from '../view/AssigneePicker.tsx'
import { useEditor, useView } from '../view/context.ts'
import { Arrange } from './Arrange.tsx'
import { TypePicker } from './FieldPanel.tsx'
import { Foot } from './Foot.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** One change to all selected fields is one undo step. */
export function SeveralPanel({ selection }: { readonly selection: readonly string[] }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const all = useView((view) => view.fields)
  const fields = selection.flatMap((key) => all[key] ?? []).filter(({ removed }) => !removed)
  const first = fields[0]
  if (!first) return null
  const same = <T,>(of: (field: Field) => T): T | null => (fields.every((field) => of(field) === of(first)) ? of(first) : null)
  const requirable = fields.filter(editor.canBeRequired)
  return (
    <>
      <div className={classes.section}>
        <div className={classes.head} role="status">
          {words('several', { count: String(fields.length) })}
        </div>
        <TypePicker
          label={words('type')}
          value={same(({ type }) => type)}
          onChange={(type) => editor.change((field) => ({ do: 'RetypeField', field: field.key, type }))}
        />
        <AssigneePicker
          label={words('signer')}
          value={same(({ assignee }) => assignee)}
          mixed={!fields.every(({ assignee }) => assignee === first.assignee)}
          onChange={(assignee) =>
            editor.change((field) => (fieldTypeOf(field).assignable ? { do: 'AssignField', field: field.key, assignee } : null))
          }
        />
        {requirable.length > 0 && (
          <Switched
            label={words('required')}
            on={requirable.every(({ required }) => required)}
            onChange={(required) =>
              editor.change((field) => (editor.canBeRequired(field) ? { do: 'SetFieldRequired', field: field.key, required } : null))
            }
          />
        )}
      </div>
      <Arrange fields={fields} />
      <Foot remove={words('remove_many', { count: String(fields.length) })} />
    </>
  )
}
