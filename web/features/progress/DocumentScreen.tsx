import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ViewAnswer } from '#contract/documents'
import type { PackState, Who } from '#domain/pack'
import { messageOf, persist } from '../../http/index.ts'
import { createPackSession, type PackSession, watchList } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { hrefOf, Splash, say } from '../../ui/index.ts'
import { followIntoWorkspace, leaveDocument, useSession } from '../auth/index.ts'
import type { Located } from '../feature.ts'
import { NotOpened, Shell } from '../shell/index.ts'
import { sendRequests } from './actions.ts'
import { fetchView, noteOpened } from './calls.ts'
import { WatchedPack } from './context.ts'
import { ARRIVALS, ProgressScreen } from './ProgressScreen.tsx'
import { ProgressSkeleton } from './ProgressSkeleton.tsx'

const EditorScreen = lazy(() => import('../editor/index.tsx'))

type Loaded =
  | { readonly as: 'editor'; readonly answer: ViewAnswer }
  | { readonly as: 'progress'; readonly session: PackSession; readonly people: Readonly<Record<string, string>> }

/** One document: its editor while it is set up, its progress afterwards. */
export function DocumentScreen({ params: { key: documentKey, tab: then } }: Located<{ readonly key: string; readonly tab?: string }>) {
  const words = useWords('progress')
  const { user, workspace, support } = useSession()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<{ readonly thrown: unknown; readonly trying: boolean } | null>(null)
  const again = useCallback(() => {
    setFailed(null)
    setAttempt((count) => count + 1)
  }, [])
  const tab = Number(then) || 0
  const arrival = ARRIVALS.find((word) => word === then) ?? null
  /** Its address asks for the requests (readings 74): once, however often the document is loaded. */
  const queues = useRef(arrival === 'enqueue_signature_requests')
  /** It went to another workspace while it was open. */
  const hasMoved = useRef(false)
  const principal = user ? `user:${user.key}` : ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads again
  useEffect(() => {
    let session: PackSession | null = null
    const leave = persist({
      load: (first) => fetchView(documentKey, first),
      loaded(answer) {
        const view = answer.view as PackState
        if (followIntoWorkspace(view.workspace) && hasMoved.current) say.info(words('moved_along'))
        hasMoved.current = false
        // By the key of a document in it: the pack's own address, at that document.
        const position = view.documents.findIndex(({ key }) => key === documentKey)
        if (documentKey !== answer.document_key && position >= 0)
          return void location.replace(hrefOf(`documents/${answer.document_key}/${position}`))
        void noteOpened(documentKey).catch(() => undefined)
        if (queues.current && view.trashed === null && (view.status === 'setup' || view.status === 'awaiting_signatures')) {
          queues.current = false
          // A reload of the address that stays asks for nothing.
          return void sendRequests(answer.document_key).then((queued) =>
            queued ? location.replace(hrefOf(`documents/${answer.document_key}`)) : again(),
          )
        }
        // An open editor continues without help.
        if (view.status === 'setup' && view.trashed === null) {
          return setLoaded((now) => (now?.as === 'editor' ? now : { as: 'editor', answer }))
        }
        session = createPackSession({
          documentKey: answer.document_key,
          view,
          revision: answer.revision,
          viewDigest: answer.view_digest,
          audience: 'team',
          principal,
          onEnded: leaveDocument,
        })
        setLoaded({ as: 'progress', session, people: answer.people })
      },
      failed: (thrown, trying) => setFailed({ thrown, trying }),
      refused(thrown) {
        leaveDocument({ code: thrown.code, message: messageOf(thrown, words('load_failed')) })
      },
    })
    return () => {
      leave()
      session?.close()
    }
  }, [documentKey, principal, attempt, words])

  // The editor knows nothing of what comes after it: once the list says that the status changed, look again.
  const account = workspace?.account_key
  const editing = loaded?.as === 'editor'
  useEffect(() => {
    if (!account || !loaded) return
    return watchList(account, {
      changed: (rows, removed) => {
        if (removed.includes(documentKey)) {
          hasMoved.current = true
          setLoaded(null)
          again()
        } else if (editing && rows.some(({ key, status }) => key === documentKey && status !== 'setup' && status !== 'conversion_error'))
          again()
      },
      connected: () => undefined,
    })
  }, [account, loaded, editing, documentKey, again])

  if (loaded?.as === 'editor') {
    return (
      <Suspense fallback={<Splash />}>
        <EditorScreen
          documentKey={documentKey}
          answer={loaded.answer}
          tab={tab}
          requesting={arrival === 'enqueue_signature_requests'}
          withSampleFields={then === 'with_sample_fields'}
          onLeft={again}
        />
      </Suspense>
    )
  }
  if (!loaded || !user || !workspace) {
    return (
      <Shell at="documents">
        {failed ? <NotOpened thrown={failed.thrown} trying={failed.trying} onRetry={again} /> : <ProgressSkeleton />}
      </Shell>
    )
  }
  const who: Who = {
    as: 'team',
    user: user.key,
    workspace: workspace.account_key,
    permissions: new Set(workspace.permissions),
    ...(support.some(({ is_own }) => is_own) ? { inSupport: true } : {}),
  }
  return (
    <WatchedPack value={{ session: loaded.session, who, people: loaded.people }}>
      <Shell at={loaded.session.view().kind === 'template' ? 'templates' : 'documents'}>
        <ProgressScreen arrival={arrival} onSetup={again} />
      </Shell>
    </WatchedPack>
  )
}
