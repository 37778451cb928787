import { useLayoutEffect } from 'react'
import { Changed } from './Changed.tsx'
import { Filling } from './Filling.tsx'
import { FormFilling } from './FormFilling.tsx'
import { endFirstLook } from './first-look.ts'
import { ReadFirst } from './ReadFirst.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import type { OpenedSession } from './session.ts'
import type { CeremonyAt } from './use-ceremony.ts'

interface Props {
  readonly session: OpenedSession
  readonly at: CeremonyAt
  readonly stage: 'reading' | 'filling' | 'review' | 'changed'
}

/** What shows the document: read it before consent; after that fill in, look it over, look at what changed meanwhile, and sign. */
export default function Consented({ session, at, stage }: Props) {
  const { pack, view, steps, busy, problem } = at
  // In the same frame in which the page shows the same picture in its place.
  useLayoutEffect(endFirstLook, [])
  const shared = { pack, view, session, steps }
  if (stage === 'reading') return <ReadFirst {...shared} onBack={at.stay} />
  if (stage === 'filling' && at.shownAs === 'form' && !at.reading)
    return (
      <FormFilling
        {...shared}
        current={at.current}
        passed={at.passed}
        changedOver={at.changedOver}
        onCurrent={at.setCurrent}
        onReview={at.review}
        onLater={at.later}
        onDecline={at.mayDecline}
        onPages={() => at.showAs('pages')}
      />
    )
  if (stage === 'filling')
    return (
      <Filling
        {...shared}
        onForm={at.hasForm ? () => at.showAs('form') : null}
        current={at.current}
        passed={at.passed}
        reading={at.reading}
        onReading={at.setReading}
        onCurrent={at.setCurrent}
        onReview={at.review}
        onLater={at.later}
        onDecline={at.mayDecline}
      />
    )
  if (stage === 'changed')
    return <Changed {...shared} earlier={at.earlier} busy={busy} problem={problem} onReview={at.review} onFinish={at.finish} />
  return (
    <ReviewCard
      view={view}
      signatory={session.signatory_uuid}
      steps={steps}
      busy={busy}
      problem={problem}
      onRead={at.read}
      onChange={at.goTo}
      onFinish={at.finish}
    />
  )
}
