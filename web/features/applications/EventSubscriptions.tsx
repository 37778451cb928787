import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { BoneRow, Dialog, Loading, Shown, say, useLoaded } from '../../ui/index.ts'
import { chosenIn, EventChoices } from './EventChoices.tsx'
import classes from './Webhook.module.css'
import { fetchSubscriptions, saveSubscriptions } from './webhook-calls.ts'

interface Props {
  /** A document, a template or the workspace. */
  readonly entity: string
  readonly lead: string
  readonly opened: boolean
  onClose(): void
}

/** Which events of an entity are sent to the endpoints of the workspace's applications. */
export function EventSubscriptions({ opened, onClose, ...rest }: Props) {
  const words = useWords('applications')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('subscriptions')} centered size={560}>
      {opened && <Subscriptions {...rest} onClose={onClose} />}
    </Dialog>
  )
}

function Subscriptions({ entity, lead, onClose }: Omit<Props, 'opened'>) {
  const words = useWords('applications')
  const loaded = useLoaded(
    useCallback(() => fetchSubscriptions(entity), [entity]),
    words('subscriptions_load_failed'),
  )
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null)
  const [busy, setBusy] = useState(false)
  async function save(keys: ReadonlySet<string>): Promise<void> {
    setBusy(true)
    try {
      await saveSubscriptions(entity, [...keys])
      say.success(words('subscriptions_saved'))
      onClose()
    } catch {
      say.danger(words('subscriptions_failed'))
    } finally {
      setBusy(false)
    }
  }
  const waiting = (
    <Loading>
      {[200, 170, 220, 190].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
  return (
    <Shown of={loaded} waiting={waiting}>
      {(events) => {
        const chosen = changed ?? chosenIn(events)
        return (
          <div className={classes.modal}>
            <p>{lead}</p>
            <EventChoices
              events={events}
              chosen={chosen}
              onChoose={(key, on) => setChanged(new Set(on ? [...chosen, key] : [...chosen].filter((each) => each !== key)))}
            />
            <div className={classes.deeds}>
              <Button variant="default" onClick={onClose}>
                {words('cancel')}
              </Button>
              <Button loading={busy} onClick={() => void save(chosen)}>
                {words('save')}
              </Button>
            </div>
          </div>
        )
      }}
    </Shown>
  )
}
