import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { createPackSession, type PackSession, usePack } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { decline, downloadFile, type Finished, finish, giveConsent, postpone } from './actions.ts'
import { ConsentCard } from './ConsentCard.tsx'
import { DeclineCard } from './DeclineCard.tsx'
import { DoneCard, LaterCard, RejectedCard } from './EndCards.tsx'
import { Filling } from './Filling.tsx'
import { Head } from './Head.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { type OpenedSession, type ProblemCode, problemOf } from './session.ts'
import classes from './signing.module.css'
import { signerOf, stepsOf } from './steps.ts'

type Stage = 'consent' | 'filling' | 'review' | 'declining' | 'later' | 'signed' | 'declined'

interface Props {
  readonly session: OpenedSession
  onLinkDied(code: ProblemCode): void
}

/** From consent to the end, over the signer's own live copy of the pack. */
export function Ceremony({ session, onLinkDied }: Props) {
  const pack = useMemo(() => connect(session), [session])
  useEffect(() => () => pack.close(), [pack])
  const words = useWords('signing')
  const store = useSnapshot(pack.store)
  const view = usePack(pack, whole)
  const me = signerOf(view, session.signatory_uuid)
  const steps = stepsOf(view, session.signatory_uuid)
  const [stage, setStage] = useState<Stage>(me?.consent === session.consent.version ? 'filling' : 'consent')
  const [before, setBefore] = useState<Stage>('filling')
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      steps.findIndex((field) => field.value === null),
    ),
  )
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const name = disclosed(view.name, '')
  const unfinished = me?.status === 'awaiting_signatures'

  useEffect(() => {
    document.title = words('title', { name })
  }, [words, name])
  useLeaveReminder(unfinished && stage !== 'consent' && stage !== 'later', words('leave_reminder'))

  const run = async (action: () => Promise<Finished>, then?: () => void) => {
    setBusy(true)
    setProblem(null)
    try {
      const outcome = await action()
      if (outcome === 'done') then?.()
      else if (outcome === 'view-changed') setProblem(words('changed'))
      else if (outcome === 'unsaved') setProblem(words('unsaved'))
      else setProblem(outcome.message)
    } catch (thrown) {
      onLinkDied(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const leave = (to: Stage) => {
    setBefore(stage)
    setStage(to)
  }

  if (me?.status === 'complete' || stage === 'signed')
    return <DoneCard view={view} sender={session.sender_name} download={(file, filename) => void downloadFile(file, filename)} />
  if (me?.status === 'rejected' || stage === 'declined') return <RejectedCard sender={session.sender_name} />
  if (stage === 'later') return <LaterCard onResume={() => setStage(before)} />
  const head = (
    <Head
      name={name}
      workspace={session.workspace_name}
      saved={{ waiting: store.saved.waiting, offline: store.saved.state === 'offline' }}
      showActions={stage === 'filling' || stage === 'review'}
      onLater={() =>
        void run(
          () => postpone(pack, session),
          () => leave('later'),
        )
      }
      onDecline={() => leave('declining')}
    />
  )
  return (
    <div className={classes.screen}>
      {head}
      {stage === 'consent' && (
        <ConsentCard
          sender={session.sender_name}
          workspace={session.workspace_name}
          document={name}
          message={disclosed(view.settings.message, '')}
          fields={steps.length}
          pages={view.documents.reduce((sum, each) => sum + each.pages.length, 0)}
          consent={session.consent}
          draftsShown={session.drafts_shown_to_team}
          busy={busy}
          onBegin={() =>
            void run(
              () => giveConsent(session),
              () => setStage(steps.length === 0 ? 'review' : 'filling'),
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
          onCurrent={setCurrent}
          onReview={() => setStage('review')}
          onLater={() =>
            void run(
              () => postpone(pack, session),
              () => leave('later'),
            )
          }
          onDecline={() => leave('declining')}
        />
      )}
      {stage === 'review' && (
        <ReviewCard
          steps={steps}
          busy={busy}
          problem={problem}
          onRead={() => setStage('filling')}
          onChange={(at) => {
            setCurrent(at)
            setProblem(null)
            setStage('filling')
          }}
          onFinish={() =>
            void run(
              () => finish(pack, session),
              () => setStage('signed'),
            )
          }
        />
      )}
      {stage === 'declining' && (
        <DeclineCard
          sender={session.sender_name}
          busy={busy}
          onDecline={(reason) =>
            void run(
              () => decline(session, reason),
              () => setStage('declined'),
            )
          }
          onCancel={() => setStage(before)}
        />
      )}
      {problem && stage !== 'review' && (
        <p className={classes.toast} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const whole = (view: PackState) => view

function connect(session: OpenedSession): PackSession {
  return createPackSession({
    documentKey: session.document_key,
    view: session.view as PackState,
    revision: session.revision,
    viewDigest: session.view_digest,
    audience: { signatory: session.signatory_uuid },
    principal: `signatory:${session.signatory_uuid}`,
    sessionToken: session.session_token,
  })
}

/** Browsers show their own words for this; the specification's stand beside the document while it applies. */
function useLeaveReminder(active: boolean, text: string) {
  useEffect(() => {
    if (!active) return
    const remind = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Older browsers show this text; newer ones show their own.
      event.returnValue = text
    }
    window.addEventListener('beforeunload', remind)
    return () => window.removeEventListener('beforeunload', remind)
  }, [active, text])
}
