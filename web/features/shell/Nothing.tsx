import { Button } from '@mantine/core'
import { Compass } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { EmptyState, hrefOf } from '../../ui/index.ts'

export function Nothing() {
  const words = useWords('shell')
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
