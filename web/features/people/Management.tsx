import { useCallback, useEffect, useState } from 'react'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, Loading, Panel, useTitle } from '../../ui/index.ts'
import { checkSession, useSession } from '../auth/index.ts'
import { ensureLoggedIn } from './calls.ts'
import { PeopleScreen } from './PeopleScreen.tsx'

/** The administration of the workspace that is worked in. The server is asked first whether somebody is still logged in. */
export function Management() {
  const words = useWords('people')
  const { workspace } = useSession()
  useTitle(words('title'))
  const [login, setLogin] = useState<'asked' | 'there' | 'unknown'>('asked')
  const ask = useCallback(async () => {
    setLogin('asked')
    try {
      await ensureLoggedIn()
      setLogin('there')
    } catch (thrown) {
      // Whose session has ended is at the login page by then.
      if (thrown instanceof HttpRefused && thrown.code === 'not-logged-in') await checkSession()
      setLogin('unknown')
    }
  }, [])
  useEffect(() => void ask(), [ask])
  if (login === 'there' && workspace) return <PeopleScreen key={workspace.account_key} params={{ key: workspace.account_key }} />
  return (
    <Panel title={words('title')} lead={words('lead_short')}>
      {login === 'unknown' ? (
        <ErrorState message={words('check_failed')} onRetry={() => void ask()} />
      ) : (
        <Loading>
          <Bone width="100%" height={56} />
        </Loading>
      )}
    </Panel>
  )
}
