import { useEffect } from 'react'
import { useWords } from '../../messages/index.ts'
import { Bone, EmptyState, ErrorState, hrefOf, Loading, useTitle } from '../../ui/index.ts'
import type { Located } from '../feature.ts'
import { Nothing } from '../shell/index.ts'
import paper from './Paper.module.css'
import classes from './replay.module.css'
import { Theatre } from './Theatre.tsx'
import { useHistory } from './use-film.ts'

/** `at` and `as` come from a link to a moment. */
type Props = Located<{ readonly key: string }, { readonly at?: number; readonly as?: string }>

/** A document's past, at any moment, through anybody's eyes. */
export function ReplayScreen({ params: { key: documentKey }, search: { at, as } }: Props) {
  const words = useWords('replay')
  const [history, retry] = useHistory(documentKey)
  useTitle(history.state === 'there' ? words('title', { name: history.overview.name }) : words('open'))
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  const back = (
    <a className={classes.way} href={hrefOf(`documents/${documentKey}`)}>
      {words('back')}
    </a>
  )
  switch (history.state) {
    case 'loading':
      return <Skeleton />
    case 'failed':
      return (
        <main className={classes.whole}>
          <ErrorState whole message={words('failed')} onRetry={retry} action={back} />
        </main>
      )
    case 'gone':
      return (
        <main className={classes.whole}>
          <Nothing />
        </main>
      )
    case 'nothing':
      return (
        <main className={classes.whole}>
          <EmptyState whole title={words('nothing_title')} action={back}>
            {words('nothing')}
          </EmptyState>
        </main>
      )
    default: {
      const seenBy = history.overview.signatories.some(({ uuid }) => uuid === as) ? as! : 'team'
      return (
        <Theatre
          key={documentKey}
          documentKey={documentKey}
          overview={history.overview}
          records={history.records}
          start={{ at, as: seenBy }}
        />
      )
    }
  }
}

function Skeleton() {
  return (
    <Loading className={classes.screen}>
      <div className={classes.head}>
        <Bone width={260} height={18} />
      </div>
      <div className={classes.stage}>
        <div className={classes.bar}>
          <Bone width={220} height={28} />
        </div>
        <div className={paper.paperBone}>
          <Bone width="100%" height={720} />
        </div>
      </div>
      <div className={classes.aside}>
        {[70, 52, 64, 46, 58, 66].map((width) => (
          <div key={width} className={classes.eventBone}>
            <Bone width={28} height={28} round />
            <Bone width={`${width}%`} />
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <Bone width="100%" height={40} />
      </div>
    </Loading>
  )
}
