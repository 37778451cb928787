import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { EmptyState, hrefOf, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'

/** In place of a screen that somebody's permissions do not include. */
export function NoAccess() {
  const words = useWords('shell')
  const { workspace } = useSession()
  const title = words('no_access_title')
  useTitle(title)
  return (
    <EmptyState
      whole
      icon={Lock}
      title={title}
      action={
        <Button component="a" href={hrefOf('documents')}>
          {words('to_documents')}
        </Button>
      }
    >
      {words('no_access_text', { workspace: workspace?.account_name ?? '' })}
    </EmptyState>
  )
}
