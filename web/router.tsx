import { Button } from '@mantine/core'
import { createBrowserHistory, createRootRoute, createRoute, createRouter, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { isKey } from '#contract/envelope'
import { features } from './features/all.ts'
import { Gate, useSession, type Workspace } from './features/auth/index.ts'
import { BulkWork } from './features/documents/index.ts'
import { FeaturesContext, type Located, type Route } from './features/feature.ts'
import { MySignatures } from './features/my-signatures/index.ts'
import { InboxRefresher } from './features/notifications/index.ts'
import { PendingRequests } from './features/pending-requests/index.ts'
import { NoAccess, Nothing, RequestBar, Shell, useTroubles } from './features/shell/index.ts'
import { SupportBanner } from './features/support/index.ts'
import { noteView } from './features/windows/index.ts'
import { useWords } from './messages/index.ts'
import { Confirmations, ErrorState, hrefOf, Splash, say } from './ui/index.ts'

/**
 * The specification's routes begin right after the hash: `#documents/{id}`. The library's own hash history would write
 * `#/documents/{id}`.
 */
function createHistory() {
  return createBrowserHistory({
    parseLocation: () => {
      const typed = location.hash.replace(/^#\/?/, '')
      const href = `/${decoded(typed) === null ? NO_ADDRESS : typed}`
      const [pathname = '/', search = ''] = href.split(/(?=\?)/, 2)
      // A place that somebody typed has no state yet.
      const state = history.state ?? { __TSR_index: 0, key: 'typed', __TSR_key: 'typed' }
      return { href, pathname, search, hash: '', state }
    },
    createHref: (path) => `${location.pathname}${location.search}#${path.replace(/^\//, '')}`,
  })
}

/** Leads to nothing, as any address that is none. */
const NO_ADDRESS = 'nothing/at-all'

/** Null where it is no text in UTF-8, written with %: the router cannot take that. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function Root() {
  useTroubles()
  const route = useRouterState({ select: ({ location }) => location.href })
  const screen = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is left once
  useEffect(() => say.left, [screen])
  return (
    <FeaturesContext value={features}>
      <RequestBar />
      <Gate route={route}>
        <SupportBanner />
        <Redirected from={screen.slice(1)}>
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </Redirected>
      </Gate>
      <Confirmations />
      <InboxRefresher route={route} />
      <PendingRequests />
      <BulkWork />
      <MySignatures />
    </FeaturesContext>
  )
}

/** Goes on from an address that the operator leads elsewhere. */
function Redirected({ from, children }: { from: string; children: ReactNode }) {
  const { hashRedirects } = useSession()
  const to = Object.hasOwn(hashRedirects, from) ? hashRedirects[from] : undefined
  useEffect(() => {
    if (to !== undefined) location.replace(hrefOf(to))
  }, [to])
  return to === undefined ? children : null
}

/** A part that could not be fetched, or that broke: saved changes are kept, and loading the page again is the way on. */
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
/** A name: which features there are the types of the router do not say. */
const HOME: string = '/documents'
const toHome = () => {
  throw redirect({ to: HOME })
}
const toNothing = () => {
  throw redirect({ to: '/nothing' })
}

/** Addresses of before, which bookmarks and mails still hold. */
const RENAMED: Readonly<Record<string, string>> = { '/safekeeping': '/records' }

interface Shown {
  readonly of: Route
  readonly name: string
  readonly located: Located
}
/** The view that was there last, windows apart. */
let active: Shown | null = null

/** A screen in its frame, for those who may see it. */
function View({ of: { screen: Screen, at, needs, whole = false }, name, located }: Shown) {
  const { workspace } = useSession()
  const screen = <Screen key={Object.values<string>(located.params as Readonly<Record<string, string>>)[0]} {...located} />
  if (whole) return screen
  const may = !needs || !workspace || needs(workspace as Workspace)
  return <Shell at={at ? at(located) : name}>{may ? <Suspense fallback={null}>{screen}</Suspense> : <NoAccess />}</Shell>
}

function WindowOver({ of: { screen: Screen }, located }: Shown) {
  return (
    <>
      <View {...(active ?? DOCUMENTS)} />
      <Screen {...located} />
    </>
  )
}

function screenAt(of: Route, name: string) {
  const { path, search = () => ({}), isKnown, over = false } = of
  const made = createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    beforeLoad: ({ params }) => {
      if ('key' in params && !isKey(String(params.key))) toNothing()
      if (isKnown && !isKnown(params as never)) toNothing()
    },
    component: () => {
      const shown = { of, name, located: { params: made.useParams(), search: made.useSearch() } }
      useEffect(() => {
        if (over) return
        active = shown
        noteView(location.hash)
      })
      return over ? <WindowOver {...shown} /> : <View {...shown} />
    },
  })
  return made
}

const DOCUMENTS: Shown = {
  of: features.flatMap(({ routes = [] }) => routes).find(({ path }) => path === HOME)!,
  name: 'documents',
  located: { params: {}, search: {} },
}
const routes = features.flatMap(({ name, routes = [] }) => routes.map((each) => screenAt(each, name)))

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHome })
// The pages before logging in; a logged-in user goes on to the documents.
const forgot = createRoute({ getParentRoute: () => root, path: '/forgot', component: () => <Departed /> })
const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <Departed /> })
const reset = createRoute({ getParentRoute: () => root, path: '/reset/$token', component: () => null })
const nothing = createRoute({
  getParentRoute: () => root,
  path: '/nothing',
  component: () => (
    <Shell at={null}>
      <Nothing />
    </Shell>
  ),
})
const renamed = Object.entries(RENAMED).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to })
    },
  }),
)
// Whether the operator leads it elsewhere is known once somebody is in.
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: () => <Departed to="nothing" /> })

function Departed({ to = 'documents' }: { to?: string }) {
  useEffect(() => location.replace(hrefOf(to)), [to])
  return null
}

/** Fetched soon after the page is there, so that a document opens at once, and after the connection has dropped too. */
const FETCH_AHEAD_MS = 2000
setTimeout(() => {
  for (const { ahead } of features.flatMap(({ routes = [] }) => routes)) void ahead?.().catch(() => undefined)
}, FETCH_AHEAD_MS)

export const router = createRouter({
  routeTree: root.addChildren([home, login, forgot, reset, ...routes, ...renamed, nothing, unknown]),
  history: createHistory(),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
