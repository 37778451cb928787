import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { usePack } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { downloadFile, endings, giveConsent, postpone } from './actions.ts'
import { Changed } from './Changed.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { connect } from './connect.ts'
import { DeclineCard } from './DeclineCard.tsx'
import { DoneCard, LaterCard, RejectedCard } from './EndCards.tsx'
import { putAside, takeUp } from './ended.tsx'
import { Filling } from './Filling.tsx'
import { Head } from './Head.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { LeaveReminder } from './reminder.tsx'
import { type OpenedSession, type ProblemCode, problemOf } from './session.ts'
import classes from './signing.module.css'
import type { Finished } from './status-update.ts'
import { signerOf, stepsOf } from './steps.ts'
import { lossWords } from './words.ts'

type Stage = 'consent' | 'filling' | 'review' | 'changed' | 'declining' | 'later' | 'signed' | 'declined'

interface Props {
  readonly session: OpenedSession
  onLinkDied(code: ProblemCode): void
}

/** From consent to the end, over the signer's own live copy of the pack. */
export function Ceremony({ session, onLinkDied }: Props) {
  const words = useWords('signing')
  const [problem, setProblem] = useState<string | null>(null)
  const pack = useMemo(() => connect(session, (loss) => setProblem(lossWords(loss))), [session])
  useEffect(() => () => pack.close(), [pack])
  const end = useMemo(() => endings(pack, session), [pack, session])
  const store = useSnapshot(pack.store)
  const view = usePack(pack, whole)
  const by = session.signatory_uuid
  const me = signerOf(view, by)
  const steps = stepsOf(view, by)
  const [stage, setStage] = useState<Stage>(me?.consent === session.consent.version ? 'filling' : 'consent')
  const [before, setBefore] = useState<Stage>('filling')
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      steps.findIndex((field) => field.value === null),
    ),
  )
  /** Optional fields that the signer has gone past: they are not asked for again. */
  const passed = useRef(new Set<string>())
  /** What the signer has looked at, since they came to the last step: what they sign. */
  const [seen, setSeen] = useState<PackState>(view)
  const [earlier, setEarlier] = useState<PackState>(view)
  const [busy, setBusy] = useState(false)
  const name = disclosed(view.name, '')
  const ended = me?.status !== 'awaiting_signatures' || stage === 'later' || stage === 'signed' || stage === 'declined'

  useEffect(() => {
    document.title = words('title', { name })
  }, [words, name])

  const run = async (action: () => Promise<Finished>, then: () => void) => {
    setBusy(true)
    setProblem(null)
    try {
      const outcome = await action()
      if (outcome === 'done') then()
      else if (outcome === 'view-changed') {
        setEarlier(seen)
        setSeen(pack.view())
        setStage('changed')
      } else setProblem(typeof outcome === 'string' ? words(outcome) : outcome.message)
    } catch (thrown) {
      onLinkDied(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const leave = (to: Stage) => {
    setProblem(null)
    setBefore(stage)
    setStage(to)
  }
  const review = () => {
    setProblem(null)
    setSeen(pack.view())
    setStage('review')
  }
  const later = () =>
    void run(
      () => postpone(pack, session),
      () => {
        putAside(by, !session.in_person)
        leave('later')
      },
    )
  const resume = () => {
    takeUp(by)
    setStage(before)
  }
  const finish = () =>
    void run(
      () => end.finish(seen),
      () => setStage('signed'),
    )

  if (me?.status === 'complete' || stage === 'signed')
    return (
      <DoneCard
        view={view}
        sender={session.sender_name}
        inPerson={session.in_person}
        justSigned={stage === 'signed'}
        download={(file, filename) => void downloadFile(file, filename)}
      />
    )
  if (me?.status === 'rejected' || stage === 'declined') return <RejectedCard sender={session.sender_name} />
  if (stage === 'later') return <LaterCard onResume={session.in_person ? null : resume} />
  return (
    <div className={classes.screen}>
      <Head
        name={name}
        workspace={session.workspace_name}
        inPerson={session.in_person}
        saved={{ waiting: store.saved.waiting, offline: store.saved.state === 'offline' }}
        showActions={stage === 'filling' || stage === 'review' || stage === 'changed'}
        onLater={later}
        onDecline={() => leave('declining')}
      />
      {stage === 'consent' && (
        <ConsentCard
          session={session}
          signer={disclosed(me?.name ?? '', '')}
          document={name}
          message={disclosed(view.settings.message, '')}
          fields={steps.length}
          pages={view.documents.reduce((sum, each) => sum + each.pages.length, 0)}
          busy={busy}
          onBegin={() =>
            void run(
              () => giveConsent(session),
              () => (steps.length === 0 ? review() : setStage('filling')),
            )
          }
          onDecline={() => leave('declining')}
        />
      )}
      {stage === 'filling' && (
        <Filling
          pack={pack}
          view={view}
          session={session}
          steps={steps}
          current={Math.min(current, Math.max(0, steps.length - 1))}
          passed={passed.current}
          onCurrent={setCurrent}
          onReview={review}
          onLater={later}
          onDecline={() => leave('declining')}
        />
      )}
      {stage === 'review' && (
        <ReviewCard
          view={view}
          signatory={by}
          steps={steps}
          busy={busy}
          problem={problem}
          onRead={() => setStage('filling')}
          onChange={(at) => {
            setCurrent(at)
            setProblem(null)
            setStage('filling')
          }}
          onFinish={finish}
        />
      )}
      {stage === 'changed' && (
        <Changed
          pack={pack}
          view={view}
          earlier={earlier}
          session={session}
          steps={steps}
          busy={busy}
          problem={problem}
          onReview={review}
          onFinish={finish}
        />
      )}
      {stage === 'declining' && (
        <DeclineCard
          sender={session.sender_name}
          busy={busy}
          onDecline={(reason) =>
            void run(
              () => end.decline(reason),
              () => setStage('declined'),
            )
          }
          onCancel={() => setStage(before)}
        />
      )}
      <LeaveReminder active={!ended} />
      {problem && stage !== 'review' && stage !== 'changed' && (
        <p className={classes.toast} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const whole = (view: PackState) => view
