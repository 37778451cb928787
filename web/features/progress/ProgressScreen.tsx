import { useEffect } from 'react'
import { disclosed } from '#domain/kernel'
import { signatoryOf } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { hrefOf, LiveDot, signerColour, useTitle } from '../../ui/index.ts'
import { Trail, useTrail } from '../audit/index.ts'
import { useHold } from '../evidence/index.ts'
import { Banners } from './Banners.tsx'
import { Copies } from './Copies.tsx'
import { useWatched } from './context.ts'
import { Head } from './Head.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './ProgressScreen.module.css'
import { Signers } from './Signers.tsx'
import { Summary } from './Summary.tsx'

/** A document that was sent: how far it is, who is at work, what happened. */
export function ProgressScreen({ onSetup }: { onSetup: () => void }) {
  const words = useWords('progress')
  const { view, store, key, who } = useWatched()
  const held = useHold(key, view.workspace, who.as === 'team' && who.isAdmin)
  const live = store.connection === 'live'
  const trail = useTrail(key, store.revision, live, view.status !== 'setup')
  useTitle(disclosed(view.name, ''))
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
        <Signers />
        <Copies />
        <PageStrip />
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
