import { Select } from '@mantine/core'
import { AUTO_FILLS, type Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useEditor } from '../view/context.ts'

/** What of the signatory it is filled in with, once they have agreed to sign. */
export function AutoFill({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  return (
    <Select
      size="sm"
      label={words('auto_fill')}
      allowDeselect={false}
      value={field.autoFill ?? 'nothing'}
      data={['nothing' as const, ...AUTO_FILLS].map((from) => ({ value: from, label: words(`auto_fill_${from}`) }))}
      onChange={(chosen) =>
        editor.step([{ do: 'SetFieldAutoFill', field: field.key, from: AUTO_FILLS.find((from) => from === chosen) ?? null }])
      }
    />
  )
}
