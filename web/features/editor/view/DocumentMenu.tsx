import { Menu } from '@mantine/core'
import { ClipboardPaste, Download, Ellipsis, FileDown, FileUp, Pencil, Split, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { done } from '#contract/envelope'
import type { ChildDocument } from '#domain/pack'
import { http, messageOf, unlessGone } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { confirm, IconButton, say } from '../../../ui/index.ts'
import { useSession } from '../../auth/index.ts'
import { fieldLabel } from '../../fields/index.ts'
import { fileUrlOf } from '../../pages/index.ts'
import { TempDownloads, tempDownloadsFor } from '../../temp-downloads/index.ts'
import { choosePdf, replaceFile } from '../../uploads/index.ts'
import { ACTIONS } from '../actions/index.ts'
import { movedFields, whenReplaced } from '../state/replacement.ts'
import { documentName } from '../state/tab-name.ts'
import { useEditor, useView } from './context.ts'

/** What can be done with one document of the pack. */
export function DocumentMenu({ document, onRename }: { readonly document: ChildDocument; onRename(): void }) {
  const words = useWords('editor')
  const others = useWords('temp_downloads')
  const rules = useWords('rules')
  const { editor } = useEditor()
  const [downloading, setDownloading] = useState(false)
  const [busy, setBusy] = useState(false)
  const inSetup = useView((view) => view.status === 'setup' && view.trashed === null)
  const name = useView((view) => documentName(view, document))
  const file = fileUrlOf(document)
  const isOneOfSeveral = useView((view) => view.documents.length > 1)
  const { workspace } = useSession()
  const removable = isOneOfSeveral && (workspace?.permissions.includes('can_upload_documents_to_pack') ?? false)
  const converted = document.conversion.state === 'converted'
  const types = tempDownloadsFor((permission) => converted && (workspace?.permissions.includes(permission) ?? false))
  if (!inSetup || (document.conversion.state === 'waiting' && !removable)) return null

  async function replace() {
    const file = await choosePdf()
    if (!file) return
    if (!(await confirm({ title: words('replace_title', { name }), text: words('replace_confirm'), yes: words('replace_yes') }))) return
    const { session } = editor
    setBusy(true)
    try {
      // The new positions must be known before the new pages say where there is room.
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

  async function remove() {
    if (!(await confirm({ title: words('delete_title'), text: words('delete_confirm', { name }), yes: words('delete'), danger: true })))
      return say.warning(words('delete_cancelled', { name }))
    const { session } = editor
    setBusy(true)
    try {
      await session.flush()
      await http.get(`/app/documents/${document.key}/delete_document`, done).catch(unlessGone)
      // With a connection it has been pushed by now; without one it is fetched here.
      if (session.view().documents.some(({ key }) => key === document.key)) await session.refetch()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('delete_failed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
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
          {types.length > 0 && (
            <Menu.Item leftSection={<FileDown size={16} aria-hidden />} onClick={() => setDownloading(true)}>
              {others('item')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={() => void replace()}>
            {words('replace')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Split size={16} aria-hidden />}
            onClick={() => {
              editor.open(document.key)
              editor.ui.inspecting = true
              editor.ui.rules = true
            }}
          >
            {rules('title')}
          </Menu.Item>
          {editor.hasCopied() && ACTIONS.paste.enabled(editor) && (
            <Menu.Item
              leftSection={<ClipboardPaste size={16} aria-hidden />}
              onClick={() => {
                editor.open(document.key)
                ACTIONS.paste.perform(editor)
              }}
            >
              {words('paste_fields')}
            </Menu.Item>
          )}
          {removable && (
            <Menu.Item data-danger leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void remove()}>
              {words('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <TempDownloads
        documents={[{ key: document.key, name }]}
        types={types}
        before={() => editor.session.flush()}
        opened={downloading}
        onClose={() => setDownloading(false)}
      />
    </>
  )
}
