import { Button } from '@mantine/core'
import { Compass } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { EmptyState, hrefOf, useTitle } from '../../ui/index.ts'

/** In place of what is not there, or not theirs. */
export function Nothing() {
  const words = useWords('shell')
  useTitle(words('nothing_title'))
  return (
    <EmptyState
      whole
      icon={Compass}
      title={words('nothing_title')}
      action={
        <Button component="a" href={hrefOf('documents')}>
          {words('to_documents')}
        </Button>
      }
    >
      {words('nothing_text')}
    </EmptyState>
  )
}
