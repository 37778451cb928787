import { Button } from '@mantine/core'
import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { z } from 'zod'
import { pendingRequestsAnswer } from '#contract/signing'
import { http, messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, Dialog, EmptyState, ErrorState, Loading } from '../../ui/index.ts'
import classes from './PendingRequests.module.css'

type Requests = z.infer<typeof pendingRequestsAnswer>['tokens']
type Asked = { readonly requests: Requests } | { readonly problem: string } | null

const modal = proxy({ opened: false })
export const openPendingRequests = () => {
  modal.opened = true
}
const close = () => {
  modal.opened = false
}

/** What the account holder is asked to sign, each with the way there. Every opening makes links that nobody had before. */
export function PendingRequests() {
  const words = useWords('pending_requests')
  const { opened } = useSnapshot(modal)
  return (
    <Dialog opened={opened} onClose={close} title={words('title')} centered size={520}>
      <Waiting />
    </Dialog>
  )
}

/** Lives as long as the window is open: the next opening begins without the last one's links. */
function Waiting() {
  const words = useWords('pending_requests')
  const [asked, setAsked] = useState<Asked>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    let left = false
    setAsked(null)
    http
      .get('/app/tokens/get_pending_signing_requests', pendingRequestsAnswer)
      .then(({ tokens }): Asked => ({ requests: tokens }))
      .catch((thrown): Asked => ({ problem: messageOf(thrown, words('failed')) }))
      .then((answer) => left || setAsked(answer))
    return () => {
      left = true
    }
  }, [attempt, words])
  if (asked === null) {
    return (
      <Loading className={classes.rows}>
        {[240, 200].map((width) => (
          <div key={width} className={classes.row}>
            <div className={classes.what}>
              <Bone width={width} />
              <Bone width={120} height={10} />
            </div>
            <Bone width={72} height={36} />
          </div>
        ))}
      </Loading>
    )
  }
  if ('problem' in asked) return <ErrorState message={asked.problem} onRetry={() => setAttempt((count) => count + 1)} />
  if (asked.requests.length === 0) {
    return (
      <EmptyState icon={PenLine} title={words('empty_title')}>
        {words('empty')}
      </EmptyState>
    )
  }
  return (
    <ul className={classes.rows}>
      {asked.requests.map(({ signing_link, create_time_ago, document_owner, document_name }) => (
        <li key={signing_link} className={classes.row}>
          <div className={classes.what}>
            <b>{document_name}</b>
            <span>{words('asked', { owner: document_owner, ago: create_time_ago })}</span>
          </div>
          <Button
            component="a"
            href={signing_link}
            aria-label={words('sign_named', { name: document_name })}
            leftSection={<PenLine size={16} aria-hidden />}
          >
            {words('sign')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
