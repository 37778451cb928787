import { Button } from '@mantine/core'
import { createBrowserHistory, createRootRoute, createRoute, createRouter, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Gate } from './features/auth/index.ts'
import { DocumentsScreen } from './features/documents/index.ts'
import { MySignatures } from './features/my-signatures/index.ts'
import { KeptInbox, useArrival } from './features/notifications/index.ts'
import { OutboxScreen } from './features/outbox/index.ts'
import { PendingRequests } from './features/pending-requests/index.ts'
import { Management, PeopleScreen } from './features/people/index.ts'
import { Nothing, type Place, RequestBar, Shell, useTroubles } from './features/shell/index.ts'
import { TrashScreen } from './features/trash/index.ts'
import { useWords } from './messages/index.ts'
import { Confirmations, ErrorState, Splash, say } from './ui/index.ts'

const openDocument = () => import('./features/progress/index.ts').then((door) => ({ default: door.DocumentScreen }))
const DocumentScreen = lazy(openDocument)
const SafekeepingScreen = lazy(() => import('./features/safekeeping/index.ts').then((door) => ({ default: door.SafekeepingScreen })))
const ReplayScreen = lazy(() => import('./features/replay/index.ts').then((door) => ({ default: door.ReplayScreen })))
/** Fetched soon after the page is there, so that a document opens at once, and after the line has dropped too. */
const FETCH_AHEAD_MS = 2000
setTimeout(() => void openDocument().catch(() => undefined), FETCH_AHEAD_MS)

/**
 * The specification's routes begin right after the hash: `#documents/{id}`. The library's own hash history would write
 * `#/documents/{id}`.
 */
function createHistory() {
  return createBrowserHistory({
    parseLocation: () => {
      const href = `/${location.hash.replace(/^#\/?/, '')}`
      const [pathname = '/', search = ''] = href.split(/(?=\?)/, 2)
      // A place that somebody typed has no state yet.
      const state = history.state ?? { __TSR_index: 0, key: 'typed', __TSR_key: 'typed' }
      return { href, pathname, search, hash: '', state }
    },
    createHref: (path) => `${location.pathname}${location.search}#${path.replace(/^\//, '')}`,
  })
}

function Root() {
  useTroubles()
  const route = useRouterState({ select: ({ location }) => location.href })
  const screen = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is left once
  useEffect(() => say.left, [screen])
  return (
    <>
      <RequestBar />
      <Gate route={route}>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </Gate>
      <Confirmations />
      <KeptInbox route={route} />
      <PendingRequests />
      <MySignatures />
    </>
  )
}

/** A part that could not be fetched, or that broke: what was saved is kept, and loading the page again is the way on. */
function Broken() {
  const words = useWords('shell')
  return (
    <main>
      <ErrorState
        whole
        message={words('broken')}
        action={
          <Button variant="default" onClick={() => location.reload()}>
            {words('reload')}
          </Button>
        }
      />
    </main>
  )
}

const root = createRootRoute({ component: Root, notFoundComponent: () => null, errorComponent: Broken })
const within = (at: Place | null, screen: React.ReactNode) => (
  <Shell at={at}>
    <Suspense fallback={null}>{screen}</Suspense>
  </Shell>
)
const toDocuments = () => {
  throw redirect({ to: '/documents' })
}
const toNothing = () => {
  throw redirect({ to: '/nothing' })
}

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toDocuments })
// The pages before logging in; whoever is logged in already goes on to the documents.
const forgot = createRoute({ getParentRoute: () => root, path: '/forgot', beforeLoad: () => undefined, component: () => <Departed /> })
const reset = createRoute({ getParentRoute: () => root, path: '/reset/$token', component: () => null })

const documents = createRoute({
  getParentRoute: () => root,
  path: '/documents',
  validateSearch: (search: Record<string, unknown>): { type?: 'template'; user_account?: string } => ({
    ...(search.type === 'template' ? { type: 'template' } : {}),
    ...(typeof search.user_account === 'string' ? { user_account: search.user_account } : {}),
  }),
  component: () => {
    const { type = 'document', user_account } = documents.useSearch()
    useArrival(user_account)
    return within(type === 'template' ? 'templates' : 'documents', <DocumentsScreen type={type} />)
  },
})
const document = createRoute({
  getParentRoute: () => root,
  path: '/documents/$key',
  component: () => {
    const { key } = document.useParams()
    return <DocumentScreen key={key} documentKey={key} tab={0} />
  },
})
/** Literal words first, digits are a tab, anything else leads to nothing (readings 54). */
const TAB_WORDS = ['open_in_person_modal', 'enqueue_signature_requests', 'from_template']
const documentTab = createRoute({
  getParentRoute: () => root,
  path: '/documents/$key/$tab',
  beforeLoad: ({ params: { tab } }) => {
    if (!TAB_WORDS.includes(tab) && !/^\d+$/.test(tab)) toNothing()
  },
  component: () => {
    const { key, tab } = documentTab.useParams()
    return <DocumentScreen key={key} documentKey={key} tab={Number(tab) || 0} then={tab} />
  },
})
const replay = createRoute({
  getParentRoute: () => root,
  path: '/replay/$key',
  validateSearch: (search: Record<string, unknown>): { as?: string; at?: number } => ({
    ...(typeof search.as === 'string' ? { as: search.as } : {}),
    ...(Number.isSafeInteger(Number(search.at)) && search.at !== undefined ? { at: Number(search.at) } : {}),
  }),
  component: () => {
    const { key } = replay.useParams()
    const { as, at } = replay.useSearch()
    return <ReplayScreen documentKey={key} as={as} at={at} />
  },
})
const trash = createRoute({ getParentRoute: () => root, path: '/trash', component: () => within('trash', <TrashScreen />) })
const people = createRoute({
  getParentRoute: () => root,
  path: '/team/$key',
  component: () => {
    const { key } = people.useParams()
    return within('people', <PeopleScreen key={key} account={key} />)
  },
})
const management = createRoute({
  getParentRoute: () => root,
  path: '/management',
  component: () => within('people', <Management />),
})
const outbox = createRoute({ getParentRoute: () => root, path: '/outbox', component: () => within('outbox', <OutboxScreen />) })
const safekeeping = createRoute({
  getParentRoute: () => root,
  path: '/safekeeping',
  component: () => within('safekeeping', <SafekeepingScreen />),
})
const nothing = createRoute({ getParentRoute: () => root, path: '/nothing', component: () => within(null, <Nothing />) })
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toNothing })

function Departed() {
  location.replace('#documents')
  return null
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    forgot,
    reset,
    documents,
    document,
    documentTab,
    replay,
    trash,
    people,
    management,
    outbox,
    safekeeping,
    nothing,
    unknown,
  ]),
  history: createHistory(),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
