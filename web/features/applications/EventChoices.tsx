import { Checkbox } from '@mantine/core'
import { useWords } from '../../messages/index.ts'
import classes from './Webhook.module.css'
import type { EventSubscription } from './webhook-calls.ts'

interface Props {
  readonly events: readonly EventSubscription[]
  readonly chosen: ReadonlySet<string>
  onChoose(key: string, on: boolean): void
}

/** Every type of event, with what it means. */
export function EventChoices({ events, chosen, onChoose }: Props) {
  const words = useWords('applications')
  return (
    <div className={classes.events}>
      {events.map(({ key, description, subscribed_via_organisation }) => (
        <Checkbox
          key={key}
          label={<code>{key}</code>}
          description={subscribed_via_organisation ? `${description} ${words('via_organisation')}` : description}
          checked={chosen.has(key)}
          onChange={(event) => onChoose(key, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}

export const chosenIn = (events: readonly EventSubscription[]): ReadonlySet<string> =>
  new Set(events.filter(({ subscribed_via_entity }) => subscribed_via_entity).map(({ key }) => key))
