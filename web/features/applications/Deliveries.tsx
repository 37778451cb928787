import { Button, SegmentedControl } from '@mantine/core'
import { Check, EyeOff, History, type LucideIcon, RotateCw, Send, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, confirm, EmptyState, exactTime, Loading, RelativeTime, Shown, say, useLoaded } from '../../ui/index.ts'
import classes from './Webhook.module.css'
import { type DeliveryRecord, fetchDeliveries, replayFrom, retryDelivery, type WebhookRow } from './webhook-calls.ts'

interface Props {
  readonly application: string
  readonly webhook: WebhookRow
  /** Grows whenever it is time to ask again. */
  readonly looks: number
}
type State = DeliveryRecord['state'] | 'retrying'
const ICONS: Readonly<Record<State, LucideIcon>> = { waiting: Send, retrying: RotateCw, delivered: Check, failed: X, withheld: EyeOff }
const stateOf = ({ state, tries }: DeliveryRecord): State => (state === 'waiting' && tries > 0 ? 'retrying' : state)

/** Deliveries to an endpoint, the newest first. */
export function Deliveries({ application, webhook, looks }: Props) {
  const words = useWords('applications')
  const [onlyFailing, setOnlyFailing] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const loaded = useLoaded(
    useCallback((quiet: boolean) => fetchDeliveries(application, onlyFailing, quiet), [application, onlyFailing]),
    words('deliveries_load_failed'),
  )
  const { load } = loaded
  useEffect(() => {
    if (looks > 0) void load(true)
  }, [looks, load])
  const { delivered_today, retrying, failing } = webhook.deliveries
  return (
    <div className={classes.deliveries}>
      <div className={classes.head}>
        <div>
          <h3>{words('deliveries')}</h3>
          <span>{words('deliveries_today', { delivered: delivered_today, retrying })}</span>
        </div>
        <SegmentedControl
          size="xs"
          aria-label={words('deliveries_which')}
          value={onlyFailing ? 'failing' : 'all'}
          onChange={(value) => setOnlyFailing(value === 'failing')}
          data={[
            { value: 'all', label: words('all') },
            { value: 'failing', label: words('failing', { count: failing }) },
          ]}
        />
      </div>
      <Shown
        of={loaded}
        waiting={
          <Loading>
            {[220, 180, 240].map((width) => (
              <BoneRow key={width} width={width} />
            ))}
          </Loading>
        }
      >
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState icon={Send} title={onlyFailing ? words('deliveries_none_failing') : words('deliveries_none')}>
              {onlyFailing ? words('deliveries_none_failing_lead') : words('deliveries_none_lead')}
            </EmptyState>
          ) : (
            <ul className={classes.rows}>
              {deliveries.map((delivery) => (
                <Delivery
                  key={delivery.key}
                  application={application}
                  delivery={delivery}
                  opened={opened === delivery.key}
                  onOpen={() => setOpened(opened === delivery.key ? null : delivery.key)}
                  onChanged={() => void load(true)}
                />
              ))}
            </ul>
          )
        }
      </Shown>
    </div>
  )
}

interface RowProps {
  readonly application: string
  readonly delivery: DeliveryRecord
  readonly opened: boolean
  onOpen(): void
  onChanged(): void
}

function Delivery({ application, delivery, opened, onOpen, onChanged }: RowProps) {
  const words = useWords('applications')
  const state = stateOf(delivery)
  const Icon = ICONS[state]
  const { key, type, document_name, tries, most_tries, attempts, date_created, date_due, position } = delivery
  const last = attempts.at(-1)
  const answerOf = ({ status, failed, milliseconds }: (typeof attempts)[number]) =>
    `${status ?? words(`no_answer_${failed ?? 'unreachable'}`)}, ${words('milliseconds', { count: milliseconds })}`
  async function retry(): Promise<void> {
    try {
      await retryDelivery(application, key)
      say.success(words('retried'))
      onChanged()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('retry_failed')))
    }
  }
  async function replay(from: number): Promise<void> {
    const yes = await confirm({ title: words('replay'), text: words('replay_confirm'), yes: words('replay') })
    if (!yes) return
    try {
      await replayFrom(application, from)
      say.success(words('replayed'))
      onChanged()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('replay_failed')))
    }
  }
  return (
    <li data-opened={opened || undefined}>
      <button type="button" className={classes.row} aria-expanded={opened} onClick={onOpen}>
        <code>{type}</code>
        <span className={classes.about} dir="auto">
          {document_name === null ? '' : String(document_name)}
        </span>
        <span className={classes.chip} data-state={state}>
          <Icon size={14} aria-hidden />
          {words(`delivery_${state}`)}
        </span>
        <span className={classes.tries}>{tries > 1 || state === 'retrying' ? words('tries', { count: tries, of: most_tries }) : ''}</span>
        <span className={classes.answered}>{last ? answerOf(last) : ''}</span>
        <RelativeTime iso={date_created} />
      </button>
      {opened && (
        <div className={classes.opened}>
          <div>
            <h4>{words('attempts')}</h4>
            <ol>
              {attempts.map((each) => (
                <li key={each.date}>
                  <time dateTime={each.date}>{exactTime(each.date)}</time> {answerOf(each)}
                </li>
              ))}
              {state === 'retrying' && date_due !== null && (
                <li>
                  {words('next')} <RelativeTime iso={date_due} />
                </li>
              )}
            </ol>
          </div>
          <div>
            <h4>{words('answer')}</h4>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer is scrolled by keyboard */}
            <pre tabIndex={0} dir="auto">
              {last?.answer || words('no_text')}
            </pre>
            <code>{key}</code>
          </div>
          <div className={classes.again}>
            <Button size="xs" variant="default" leftSection={<RotateCw size={14} aria-hidden />} onClick={() => void retry()}>
              {words('retry')}
            </Button>
            {position !== null && (
              <Button size="xs" variant="default" leftSection={<History size={14} aria-hidden />} onClick={() => void replay(position - 1)}>
                {words('replay')}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}
