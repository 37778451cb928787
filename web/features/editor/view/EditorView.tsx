import { type SyntheticEvent, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import type { ChildDocument } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { Bone, Loading, useNarrow, useTitle } from '../../../ui/index.ts'
import { useSession } from '../../auth/index.ts'
import { UploadFindings } from '../../form-import/index.ts'
import { RequestSheet } from '../../request-signatures/index.ts'
import { Search } from '../../shell/index.ts'
import { FormEditor } from '../form/FormEditor.tsx'
import { Inspector } from '../inspector/Inspector.tsx'
import { createPeers } from '../presence/peers.ts'
import { type ReportPosition, reportPosition } from '../presence/report-position.ts'
import type { Editor } from '../state/editor.ts'
import { Canvas } from './Canvas.tsx'
import canvas from './canvas.module.css'
import { type CanvasScreen, EditorContext, useAsForm, useEditor, useMovable, useUi, useView } from './context.ts'
import { DocumentsSheet } from './DocumentsSheet.tsx'
import classes from './editor-view.module.css'
import { FormView } from './FormView.tsx'
import { lead } from './lead.ts'
import { Minimap } from './Minimap.tsx'
import { NotConverted } from './NotConverted.tsx'
import { Preview } from './Preview.tsx'
import { nameOfAssignee } from './people.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { TopBar } from './TopBar.tsx'
import { useKeys } from './useKeys.ts'

export function EditorView({ editor }: { readonly editor: Editor }) {
  const screen = useRef<CanvasScreen | null>(null)
  const { user } = useSession()
  const me = user?.key ?? ''
  const peers = useMemo(() => createPeers(editor.session, me), [editor, me])
  useEffect(() => peers.close, [peers])
  const context = useMemo(() => ({ editor, screen, peers }), [editor, peers])
  return (
    <EditorContext value={context}>
      <Inside editor={editor} />
    </EditorContext>
  )
}

/** Tells the others where this person is. */
function useTelling(editor: Editor) {
  const where = useRef<ReportPosition>(null)
  useEffect(() => {
    const telling = reportPosition(editor)
    where.current = telling
    return () => telling.close()
  }, [editor])
  const fieldOf = ({ target }: SyntheticEvent) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-typing-in]')?.dataset.typingIn ?? null) : null
  return {
    onInput: (event: SyntheticEvent) => where.current?.types(fieldOf(event)),
    onBlur: () => where.current?.types(null),
  }
}

function Inside({ editor }: { readonly editor: Editor }) {
  const words = useWords('editor')
  const context = useEditor()
  const narrow = useNarrow()
  const movable = useMovable()
  const asForm = useAsForm()
  const { document: shown, requesting, previewAs } = useUi()
  const name = useView((view) => disclosed(view.name, ''))
  const child = useView((view) => view.documents.find(({ key }) => key === shown))
  const first = useView((view) => view.documents[0]?.key)
  useEffect(() => {
    // Somebody removed what is shown here.
    if (!child && first) editor.open(first)
  }, [editor, child, first])
  const previewed = useView((view) => (previewAs === null ? '' : nameOfAssignee(view, previewAs)))
  const telling = useTelling(editor)
  useKeys()
  useTitle(words('title', { name }))
  const findings = child && movable && <UploadFindings host={editor} document={child} />
  const failed = child?.conversion.state === 'failed' && <NotConverted document={child} reason={child.conversion.reason} />
  const ready = child?.conversion.state === 'converted' || (child?.pages.length ?? 0) > 0
  return (
    <div
      className={classes.editor}
      data-narrow={narrow || undefined}
      data-form={(asForm && previewAs === null) || undefined}
      data-previewing={previewAs !== null || undefined}
      {...telling}
    >
      <TopBar narrow={narrow} />
      {narrow ? (
        <FormView>{failed || findings}</FormView>
      ) : (
        <>
          {asForm && previewAs === null ? null : <Minimap />}
          {asForm && previewAs === null ? null : <DocumentsSheet />}
          {asForm && previewAs === null ? (
            <FormEditor onField={(key) => editor.select([key])} />
          ) : failed ? (
            <main className={canvas.canvas}>{failed}</main>
          ) : child && ready ? (
            <Canvas document={child}>
              {previewAs !== null && (
                <div className={canvas.banner} role="status">
                  {words('previewing', { name: previewed })}
                  <button
                    type="button"
                    onClick={() => {
                      editor.ui.previewAs = null
                    }}
                  >
                    {words('end_preview')}
                  </button>
                </div>
              )}
            </Canvas>
          ) : (
            <main className={canvas.canvas}>{child && <Preparing document={child} />}</main>
          )}
          {previewAs === null ? <Inspector /> : <Preview signatory={previewAs} />}
        </>
      )}
      {!narrow && findings}
      <Shortcuts />
      <Search
        onShortcuts={() => {
          editor.ui.shortcuts = true
        }}
      />
      <RequestSheet
        session={editor.session}
        opened={requesting}
        sender={editor.sender}
        onClose={() => {
          editor.ui.requesting = false
        }}
        onShow={(place) => lead(context, place)}
      />
    </div>
  )
}

/** What stands in the place of the pages until they are there. */
function Preparing({ document: child }: { readonly document: ChildDocument }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { progress } = useSnapshot(editor.session.store)
  const at = progress[child.key]
  return (
    <Loading className={classes.preparing ?? ''}>
      <div className={classes.sheet}>
        <Bone width="60%" height={20} />
        <Bone width="90%" />
        <Bone width="84%" />
        <p>
          {at && at.kind === 'conversion' && at.total > 0
            ? words('converting_progress', { done: String(at.done), total: String(at.total) })
            : words(child.conversion.state === 'waiting' ? 'no_file' : 'converting')}
        </p>
      </div>
    </Loading>
  )
}
