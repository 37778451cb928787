import { Button } from '@mantine/core'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { exactTime } from '../../ui/index.ts'
import { activate } from './activate.ts'
import classes from './BulkSend.module.css'
import type { BulkSendChange, BulkSendRecord, Opened } from './calls.ts'

interface Props {
  readonly bulkSend: BulkSendRecord
  onChange(change: BulkSendChange): void
  /** Resolves once the changes are saved. */
  before(): Promise<void>
  onActivated(next: Opened): void
}

/** What will go out, and the button that lets it. */
export function Send({ bulkSend, before, onActivated }: Props) {
  const words = useWords('bulk_sends')
  const id = useId()
  const [busy, setBusy] = useState(false)
  const { number_of_documents: count, bulk_send_type: type, when_to_run: when, per_hour, can_be_changed: mayChange } = bulkSend
  async function start(): Promise<void> {
    setBusy(true)
    await before()
    const next = await activate(bulkSend, words)
    setBusy(false)
    if (next) onActivated(next)
  }
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.row}>
        <h2 id={id}>{words('send')}</h2>
        {mayChange && (
          <Button leftSection={<Play size={16} aria-hidden />} loading={busy} onClick={() => void start()}>
            {words('save_and_activate')}
          </Button>
        )}
      </div>
      <dl className={classes.facts}>
        <dt>{words('recipient_list')}</dt>
        <dd>{words('matching', { count })}</dd>
        <dt>{words('each_row')}</dt>
        <dd>{words(type)}</dd>
        <dt>{words('when')}</dt>
        <dd>{when === null ? words('on_activation') : exactTime(when)}</dd>
        <dt>{words('per_hour')}</dt>
        <dd>{per_hour ?? words('unlimited')}</dd>
      </dl>
    </section>
  )
}
