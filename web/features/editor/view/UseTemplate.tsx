import { Button } from '@mantine/core'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { applyTemplate } from '../../templates/index.ts'
import { useEditor } from './context.ts'

/** A template is not sent: the way on is a document made from it, once the text typed here is stored. */
export function UseTemplate({ narrow, disabled }: { readonly narrow: boolean; readonly disabled: boolean }) {
  const words = useWords('templates')
  const { editor } = useEditor()
  const [busy, setBusy] = useState(false)
  const use = async () => {
    editor.commitNudge()
    setBusy(true)
    await applyTemplate(editor.session.documentKey, editor.session.flush)
    setBusy(false)
  }
  if (narrow) {
    return (
      <IconButton
        icon={CopyPlus}
        name={words('use')}
        variant="filled"
        color="ink"
        size="lg"
        disabled={disabled || busy}
        onClick={() => void use()}
      />
    )
  }
  return (
    <Button leftSection={<CopyPlus size={16} aria-hidden />} disabled={disabled} loading={busy} onClick={() => void use()}>
      {words('use')}
    </Button>
  )
}
