import { Select } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import {
  actionsFor,
  COUNTDOWNS,
  isTimed,
  NOTIFICATION_EVENTS,
  type NotificationAction,
  type NotificationEvent,
  type NotificationRule,
} from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import type { Wanted } from './calls.ts'
import classes from './rules.module.css'

interface Props {
  readonly rule: NotificationRule
  readonly number: number
  readonly failed: boolean
  readonly onChange: (change: Omit<Wanted, 'key'>) => void
  readonly onRemove: () => void
}

/** One rule, read as a sentence: when, after how long, then. */
export function RuleRow({ rule, number, failed, onChange, onRemove }: Props) {
  const words = useWords('notification-rules')
  const events = NOTIFICATION_EVENTS.map((value) => ({ value, label: words(`event_${value}`) }))
  const actions = actionsFor(rule.event).map((value) => ({ value, label: words(`action_${value}`) }))
  return (
    <li className={classes.rule} data-failed={failed || undefined}>
      <fieldset>
        <legend>{words('rule', { number })}</legend>
        <Select
          label={words('when')}
          data={events}
          value={rule.event}
          allowDeselect={false}
          onChange={(value) => value !== null && onChange({ event: value as NotificationEvent })}
        />
        {isTimed(rule.event) && (
          <Select
            className={classes.span ?? ''}
            label={words('after')}
            data={COUNTDOWNS.map((seconds) => ({ value: String(seconds), label: span(words, seconds) }))}
            value={String(rule.countdown)}
            allowDeselect={false}
            onChange={(value) => value !== null && onChange({ countdown: Number(value) })}
          />
        )}
        <Select
          label={words('do')}
          data={actions}
          value={rule.action}
          allowDeselect={false}
          disabled={actions.length < 2}
          onChange={(value) => value !== null && onChange({ action: value as NotificationAction })}
        />
      </fieldset>
      <p className={classes.again}>{failed ? words('failed') : words(isTimed(rule.event) ? 'again' : 'at_once')}</p>
      <IconButton icon={Trash2} iconSize={16} name={words('remove', { number })} onClick={onRemove} />
    </li>
  )
}

function span(words: ReturnType<typeof useWords<'notification-rules'>>, seconds: number): string {
  if (seconds < 3_600) return words('minutes', { count: seconds / 60 })
  return seconds < 86_400 ? words('hours', { count: seconds / 3_600 }) : words('days', { count: seconds / 86_400 })
}
