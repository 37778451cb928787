import { disclosed } from '#domain/kernel'
import { type Field, hierarchyFrom, liveFields } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput } from '../../../ui/index.ts'
import { useEditor, useView } from '../view/context.ts'

/** Headings that the field stands under, shown to its signer. */
export function Hierarchy({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const written = (path: readonly string[]) => path.join(' | ')
  const known = [...new Set(liveFields(view).map(({ hierarchy = [] }) => written(disclosed(hierarchy, []))))].filter(Boolean)
  return (
    <>
      <DraftInput
        label={words('field_group')}
        description={words('field_group_hint')}
        value={written(disclosed(field.hierarchy ?? [], []))}
        list="field-groups"
        maxLength={1000}
        onCommit={(text) => editor.step([{ do: 'SetFieldHierarchy', field: field.key, path: hierarchyFrom(text) }])}
      />
      <datalist id="field-groups">
        {known.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
