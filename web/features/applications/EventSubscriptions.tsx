import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, Dialog, hrefOf, Loading, Shown, say, useLoaded } from '../../ui/index.ts'
import { chosenIn, EventChoices } from './EventChoices.tsx'
import classes from './Webhook.module.css'
import { fetchSubscriptions, saveSubscriptions } from './webhook-calls.ts'

export interface SubscribedEntity {
  readonly key: string
  readonly kind: 'document' | 'template' | 'workspace'
  readonly name: string
}
interface Props {
  /** null: closed. */
  readonly of: SubscribedEntity | null
  onClose(): void
}

/** Which events of an entity are sent to the endpoints of the workspace's applications. */
export function EventSubscriptions({ of, onClose }: Props) {
  const words = useWords('applications')
  return (
    <Dialog opened={of !== null} onClose={onClose} title={words('subscriptions')} centered size={560}>
      {of && <Subscriptions entity={of} onClose={onClose} />}
    </Dialog>
  )
}

function Subscriptions({ entity: { key: entity, kind, name }, onClose }: { readonly entity: SubscribedEntity; onClose(): void }) {
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
    } catch (thrown) {
      say.danger(messageOf(thrown, words('subscriptions_failed')))
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
            <p>{words(`subscriptions_of_${kind}`, { name })}</p>
            <EventChoices
              events={events}
              chosen={chosen}
              onChoose={(key, on) => setChanged(new Set(on ? [...chosen, key] : [...chosen].filter((each) => each !== key)))}
            />
            <div className={classes.deeds}>
              {kind !== 'workspace' && (
                <a className={classes.where} href={hrefOf('applications')}>
                  {words('subscriptions_where')}
                </a>
              )}
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
