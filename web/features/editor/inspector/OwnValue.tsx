import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Field, type FieldValue, fieldTypeOf, type PackCommand } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useSession } from '../../auth/index.ts'
import { attachFile, FieldInput, fieldLabel, uploadPicture } from '../../fields/index.ts'
import { OfferedSignatures } from '../../my-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import classes from './inspector.module.css'

/** The sender's own fields are filled in here, before anybody is asked to sign. */
export function OwnValue({ field, heading }: { readonly field: Field; readonly heading: string }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { user } = useSession()
  const methods = useView((view) => view.settings.methods)
  /** The input begins again with the used value. */
  const [used, setUsed] = useState(0)
  const fill = (value: FieldValue | null): readonly PackCommand[] =>
    value === null ? [{ do: 'ClearField', field: field.key, by: 'self' }] : [{ do: 'FillField', field: field.key, by: 'self', value }]
  return (
    <div className={classes.section}>
      <div className={classes.head}>{heading}</div>
      <div className={classes.value}>
        {fieldTypeOf(field).isSignature && (
          <OfferedSignatures
            document={editor.session.documentKey}
            field={field}
            methods={methods}
            onUse={(value) => {
              editor.step(fill(value))
              setUsed((count) => count + 1)
            }}
          />
        )}
        <FieldInput
          key={used}
          field={field}
          methods={methods}
          signerName={user?.full_name ?? ''}
          onChange={(value) => {
            for (const command of fill(value)) editor.session.do(command, 'typing')
          }}
          onCommit={(value) => editor.step(fill(value))}
          upload={(file, sent) => uploadPicture(editor.session.documentKey, field, file, sent)}
          filesGoTo="everybody"
          attach={(file, sent) => attachFile(editor.session.documentKey, field, file, sent)}
        />
        {field.value !== null && (
          <div>
            <Button
              size="sm"
              variant="default"
              onClick={() => editor.step(fill(null))}
              aria-label={`${words('clear_value')}: ${fieldLabel(field)}`}
            >
              {words('clear_value')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
