import { useEffect, useState } from 'react'
import type { ViewAnswer } from '#contract/documents'
import type { PackState, Who } from '#domain/pack'
import { newKey } from '../../http/index.ts'
import { createPackSession, EDITOR_UNDO_DEPTH } from '../../live/index.ts'
import { Bone, Loading, say } from '../../ui/index.ts'
import { session as account, leaveDocument } from '../auth/index.ts'
import { insertedSignature, readySignatures } from '../my-signatures/index.ts'
import { editorMessages } from './editor-messages.ts'
import { showLoss, showUndoStopped, tellFormLosses, whenLeft } from './live-messages.ts'
import { createEditor, type Editor } from './state/editor.ts'
import { placeSample } from './state/sample.ts'
import { EditorView } from './view/EditorView.tsx'
import classes from './view/editor-view.module.css'

export interface EditorScreenProps {
  readonly documentKey: string
  /** As it was found; what came since is caught up with. */
  readonly answer: ViewAnswer
  /** Position of the child document to begin with. */
  readonly tab?: number
  /** It was opened to be sent. */
  readonly requesting?: boolean
  /** It was made of the sample, which comes with signers and fields. */
  readonly withSampleFields?: boolean
  /** It is no longer set up: sent, or thrown away, here or by somebody else. */
  onLeft?(): void
}

/** Setting a document up: keeps it live, and saves automatically. */
export default function EditorScreen({
  documentKey,
  answer,
  tab = 0,
  requesting = false,
  withSampleFields = false,
  onLeft,
}: EditorScreenProps) {
  const [editor, setEditor] = useState<Editor | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab is only where to begin
  useEffect(() => {
    const opened = open(answer.document_key, answer.view as PackState, answer.revision, answer.view_digest, answer.people)
    const { session, ui } = opened
    const first = opened.view().documents.find(({ position, key }) => key === documentKey || position === tab)
    if (first) opened.open(first.key)
    ui.requesting = requesting && opened.view().kind === 'document'
    const stop = whenLeft(
      session,
      () => ui.requesting,
      () => onLeft?.(),
    )
    const stopTelling = tellFormLosses(session)
    const leaveSample = withSampleFields ? placeSample(opened) : () => undefined
    setEditor(opened)
    return () => {
      stop()
      stopTelling()
      leaveSample()
      opened.close()
      say.left()
      // What is still to be saved goes out before the session closes; offline it stays in the browser.
      session.flush().then(session.close, session.close)
    }
  }, [documentKey, answer])

  return editor ? <EditorView editor={editor} /> : <Skeleton />
}

function open(key: string, view: PackState, revision: number, viewDigest: string | null, people: Readonly<Record<string, string>>): Editor {
  const who = team()
  readySignatures()
  const session = createPackSession({
    documentKey: key,
    view,
    revision,
    viewDigest,
    audience: 'team',
    principal: `user:${account.user?.key ?? ''}`,
    undoDepth: EDITOR_UNDO_DEPTH,
    ...(who ? { who } : {}),
    onLost: (loss) => showLoss(session, loss),
    onKept: showUndoStopped,
    onEnded: leaveDocument,
  })
  return createEditor({
    session,
    newKey,
    inserted: insertedSignature,
    mayEdit: () => true,
    sender: {
      name: people[`user:${view.creator}`] ?? '',
      // Of a colleague the address is not known here: their mails carry it all the same.
      email: account.user?.key === view.creator ? account.user.email_address : '',
      workspace: account.workspaces.find(({ account_key }) => account_key === view.workspace)?.account_name ?? '',
    },
    tell: editorMessages(),
  })
}

function team(): Who | null {
  const { user, workspace, support } = account
  if (!user || !workspace) return null
  const { account_key, permissions } = workspace
  return {
    as: 'team',
    user: user.key,
    workspace: account_key,
    permissions: new Set(permissions),
    ...(support.some(({ is_own }) => is_own) ? { inSupport: true } : {}),
  }
}

/** The shapes of the editor until it is there. */
function Skeleton() {
  return (
    <Loading className={`${classes.editor} ${classes.bones}`}>
      <div style={{ gridColumn: '1 / -1', display: 'flex', alignItems: 'center', gap: 16, padding: '0 16px' }}>
        <Bone width={24} height={24} />
        <Bone width={240} height={16} />
      </div>
      <div style={{ padding: 16, display: 'grid', gap: 12, alignContent: 'start' }}>
        <Bone width="100%" height={28} />
        <Bone width={104} height={147} />
        <Bone width={104} height={147} />
      </div>
      <div className={classes.preparing}>
        <div className={classes.sheet} />
      </div>
      <div style={{ padding: 20, display: 'grid', gap: 16, alignContent: 'start' }}>
        <Bone width="70%" height={16} />
        <Bone width="100%" height={36} />
        <Bone width="100%" height={36} />
      </div>
    </Loading>
  )
}
