import { useEffect, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { can, signatoryOf } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { hrefOf, LiveDot, signerColour, useTitle } from '../../ui/index.ts'
import { Trail, useTrail } from '../audit/index.ts'
import { useHold } from '../evidence/index.ts'
import { Notes } from '../notes/index.ts'
import { Banners } from './Banners.tsx'
import { Copies } from './Copies.tsx'
import { useWatched } from './context.ts'
import { Head } from './Head.tsx'
import { InPersonSheet } from './InPersonSheet.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './ProgressScreen.module.css'
import { Signers } from './Signers.tsx'
import { Summary } from './Summary.tsx'
import { Supporting } from './Supporting.tsx'

/** The parts of an address besides the document itself. */
export const ARRIVALS = ['open_in_person_modal', 'open_signing_link', 'enqueue_signature_requests'] as const
export type Arrival = (typeof ARRIVALS)[number]
/** D-037: the document is seen first. */
const IN_PERSON_DELAY_MS = 2_500

/** A document that was sent: how far it is, who is at work, what happened. */
export function ProgressScreen({ arrival, onSetup }: { arrival: Arrival | null; onSetup: () => void }) {
  const words = useWords('progress')
  const { view, store, key, who, session } = useWatched()
  const open = view.status === 'awaiting_signatures' && view.trashed === null
  const held = useHold(key, view.workspace, can(who, 'can_manage_account'))
  const mayWrite = can(who, 'can_add_notes')
  const live = store.connection === 'live'
  const trail = useTrail(key, store.revision, live, view.status !== 'setup')
  useTitle(disclosed(view.name, ''))
  const [inPerson, setInPerson] = useState<{ readonly signer: string | null } | null>(null)
  const status = useRef(view.status)
  status.current = view.status
  useEffect(() => {
    if (arrival !== 'open_in_person_modal') return
    const timer = setTimeout(
      // A user who chose somebody meanwhile keeps their choice.
      () => status.current === 'awaiting_signatures' && setInPerson((open) => open ?? { signer: null }),
      IN_PERSON_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [arrival])
  useEffect(() => {
    if (view.status === 'setup' && view.trashed === null) onSetup()
  }, [view.status, view.trashed, onSetup])

  const colourOf = (principal: string) => {
    const [kind, uuid = ''] = principal.split(':')
    const signatory = kind === 'signatory' ? signatoryOf(view, uuid) : undefined
    return signatory ? signerColour(view.signatories.indexOf(signatory)) : null
  }
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <Head trail={trail.records} held={held} />
        <Banners hold={held.hold} />
        <Summary trail={trail.records} />
        <Signers asksForLink={arrival === 'open_signing_link'} onInPerson={(signer) => setInPerson({ signer })} />
        <Copies />
        <Supporting />
        <Notes session={session} view={view} by="self" mayAdd={open && mayWrite} open={open && mayWrite} />
        <PageStrip />
        <InPersonSheet opened={inPerson !== null} signer={inPerson?.signer ?? null} onClose={() => setInPerson(null)} />
      </div>
      <aside className={classes.aside} aria-label={words('activity')}>
        <div className={classes.asideHead}>
          <h2>{words('activity')}</h2>
          <a className={classes.replay} href={hrefOf(`replay/${key}`)}>
            {words('replay')}
          </a>
          <span className={classes.live} role="status">
            {live && <LiveDot />}
            {words(store.connection)}
          </span>
        </div>
        <div className={classes.events}>
          <Trail documentKey={key} records={trail.records} failed={trail.failed} onRetry={() => void trail.retry()} colourOf={colourOf} />
        </div>
      </aside>
    </div>
  )
}
