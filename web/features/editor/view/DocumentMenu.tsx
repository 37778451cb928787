import { Menu } from '@mantine/core'
import { Download, Ellipsis, FileUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ChildDocument } from '#domain/pack'
import { messageOf } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { confirm, IconButton, say } from '../../../ui/index.ts'
import { fieldLabel } from '../../fields/index.ts'
import { fileUrlOf } from '../../pages/index.ts'
import { choosePdf, replaceFile } from '../../uploads/index.ts'
import { documentName } from '../state/document-name.ts'
import { movedFields, whenReplaced } from '../state/replacement.ts'
import { useEditor, useView } from './context.ts'

/** What can be done with one document of the pack. */
export function DocumentMenu({ document, onRename }: { readonly document: ChildDocument; onRename(): void }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const [busy, setBusy] = useState(false)
  const inSetup = useView((view) => view.status === 'setup' && view.trashed === null)
  const name = useView((view) => documentName(view, document))
  const file = fileUrlOf(document)
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
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <IconButton icon={Ellipsis} name={words('document_menu', { name })} size="sm" iconSize={16} loading={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onRename}>
          {words('rename')}
        </Menu.Item>
        {file && (
          <Menu.Item component="a" href={file} download leftSection={<Download size={16} aria-hidden />}>
            {words('download_pdf')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={() => void replace()}>
          {words('replace')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
