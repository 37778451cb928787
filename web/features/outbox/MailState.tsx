import type { MailRow } from '#contract/workspace'
import { useWords } from '../../messages/index.ts'
import classes from './MailState.module.css'

export function MailState({ state }: { state: MailRow['state'] }) {
  const words = useWords('outbox')
  return (
    <span className={classes.state} data-state={state}>
      {words(`state_${state}`)}
    </span>
  )
}
