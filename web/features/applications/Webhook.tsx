import { Button, Progress, Switch, TextInput } from '@mantine/core'
import { Check, Copy, KeyRound, Send } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { watchDeliveries } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, confirm, copyToClipboard, exactTime, Loading, Shown, say, useLoaded } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { Deliveries } from './Deliveries.tsx'
import { chosenIn, EventChoices } from './EventChoices.tsx'
import classes from './Webhook.module.css'
import {
  fetchSubscriptions,
  fetchWebhook,
  rotateSecret,
  saveSubscriptions,
  sendTest,
  setEndpoint,
  switchWebhook,
  type WebhookRow,
} from './webhook-calls.ts'

/** How often a screen that is looked at asks how deliveries stand while the live connection is away. */
const LOOK_MS = 3_000

/** Where an application's events go, which they are, and what became of them. */
export function Webhook({ application }: { readonly application: string }) {
  const words = useWords('applications')
  const loaded = useLoaded(
    useCallback((quiet: boolean) => fetchWebhook(application, quiet), [application]),
    words('webhook_load_failed'),
  )
  const [looks, setLooks] = useState(0)
  const { load } = loaded
  const account_key = useSession().workspace?.account_key
  useEffect(() => {
    let isLive = false
    let hasMissed = false
    const look = () => {
      hasMissed = document.hidden
      if (hasMissed) return
      void load(true)
      setLooks((count) => count + 1)
    }
    const timer = setInterval(() => !isLive && look(), LOOK_MS)
    const leave =
      account_key &&
      watchDeliveries(
        { account_key, application_key: application },
        {
          changed: look,
          connected(live) {
            isLive = live
            if (live) look()
          },
        },
      )
    const seen = () => hasMissed && look()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      if (leave) leave()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [load, account_key, application])
  // The answer is wrapped: an application without an endpoint is loaded, too.
  const shown = { ...loaded, value: loaded.value === null && loaded.problem !== null ? null : { webhook: loaded.value } }
  return (
    <section className={classes.webhook} aria-label={words('webhook')}>
      <Shown of={shown as never} waiting={<Waiting />}>
        {({ webhook }: { readonly webhook: WebhookRow | null }) => (
          <>
            <div className={classes.side}>
              <Endpoint application={application} webhook={webhook} onChanged={() => void load(true)} />
              <Events application={application} />
              {webhook && <Feed webhook={webhook} />}
            </div>
            {webhook ? (
              <Deliveries application={application} webhook={webhook} looks={looks} />
            ) : (
              <p className={classes.none}>{words('webhook_none')}</p>
            )}
          </>
        )}
      </Shown>
    </section>
  )
}

function Waiting() {
  return (
    <Loading>
      {[180, 140, 200].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}

interface EndpointProps {
  readonly application: string
  readonly webhook: WebhookRow | null
  onChanged(): void
}

function Endpoint({ application, webhook, onChanged }: EndpointProps) {
  const words = useWords('applications')
  /** null: as it is saved. */
  const [typed, setTyped] = useState<string | null>(null)
  const url = typed ?? webhook?.url ?? ''
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  async function doing(task: () => Promise<void>, failed: string, refused = (why: string): void => void say.danger(why)): Promise<void> {
    setBusy(true)
    try {
      await task()
      onChanged()
    } catch (thrown) {
      refused(messageOf(thrown, failed))
    } finally {
      setBusy(false)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    const saving = async () => {
      const { signing_secret = null } = await setEndpoint(application, url.trim(), webhook?.scheme ?? 'v1')
      if (signing_secret !== null) setSecret(signing_secret)
      setTyped(null)
      say.success(words('webhook_saved'))
    }
    void doing(saving, words('webhook_failed'), setProblem)
  }
  async function rotate(): Promise<void> {
    const yes = await confirm({ title: words('rotate'), text: words('rotate_confirm'), yes: words('rotate') })
    if (!yes) return
    await doing(async () => setSecret((await rotateSecret(application)).signing_secret ?? null), words('rotate_failed'))
  }
  const test = () =>
    doing(async () => {
      await sendTest(application)
      say.success(words('test_sent'))
    }, words('test_failed'))
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <h3>{words('webhook')}</h3>
        {webhook && (
          <Switch
            label={webhook.is_on ? words('on') : words('off')}
            labelPosition="left"
            aria-label={words('webhook_switch')}
            checked={webhook.is_on}
            disabled={busy}
            onChange={(event) => {
              const on = event.currentTarget.checked
              void doing(async () => void (await switchWebhook(application, on)), words('webhook_failed'))
            }}
          />
        )}
      </div>
      {webhook?.off_because === 'failing' && <p role="alert">{words('off_failing')}</p>}
      {webhook?.off_because === 'gone' && <p role="alert">{words('off_gone')}</p>}
      <form onSubmit={save} noValidate>
        <TextInput
          label={words('endpoint')}
          placeholder="https://planner.example/hooks"
          type="url"
          value={url}
          error={problem}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {url.trim() !== (webhook?.url ?? '') && (
          <Button type="submit" size="xs" loading={busy}>
            {words('save_endpoint')}
          </Button>
        )}
      </form>
      {secret !== null && (
        <div className={classes.secret} role="status">
          <b>
            <KeyRound size={16} aria-hidden />
            {words('signing_title')}
          </b>
          <code>{secret}</code>
          <div className={classes.deeds}>
            <Button
              size="xs"
              leftSection={<Copy size={14} aria-hidden />}
              aria-label={words('copy_signing')}
              onClick={() => void copyToClipboard(secret)}
            >
              {words('copy')}
            </Button>
            <Button size="xs" variant="default" leftSection={<Check size={14} aria-hidden />} onClick={() => setSecret(null)}>
              {words('copied_it')}
            </Button>
          </div>
        </div>
      )}
      {webhook && (
        <>
          <dl className={classes.signing}>
            <dt>{words('signing_secret')}</dt>
            <dd>
              <code>{webhook.scheme === 'v1' ? `whsec_••••••••${webhook.secret_label}` : webhook.secret_label}</code>
              <Button size="compact-xs" variant="subtle" disabled={busy} onClick={() => void rotate()}>
                {words('rotate')}
              </Button>
            </dd>
          </dl>
          <p>
            {webhook.former_secret_until === null
              ? words('rotate_hint')
              : words('rotated_until', { time: exactTime(webhook.former_secret_until) })}
          </p>
          <Button
            size="xs"
            variant="default"
            leftSection={<Send size={14} aria-hidden />}
            disabled={busy || !webhook.is_on}
            onClick={() => void test()}
          >
            {words('test')}
          </Button>
        </>
      )}
    </div>
  )
}

/** What is chosen is saved at once. */
function Events({ application }: { readonly application: string }) {
  const words = useWords('applications')
  const loaded = useLoaded(
    useCallback(() => fetchSubscriptions(application), [application]),
    words('subscriptions_load_failed'),
  )
  async function choose(keys: readonly string[]): Promise<void> {
    loaded.put((events) => events.map((each) => ({ ...each, subscribed_via_entity: keys.includes(each.key) })))
    try {
      await saveSubscriptions(application, keys)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('subscriptions_failed')))
      void loaded.load(true)
    }
  }
  return (
    <div className={classes.part}>
      <Shown of={loaded} waiting={<Waiting />}>
        {(events) => {
          const chosen = chosenIn(events)
          return (
            <>
              <div className={classes.head}>
                <h3>{words('events')}</h3>
                <span>{words('chosen', { count: chosen.size, of: events.length })}</span>
              </div>
              <EventChoices
                events={events}
                chosen={chosen}
                onChoose={(key, on) => void choose(on ? [...chosen, key] : [...chosen].filter((each) => each !== key))}
              />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

function Feed({ webhook: { position, last_position } }: { readonly webhook: WebhookRow }) {
  const words = useWords('applications')
  const behind = last_position - position
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <h3>{words('feed')}</h3>
        <span>{behind === 0 ? words('feed_current') : words('feed_behind', { count: behind })}</span>
      </div>
      <p>{words('feed_position', { position, last: last_position })}</p>
      <Progress value={last_position === 0 ? 100 : (100 * position) / last_position} aria-label={words('feed')} size="sm" />
    </div>
  )
}
