import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { nobodyIsWaitedFor } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import classes from './CorrectAddress.module.css'
import { excludeSigner } from './calls.ts'
import { useWatched } from './context.ts'
import type { SignerRow } from './summary.ts'

interface Props {
  /** Asked for last: the sheet still names them while it goes. */
  readonly row: SignerRow | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before a signer is waited for no longer, and says what follows from it. */
export function ExcludeSigner({ row, opened, onClose }: Props) {
  const words = useWords('progress')
  const { key, view } = useWatched()
  const [viewing, setViewing] = useState(false)
  const { busy, send } = useSending(opened)
  const uuid = row?.signatory.uuid
  const name = row?.name ?? ''
  const left = view.signatories.map((signatory) => (signatory.uuid === uuid ? ({ ...signatory, status: 'excluded' } as const) : signatory))
  const exclude = () => {
    if (!uuid) return
    void send({
      async does() {
        await excludeSigner(key, uuid, viewing)
        say.success(words('excluded_done', { name }))
      },
      failed: words('failed'),
      refused: (why) => say.danger(why),
      done: onClose,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('exclude_title', { name })} centered size={440}>
      <div className={classes.form}>
        <p>{words(nobodyIsWaitedFor({ ...view, signatories: left }) ? 'exclude_completes' : 'exclude_lead')}</p>
        <Checkbox label={words('exclude_viewing')} checked={viewing} onChange={(event) => setViewing(event.currentTarget.checked)} />
        <Button color="red" loading={busy} onClick={exclude} data-autofocus>
          {words('exclude_submit')}
        </Button>
      </div>
    </Dialog>
  )
}
