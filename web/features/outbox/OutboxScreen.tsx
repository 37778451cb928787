import { Button, UnstyledButton } from '@mantine/core'
import { Mails, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type MailRow, outboxAnswer } from '#contract/workspace'
import { http, messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, EmptyState, ErrorState, IconButton, Loading, Panel, RelativeTime, useTitle } from '../../ui/index.ts'
import { Letter } from './Letter.tsx'
import { MailState } from './MailState.tsx'
import classes from './OutboxScreen.module.css'

interface Outbox {
  readonly mails: readonly MailRow[]
  readonly delivered_by: 'smtp' | 'outbox'
}

const REFRESH_MS = 15_000

/** Mails as they were written: where there is no mail server, this is where they are read. */
export function OutboxScreen() {
  const words = useWords('outbox')
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  useTitle(words('title'))

  const load = useCallback(async () => {
    try {
      setOutbox(await http.get('/app/outbox', outboxAnswer))
      setProblem(null)
    } catch (thrown) {
      setProblem(messageOf(thrown, words('load_failed')))
    }
  }, [words])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.hidden || void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])

  const mails = outbox?.mails ?? []
  const mail = mails.find(({ key }) => key === chosen)
  return (
    <Panel
      title={words('title')}
      lead={outbox && words(outbox.delivered_by === 'smtp' ? 'by_smtp' : 'by_outbox')}
      actions={<IconButton icon={RefreshCw} name={words('refresh')} onClick={() => void load()} />}
    >
      {!outbox && !problem && <Waiting />}
      {problem && !outbox && <ErrorState message={problem} onRetry={() => void load()} />}
      {outbox && mails.length === 0 && (
        <EmptyState icon={Mails} title={words('empty_title')}>
          {words('empty')}
        </EmptyState>
      )}
      {mails.length > 0 && (
        <div className={classes.split} data-reading={mail ? true : undefined}>
          <ul className={classes.list} aria-label={words('list')}>
            {mails.map((row) => (
              <li key={row.key}>
                <UnstyledButton className={classes.mail} aria-current={row.key === chosen || undefined} onClick={() => setChosen(row.key)}>
                  <span className={classes.line}>
                    <b>{row.to}</b>
                    <RelativeTime iso={row.date_created} />
                  </span>
                  <span className={classes.line}>
                    <span className={classes.subject}>{row.subject}</span>
                    <MailState state={row.state} />
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <div className={classes.reader}>
            {mail ? (
              <>
                <Button className={classes.back ?? ''} size="sm" variant="default" onClick={() => setChosen(null)}>
                  {words('list')}
                </Button>
                <Letter key={mail.key} mail={mail} />
              </>
            ) : (
              <p className={classes.choose}>{words('choose')}</p>
            )}
          </div>
        </div>
      )}
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading className={classes.list}>
      {[180, 220, 160].map((width) => (
        <div key={width} className={classes.mail}>
          <Bone width={width} height={14} />
          <Bone width={260} />
        </div>
      ))}
    </Loading>
  )
}
