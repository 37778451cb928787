import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { personal } from '#contract/personal'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { ConsentCard } from './ConsentCard.tsx'
import { loadConsented } from './consented.ts'
import { DeclineCard } from './DeclineCard.tsx'
import { DoneCard, LaterCard, RejectedCard } from './EndCards.tsx'
import { endFirstLook } from './first-look.ts'
import { HandBack } from './HandBack.tsx'
import { Head } from './Head.tsx'
import { PendingSigner } from './PendingSigner.tsx'
import { LeaveReminder } from './reminder.tsx'
import type { OpenedSession, ProblemCode } from './session.ts'
import screen from './signing.module.css'
import { Toast } from './Toast.tsx'
import { useCeremony } from './use-ceremony.ts'
import { useVisit } from './visit.ts'

interface Props {
  readonly session: OpenedSession
  onLinkDied(code: ProblemCode): void
  /** The session is over although the link may not be: it is opened again. */
  onReopen(): void
}

const Consented = lazy(loadConsented)

/** From consent to the end, over the signer's own live copy of the pack. */
export function Ceremony({ session, onLinkDied, onReopen }: Props) {
  const words = useWords('signing')
  const at = useCeremony(session, { loadNext: loadConsented, onLinkDied, onReopen })
  const { pack, view, me, steps, stage, problem, busy } = at
  const { saved, guarded } = useSnapshot(pack.store)
  const working = stage === 'filling' || stage === 'review' || stage === 'changed'
  const name = disclosed(view.name, '')
  /** The way on for a signer who signs next too. */
  const [next, setNext] = useState<string | null>(null)
  useVisit(session.document_key, stage === 'filling' ? (steps[at.current]?.key ?? null) : null, at.shownAs, at.linkOver)
  const consented = working && me?.status === 'awaiting_signatures'
  // Where a page is about to be shown, the picture that stands in its place waits for it.
  useLayoutEffect(() => {
    if (!consented) endFirstLook()
  }, [consented])
  // Once the question for consent has been painted: it is there before anybody has read that.
  useEffect(() => void loadConsented().catch(() => undefined), [])
  useEffect(() => {
    document.title = words('title', { name })
  }, [words, name])

  const handBack = session.in_person ? <HandBack document={session.document_key} sender={session.sender_name} /> : null
  if (me?.status === 'complete' || stage === 'signed')
    return (
      <>
        <DoneCard view={view} sender={session.sender_name} handBack={handBack} justSigned={stage === 'signed'} next={next} />
        {stage === 'signed' && !session.in_person && <PendingSigner session={session} onNext={setNext} />}
      </>
    )
  if (me?.status === 'rejected' || stage === 'declined') return <RejectedCard sender={session.sender_name} handBack={handBack} />
  if (stage === 'later') return <LaterCard onResume={session.in_person ? null : at.resume} handBack={handBack} pending={at.pending} />
  return (
    <div className={screen.screen}>
      <Head
        name={name}
        workspace={session.workspace_name}
        inPerson={session.in_person}
        saved={{ waiting: saved.waiting, offline: saved.state === 'offline', guarded }}
        showActions={working}
        onLater={at.later}
        onDecline={at.mayDecline}
      />
      {stage === 'consent' && (
        <ConsentCard
          session={session}
          signer={disclosed(me?.name ?? '', '')}
          document={name}
          message={personal(disclosed(view.settings.message, ''), disclosed(me?.name ?? '', ''))}
          until={view.expiry?.day ?? null}
          fields={steps.length}
          pages={view.documents.reduce((sum, each) => sum + each.pages.length, 0)}
          busy={busy}
          onRead={at.readFirst}
          onBegin={at.begin}
          onDecline={at.mayDecline}
        />
      )}
      {(working || stage === 'reading') && (
        <Suspense fallback={null}>
          <Consented session={session} at={at} stage={stage} />
        </Suspense>
      )}
      {stage === 'declining' && (
        <DeclineCard
          sender={session.sender_name}
          documents={view.settings.individualRejection ? view.documents.map(({ key, name }) => ({ key, name: disclosed(name, '') })) : []}
          busy={busy}
          problem={problem}
          onDecline={at.decline}
          onCancel={at.stay}
        />
      )}
      <div className={screen.notices}>
        <LeaveReminder active={!at.ended} />
        <Toast
          problem={stage === 'review' || stage === 'changed' || stage === 'declining' ? null : problem}
          lost={at.lost}
          steps={steps}
          onGo={at.goTo}
          onDismiss={at.dismissLoss}
        />
      </div>
    </div>
  )
}
