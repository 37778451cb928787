import { FileText, LoaderCircle, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChildDocument } from '#domain/pack'
import { messageOf } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { say, useDraft } from '../../../ui/index.ts'
import { useSession } from '../../auth/index.ts'
import { addToPack, choosePdf } from '../../uploads/index.ts'
import { documentName, tabName } from '../state/tab-name.ts'
import { useEditor, useUi, useView } from './context.ts'
import { DocumentMenu } from './DocumentMenu.tsx'
import classes from './minimap.module.css'

/** The documents of the pack, each with what can be done with it, and the way to one more. */
export function DocumentTabs({ whole = false }: { /** Names have all the room of a row. */ readonly whole?: boolean }) {
  const words = useWords('editor')
  const documents = useView((view) => view.documents)
  const inSetup = useView((view) => view.status === 'setup' && view.trashed === null)
  const [renaming, setRenaming] = useState<string | null>(null)
  return (
    <>
      <ul className={classes.tabs} aria-label={words('documents')}>
        {documents.map((document) => (
          <li key={document.key} className={classes.document}>
            {renaming === document.key ? (
              <NewName document={document} alone={documents.length === 1} onDone={() => setRenaming(null)} />
            ) : (
              <Tab document={document} whole={whole} />
            )}
            <DocumentMenu document={document} onRename={() => setRenaming(document.key)} />
          </li>
        ))}
      </ul>
      {inSetup && <AddDocument />}
    </>
  )
}

function Tab({ document, whole }: { readonly document: ChildDocument; readonly whole: boolean }) {
  const { editor } = useEditor()
  const { document: shown } = useUi()
  const name = useView((view) => documentName(view, document))
  return (
    <button
      type="button"
      className={classes.tab}
      data-tab={document.key}
      aria-current={document.key === shown || undefined}
      title={name}
      onClick={() => editor.open(document.key)}
    >
      <FileText size={16} aria-hidden="true" />
      <span>{whole ? name : tabName(name)}</span>
      <b>{document.pages.length || ''}</b>
    </button>
  )
}

/** The name where it stands, to be typed over. */
function NewName({ document, alone, onDone }: { readonly document: ChildDocument; readonly alone: boolean; onDone(): void }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  const name = useView((view) => documentName(view, document))
  const draft = useDraft(name, (text) => {
    const next = text.trim()
    // A single document and its pack share one name.
    if (next) editor.step([alone ? { do: 'RenamePack', name: next } : { do: 'RenameDocument', document: document.key, name: next }])
  })
  const back = () => {
    onDone()
    // The tab is back with the next frame.
    requestAnimationFrame(() => window.document.querySelector<HTMLElement>(`[data-tab="${document.key}"]`)?.focus())
  }
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <input
      ref={input}
      className={classes.rename}
      aria-label={words('rename_named', { name })}
      maxLength={200}
      {...draft}
      onBlur={() => {
        draft.onBlur()
        onDone()
      }}
      onKeyDown={(event) => {
        draft.onKeyDown(event)
        if (event.key === 'Enter' || event.key === 'Escape') back()
      }}
    />
  )
}

function AddDocument() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { workspace } = useSession()
  const [busy, setBusy] = useState(false)
  if (!workspace?.permissions.includes('can_upload_documents_to_pack')) return null
  const add = async () => {
    const file = await choosePdf()
    if (!file) return
    setBusy(true)
    try {
      const key = await addToPack(editor.session.documentKey, file)
      // With a connection it has been pushed by now; without one it is fetched here.
      if (!editor.view().documents.some((document) => document.key === key)) await editor.session.refetch()
      editor.open(key)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('add_document_failed')))
    } finally {
      setBusy(false)
    }
  }
  const Icon = busy ? LoaderCircle : Plus
  return (
    <button type="button" className={classes.tab} data-busy={busy || undefined} disabled={busy} onClick={() => void add()}>
      <Icon size={16} aria-hidden="true" />
      <span>{words('add_document')}</span>
    </button>
  )
}
