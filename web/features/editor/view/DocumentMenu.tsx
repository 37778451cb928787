import { Menu } from '@mantine/core'
import { Ellipsis, FileUp } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { ChildDocument } from '#domain/pack'
import { messageOf } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { confirm, IconButton, say } from '../../../ui/index.ts'
import { fieldLabel } from '../../fields/index.ts'
import { choosePdf, replaceFile } from '../../uploads/index.ts'
import { movedFields, whenReplaced } from '../state/replacement.ts'
import { useEditor, useView } from './context.ts'

/** What can be done with one document of the pack. */
export function DocumentMenu({ document }: { readonly document: ChildDocument }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const [busy, setBusy] = useState(false)
  const inSetup = useView((view) => view.status === 'setup' && view.trashed === null)
  const name = disclosed(document.name, '')
  if (!inSetup || document.conversion.state === 'waiting') return null

  async function replace() {
    const file = await choosePdf()
    if (!file) return
    if (!(await confirm({ title: words('replace_title', { name }), text: words('replace_confirm'), yes: words('replace_yes') }))) return
    const { session } = editor
    setBusy(true)
    try {
      // What was just moved must be known before the new pages say where there is room.
      await session.flush()
      const before = session.view()
      await replaceFile(document.key, file)
      const after = await whenReplaced(session, before, document.key)
      if (!after) return
      const moved = movedFields(before, after, document.key)
      if (moved.length === 0) say.success(words('replaced', { name }))
      else say.info(words('repositioned_named', { fields: [...new Set(moved.map(fieldLabel))].join(', ') }))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('replace_failed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={Ellipsis} name={words('document_menu', { name })} size="sm" iconSize={16} loading={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={() => void replace()}>
          {words('replace')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
