import { Button } from '@mantine/core'
import { KeyRound, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ChildDocument, ConversionFailure } from '#domain/pack'
import { messageOf } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { ErrorState, say } from '../../../ui/index.ts'
import { type Locked, PdfPassword, retryConversion } from '../../uploads/index.ts'
import { documentName } from '../state/tab-name.ts'
import { useView } from './context.ts'

interface Props {
  readonly document: ChildDocument
  readonly reason: ConversionFailure
}

/** Why there are no pages, in the place of the pages, and the way on: the password, or another try. */
export function NotConverted({ document, reason }: Props) {
  const words = useWords('documents')
  const name = useView((view) => documentName(view, document))
  const [locked, setLocked] = useState<Locked | null>(null)
  const [busy, setBusy] = useState(false)
  const isLocked = reason === 'password-required' || reason === 'password-wrong'
  const retry = async () => {
    setBusy(true)
    try {
      await retryConversion(document.key)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('reason_unknown')))
    } finally {
      setBusy(false)
    }
  }
  const Icon = isLocked ? KeyRound : RotateCcw
  return (
    <>
      <ErrorState
        message={words(`reason_${reason}`)}
        action={
          <Button
            variant="default"
            loading={busy}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => (isLocked ? setLocked({ key: document.key, name, wrong: reason === 'password-wrong' }) : void retry())}
          >
            {words(isLocked ? 'enter_password' : 'retry')}
          </Button>
        }
      />
      <PdfPassword locked={locked} onClose={() => setLocked(null)} />
    </>
  )
}
