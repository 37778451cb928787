import { type ReactNode, useEffect } from 'react'
import { startDraining, watchLogin } from '../../live/index.ts'
import { useWords, wordsOf } from '../../messages/index.ts'
import { ErrorState, Splash, say } from '../../ui/index.ts'
import { AcceptTerms } from './AcceptTerms.tsx'
import { AuthPage } from './AuthCard.tsx'
import { checkSession, lookWhoIsIn } from './checking.ts'
import { leaveLogin } from './ended.ts'
import { FirstAccount } from './FirstAccount.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { HandedOver } from './HandedOver.tsx'
import { LogIn } from './LogIn.tsx'
import { NewPassword } from './NewPassword.tsx'
import { loadSession, onHandedOver, session, useSession } from './session.ts'
import { chooseWorkspace, onChosenElsewhere } from './workspace-choice.ts'

const AGAIN_MS = 3000
/** The message that this tab is one too many. */
const CROWDED = 'crowded'

/** Admits people who are logged in; everybody else logs in first, and then stands where they wanted to go. */
export function Gate({ route, children }: { route: string; children: ReactNode }) {
  const words = useWords('auth')
  const { phase, user, termsUrl } = useSession()
  const principal = phase === 'logged-in' && user ? `user:${user.key}` : null

  useEffect(() => {
    void loadSession()
    const look = () => void lookWhoIsIn()
    document.addEventListener('visibilitychange', look)
    const stop = onHandedOver(look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  useEffect(() => {
    if (!principal) return
    return watchLogin({
      ended: (why) => void leaveLogin(why),
      unsure: () => void checkSession(),
      crowded: (why) => say.warning(why, undefined, { id: CROWDED }),
      roomy: () => say.hide(CROWDED),
    })
  }, [principal])
  useEffect(() => {
    if (!principal) return
    const said = wordsOf('http')
    return startDraining({
      principal,
      onLost: ({ message }) => say.danger(said('lost_waiting', { why: message ?? '' })),
      onGone: () => say.warning(said('lost_gone')),
    })
  }, [principal])
  useEffect(() => {
    if (!principal) return
    const said = wordsOf('http')
    return onChosenElsewhere(({ account_key, account_name }) => {
      const here = session.workspace?.account_name ?? ''
      const action = { label: said('workspace_follow'), run: () => chooseWorkspace(account_key) }
      say.info(said('workspace_elsewhere', { name: account_name, here }), undefined, { id: 'workspace', action })
    })
  }, [principal])
  useEffect(() => {
    if (phase !== 'unreachable') return
    const timer = setInterval(() => void loadSession(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [phase])

  const email = new URLSearchParams(route.split('?')[1]).get('email') ?? ''
  const token = /^\/?reset\/([^/?]+)/.exec(route)?.[1]
  if (phase === 'loading') return <Splash />
  if (phase === 'unreachable') {
    return (
      <AuthPage>
        <ErrorState whole message={words('unreachable')} onRetry={() => void loadSession()} />
      </AuthPage>
    )
  }
  if (token) return <NewPassword token={token} />
  if (phase === 'handed-over') return /^\/?forgot/.test(route) ? <ForgotPassword email={email} /> : <HandedOver />
  if (phase === 'first-account') return <FirstAccount />
  if (phase === 'logged-out')
    return /^\/?forgot/.test(route) ? <ForgotPassword email={email} /> : <LogIn email={/^\/?login/.test(route) ? email : ''} />
  return (
    <>
      {children}
      {user && !user.has_accepted_terms && termsUrl && <AcceptTerms key={termsUrl} termsUrl={termsUrl} />}
    </>
  )
}
