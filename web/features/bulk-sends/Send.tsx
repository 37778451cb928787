import { useId } from 'react'
import { useWords } from '../../messages/index.ts'
import { exactTime } from '../../ui/index.ts'
import { Activation } from './Activation.tsx'
import classes from './BulkSend.module.css'
import type { BulkSendRecord, Opened } from './calls.ts'

interface Props {
  readonly bulkSend: BulkSendRecord
  /** Resolves once all changes are saved. */
  before(): Promise<void>
  onActivated(next: Opened): void
}

/** What will go out, the check of it, and the button that sends it. */
export function Send({ bulkSend, before, onActivated }: Props) {
  const words = useWords('bulk_sends')
  const id = useId()
  const { number_of_documents: count, bulk_send_type: type, when_to_run: when, per_hour, can_be_changed: mayChange } = bulkSend
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{words('send')}</h2>
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
      {mayChange && <Activation {...{ bulkSend, before, onActivated }} />}
    </section>
  )
}
