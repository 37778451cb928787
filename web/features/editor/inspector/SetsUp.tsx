import { Select } from '@mantine/core'
import { disclosed } from '#domain/kernel'
import { type Field, liveSignatories, setUpOf, signatoryToSetUp } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Switched } from './Switched.tsx'

/** Whom its signer sets up, by role: one who signs later. */
export function SetsUp({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const { role, identification } = setUpOf(field)
  const others = liveSignatories(view).filter(({ uuid }) => uuid !== field.assignee)
  const roles = [...new Set([...others.map((signer) => disclosed(signer.role, '')), role])].filter(Boolean)
  const set = (change: Partial<ReturnType<typeof setUpOf>>) => editor.step([{ do: 'SetDelegatedSetup', field: field.key, ...change }])
  return (
    <>
      <Select
        size="sm"
        label={words('set_up_role')}
        placeholder={words('set_up_nobody')}
        error={signatoryToSetUp(view, field) ? null : words('set_up_order')}
        value={role || null}
        data={roles}
        onChange={(chosen) => set({ role: chosen ?? '' })}
      />
      <Switched
        label={words('set_up_identification')}
        on={identification}
        disabled={role === ''}
        onChange={(on) => set({ identification: on })}
      />
    </>
  )
}
