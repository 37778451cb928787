import { Button } from '@mantine/core'
import { BellRing, CircleAlert, Download, Files, Pause, RotateCw, Undo2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, ErrorState, hrefOf, IconButton, LiveDot, RelativeTime, say } from '../../ui/index.ts'
import { madeFile } from '../temp-downloads/index.ts'
import { Activation } from './Activation.tsx'
import { Advanced } from './Advanced.tsx'
import classes from './BulkSend.module.css'
import {
  askForCsv,
  type BulkSendChange,
  type BulkSendLogEntry,
  type BulkSendRecord,
  csvUrl,
  type Opened,
  retryRow,
  saveBulkSend,
  sendReminders,
  undoBulkSend,
} from './calls.ts'
import own from './Status.module.css'
import { mayPause, toGo } from './states.ts'

/** Of the specification (file 2, section 9). */
export const REMINDED_MS = 60_000

interface Props {
  readonly opened: Opened
  readonly log: readonly BulkSendLogEntry[] | null
  readonly logFailed: boolean
  readonly live: boolean
  onChange(change: BulkSendChange): void
  /** Resolves once all changes are saved. */
  before(): Promise<void>
  onDone(next: Opened): void
}

/** What became of each row, and what can be done about it. */
export function Status({ opened: { bulkSend, failed }, log, logFailed, live, onChange, before, onDone }: Props) {
  const words = useWords('bulk_sends')
  const id = useId()
  const { key, status, paused_because: why, can_be_changed: mayChange, undone } = bulkSend
  const awaiting = bulkSend.number_of_documents_awaiting_signature
  const run = async (deed: () => Promise<Opened | null>, failure: string) => {
    try {
      const next = await deed()
      if (next) onDone(next)
    } catch (thrown) {
      say.danger(messageOf(thrown, failure))
    }
  }
  async function undo(): Promise<Opened | null> {
    const count = awaiting
    const yes = await confirm({
      title: words('undo'),
      text: words('undo_question', { count }),
      yes: words('undo_yes', { count }),
      danger: true,
    })
    return yes ? undoBulkSend(key) : null
  }
  return (
    <div className={own.columns}>
      <section className={classes.section} aria-labelledby={id}>
        <div className={classes.row}>
          <h2 id={id}>{words('status')}</h2>
          <div className={classes.deeds}>
            {mayChange && mayPause(bulkSend) && (
              <Button
                variant="default"
                leftSection={<Pause size={16} aria-hidden />}
                onClick={() => void run(() => saveBulkSend(key, { status: 'paused' }), words('pause_failed'))}
              >
                <span className={own.capital}>{words('pause')}</span>
              </Button>
            )}
            <Button
              component="a"
              href={hrefOf(`documents?bulk_send=${key}`)}
              variant="default"
              leftSection={<Files size={16} aria-hidden />}
            >
              {words('show_documents')}
            </Button>
            <Reminders bulkSend={bulkSend} />
            <Csv bulkSend={key} />
            {mayChange && !undone && awaiting > 0 && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<Undo2 size={16} aria-hidden />}
                onClick={() => void run(undo, words('undo_failed'))}
              >
                {words('undo')}
              </Button>
            )}
          </div>
        </div>
        {status === 'paused' && (
          <p className={own.paused} role="status">
            <CircleAlert size={16} aria-hidden />
            {words(undone ? 'undone' : `paused_${KEYS[why ?? 'asked']}`)}
          </p>
        )}
        <Counters bulkSend={bulkSend} />
        {mayChange && status === 'paused' && !undone && <Activation {...{ bulkSend, before }} onActivated={onDone} />}
        {mayChange && <Advanced bulkSend={bulkSend} onChange={onChange} />}
        {failed.length > 0 && (
          <div className={own.failed}>
            <h3>{words('failed_rows')}</h3>
            <ul>
              {failed.map(({ row, message }) => (
                <li key={row}>
                  <strong>{words('row', { row })}</strong>
                  <span dir="auto">{message}</span>
                  {mayChange && status === 'active' && (
                    <IconButton
                      icon={RotateCw}
                      iconSize={16}
                      name={words('retry_named', { row })}
                      onClick={() => void run(() => retryRow(key, row), words('retry_failed'))}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      <Log log={log} failed={logFailed} live={live} />
    </div>
  )
}

const KEYS = {
  asked: 'asked',
  undone: 'undone',
  'list-changed': 'list_changed',
  'template-changed': 'template_changed',
  'member-left': 'member_left',
  'not-permitted': 'not_permitted',
} as const

function Counters({ bulkSend }: { readonly bulkSend: BulkSendRecord }) {
  const words = useWords('bulk_sends')
  const {
    number_of_documents: all,
    number_of_documents_created: created,
    number_of_documents_awaiting_signature: awaiting,
    number_of_documents_completed: completed,
    number_of_documents_failed: failed,
  } = bulkSend
  const numbers = [
    { name: 'created', count: created },
    { name: 'awaiting', count: awaiting },
    { name: 'completed', count: completed },
    { name: 'failed', count: failed },
  ] as const
  const share = (count: number) => ({ width: `${all === 0 ? 0 : (100 * count) / all}%` })
  return (
    <>
      <dl className={own.counters}>
        {numbers.map(({ name, count }) => (
          <div key={name} data-of={name}>
            <dt>{words(name)}</dt>
            <dd>
              {count}
              {name === 'created' && <span> / {all}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div
        className={own.bar}
        role="progressbar"
        aria-label={words('progress')}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={created}
      >
        <i data-of="completed" style={share(completed)} />
        <i data-of="awaiting" style={share(awaiting)} />
        <i data-of="other" style={share(Math.max(0, created - completed - awaiting))} />
        <i data-of="failed" style={share(failed)} />
      </div>
      <p className={classes.hint}>{words('to_go', { count: toGo(bulkSend) })}</p>
    </>
  )
}

/** Hidden for a minute after it was pressed. */
function Reminders({ bulkSend: { key, can_remind } }: { readonly bulkSend: BulkSendRecord }) {
  const words = useWords('bulk_sends')
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => setAsked(false), REMINDED_MS)
    return () => clearTimeout(timer)
  }, [asked])
  if (!can_remind || asked) return null
  async function remind(): Promise<void> {
    setAsked(true)
    try {
      say.success(await sendReminders(key))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('reminders_failed')))
      setAsked(false)
    }
  }
  return (
    <Button variant="default" leftSection={<BellRing size={16} aria-hidden />} onClick={() => void remind()}>
      {words('reminders')}
    </Button>
  )
}

function Csv({ bulkSend }: { readonly bulkSend: string }) {
  const words = useWords('bulk_sends')
  const [making, setMaking] = useState(false)
  async function make(): Promise<void> {
    setMaking(true)
    try {
      const file = await madeFile({
        begin: async () => (await askForCsv(bulkSend, null)).key,
        ask: async (key) => (await askForCsv(bulkSend, key)).file_key,
      })
      const link = document.createElement('a')
      link.href = csvUrl(bulkSend, file)
      link.download = ''
      link.click()
    } catch {
      say.danger(words('csv_failed'))
    } finally {
      setMaking(false)
    }
  }
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden />} loading={making} onClick={() => void make()}>
      {words('csv')}
    </Button>
  )
}

function Log({
  log,
  failed,
  live,
}: {
  readonly log: readonly BulkSendLogEntry[] | null
  readonly failed: boolean
  readonly live: boolean
}) {
  const words = useWords('bulk_sends')
  const id = useId()
  return (
    <aside className={own.log} aria-labelledby={id}>
      <div className={classes.row}>
        <h2 id={id}>{words('log')}</h2>
        <span className={own.live}>
          {live && <LiveDot />}
          {words(live ? 'live' : 'polled')}
        </span>
      </div>
      {failed && log === null && <ErrorState message={words('log_failed')} />}
      {log?.length === 0 && <p className={classes.hint}>{words('log_empty')}</p>}
      <ol>
        {log?.toReversed().map((entry) => (
          <li key={`${entry.date_created} ${entry.code} ${entry.row ?? ''}`}>
            <p>{entry.row === null ? entry.message : `${words('log_row', { row: entry.row })}: ${entry.message}`}</p>
            <p className={classes.hint}>
              {entry.by && <span dir="auto">{entry.by}</span>}
              <RelativeTime iso={entry.date_created} />
            </p>
          </li>
        ))}
      </ol>
    </aside>
  )
}
