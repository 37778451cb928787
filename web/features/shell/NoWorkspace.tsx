import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { EmptyState, useTitle } from '../../ui/index.ts'
import { checkSession, useSession } from '../auth/index.ts'

/** A member removed from their last workspace still has their account, and may be added again. */
export function NoWorkspace() {
  const words = useWords('shell')
  const { user } = useSession()
  const title = words('no_workspace_title')
  useTitle(title)
  return (
    <EmptyState
      whole
      icon={Users}
      title={title}
      action={
        <Button variant="default" onClick={() => void checkSession()}>
          {words('no_workspace_again')}
        </Button>
      }
    >
      {words('no_workspace_text', { email: user?.email_address ?? '' })}
    </EmptyState>
  )
}
