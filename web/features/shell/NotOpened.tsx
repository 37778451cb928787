import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { HttpOffline } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { ErrorState, go } from '../../ui/index.ts'

interface NotOpenedProps {
  readonly thrown: unknown
  /** The page tries again. */
  readonly trying: boolean
  readonly onRetry: () => void
}

/** A document whose first load failed: why, what happens next, and two ways on. */
export function NotOpened({ thrown, trying, onRetry }: NotOpenedProps) {
  const words = useWords('shell')
  const why = words(thrown instanceof HttpOffline ? 'not_opened_offline' : 'not_opened_server')
  return (
    <ErrorState
      whole
      title={words('not_opened')}
      message={trying ? `${why} ${words('not_opened_again')}` : why}
      onRetry={onRetry}
      action={
        <Button variant="subtle" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={() => go('documents')}>
          {words('to_documents')}
        </Button>
      }
    />
  )
}
