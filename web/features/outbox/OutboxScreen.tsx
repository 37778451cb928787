import { Button, UnstyledButton } from '@mantine/core'
import { Mails, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type MailRow, outboxAnswer } from '#contract/workspace'
import { http } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, EmptyState, IconButton, Loading, Panel, RelativeTime, Shown, useLoaded, useTitle } from '../../ui/index.ts'
import { Letter } from './Letter.tsx'
import { MailState } from './MailState.tsx'
import classes from './OutboxScreen.module.css'

const REFRESH_MS = 15_000

const fetchOutbox = (quietly: boolean) => http.get('/app/outbox', outboxAnswer, { quiet: quietly })

/** Mails as they were written: where there is no mail server, this is where they are read. */
export function OutboxScreen() {
  const words = useWords('outbox')
  const outbox = useLoaded(fetchOutbox, words('load_failed'))
  const { load } = outbox
  useTitle(words('title'))
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void load(true), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])
  return (
    <Panel
      title={words('title')}
      lead={outbox.value && words(outbox.value.delivered_by === 'smtp' ? 'by_smtp' : 'by_outbox')}
      actions={<IconButton icon={RefreshCw} name={words('refresh')} onClick={() => void load()} />}
    >
      <div className={classes.screen}>
        <Shown of={outbox} waiting={<Waiting />}>
          {({ mails }) =>
            mails.length === 0 ? (
              <EmptyState icon={Mails} title={words('empty_title')}>
                {words('empty')}
              </EmptyState>
            ) : (
              <Letters mails={mails} />
            )
          }
        </Shown>
      </div>
    </Panel>
  )
}

function Letters({ mails }: { mails: readonly MailRow[] }) {
  const words = useWords('outbox')
  const [chosen, setChosen] = useState<string | null>(null)
  const mail = mails.find(({ key }) => key === chosen)
  return (
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
