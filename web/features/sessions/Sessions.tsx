import { Button } from '@mantine/core'
import { Monitor, MonitorSmartphone, Smartphone, Terminal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnSession } from '#contract/session'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Bone, Dialog, EmptyState, Loading, RelativeTime, Shown, say, useLoaded } from '../../ui/index.ts'
import { endOtherSessions, endSession, fetchSessions } from './calls.ts'
import classes from './sessions.module.css'

/** Where somebody is logged in, and how they end that elsewhere. */
export function Sessions({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('sessions')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} centered size={560}>
      {opened && <List />}
    </Dialog>
  )
}

function List() {
  const words = useWords('sessions')
  const sessions = useLoaded(fetchSessions, words('load_failed'))
  const { load } = sessions
  const list = useRef<HTMLUListElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  // Somebody may have logged in elsewhere while this window was out of sight.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void load(true)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [load])

  const attempt = async (what: string, does: () => Promise<string>) => {
    setBusy(what)
    try {
      say.success(await does())
      // The pressed button goes with its row: the keyboard goes on from the list.
      list.current?.focus()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('end_failed')))
    }
    await load(true)
    setBusy(null)
  }
  return (
    <Shown of={sessions} waiting={<Waiting />}>
      {(all) => (
        <>
          <p className={classes.lead}>{words('lead')}</p>
          <ul className={classes.sessions} aria-label={words('list')} ref={list} tabIndex={-1}>
            {all
              .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
              .map((session) => (
                <Row
                  key={session.key}
                  session={session}
                  busy={busy === session.key}
                  onEnd={() =>
                    void attempt(session.key, async () => {
                      await endSession(session.key)
                      return words('ended')
                    })
                  }
                />
              ))}
          </ul>
          {all.length > 1 ? (
            <Answers>
              <Button
                variant="default"
                loading={busy === ''}
                onClick={() => void attempt('', async () => words('others_ended', { count: await endOtherSessions() }))}
              >
                {words('end_others')}
              </Button>
            </Answers>
          ) : (
            <EmptyState icon={MonitorSmartphone} title={words('alone_title')}>
              {words('alone')}
            </EmptyState>
          )}
        </>
      )}
    </Shown>
  )
}

const PHONES = new Set(['Android', 'iOS'])

function Row({ session, busy, onEnd }: { readonly session: OwnSession; readonly busy: boolean; readonly onEnd: () => void }) {
  const words = useWords('sessions')
  const { browser, system, network, begun, last_used } = session
  const isProgram = browser === null && system === null && network !== null
  const name = browser && system ? words('on', { browser, system }) : (browser ?? system ?? words(isProgram ? 'program' : 'unknown'))
  const Icon = PHONES.has(system ?? '') ? Smartphone : isProgram ? Terminal : Monitor
  return (
    <li>
      <Icon size={18} aria-hidden />
      <div className={classes.what}>
        <b>
          {name}
          {session.is_current && <span className={classes.chip}>{words('current')}</span>}
          {session.is_handed_over && <span className={classes.chip}>{words('handed_over')}</span>}
        </b>
        <div className={classes.facts}>
          {!session.is_current && (
            <span>
              {words('used')} <RelativeTime iso={last_used} />
            </span>
          )}
          <span>
            {words('begun')} <RelativeTime iso={begun} />
          </span>
          {network && <span>{words('network', { network })}</span>}
        </div>
      </div>
      {!session.is_current && (
        <Button variant="default" size="sm" loading={busy} aria-label={words('end_named', { name })} onClick={onEnd}>
          {words('end')}
        </Button>
      )}
    </li>
  )
}

function Waiting() {
  return (
    <Loading>
      <ul className={classes.sessions}>
        {[160, 130].map((width) => (
          <li key={width}>
            <Bone width={18} height={18} />
            <div className={classes.what}>
              <Bone width={width} height={14} />
              <Bone width={width + 80} height={12} />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
