import { useEffect, useMemo, useRef, useState } from 'react'
import { hasForm, type PackState } from '#domain/pack'
import { type Ended, LOGGED_OUT, type Loss, usePack, wipeOutbox } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { tabMemory } from '../../ui/index.ts'
import { endings, giveConsent, postpone } from './actions.ts'
import { connect, principalOf } from './connect.ts'
import { forgetDocument, hideLink, resumeLink } from './hidden-link.tsx'
import { type Pending, pendingRequests } from './pending.ts'
import { hasConsented, type OpenedSession, type ProblemCode, problemOf, problemOfCode } from './session.ts'
import type { Finished } from './status-update.ts'
import { signerOf, stepsOf } from './steps.ts'
import { lossWords } from './words.ts'

export type Stage = 'consent' | 'reading' | 'filling' | 'review' | 'changed' | 'declining' | 'later' | 'signed' | 'declined'

/** A change that is gone again: what is said, and the field to go to. */
export interface Lost {
  readonly text: string
  readonly field: string | null
}

export interface Around {
  /** The part for signers who have consented; rejects where it cannot be had. */
  readonly loadNext: () => Promise<unknown>
  onLinkDied(code: ProblemCode): void
  onReopen(): void
}

/** Where a signer is between consent and the end, and what leads on from there. */
export function useCeremony(session: OpenedSession, { loadNext, onLinkDied, onReopen }: Around) {
  const words = useWords('signing')
  const by = session.signatory_uuid
  const [problem, setProblem] = useState<string | null>(null)
  const [lost, setLost] = useState<Lost | null>(null)
  const [busy, setBusy] = useState(false)
  /** Other requests for a signer who continued later. */
  const [pending, setPending] = useState<Pending>([])
  /** Set from outside, and looked up then. */
  const now = useRef({ busy: false, ended: false })
  const listeners = useRef({ lost: (_: Loss) => {}, ended: (_: Ended) => {} })
  const pack = useMemo(
    () =>
      connect(
        session,
        (loss) => listeners.current.lost(loss),
        (ended) => listeners.current.ended(ended),
      ),
    [session],
  )
  useEffect(() => () => pack.close(), [pack])
  const end = useMemo(() => endings(pack, session), [pack, session])
  const view = usePack(pack, whole)
  const me = signerOf(view, by)
  const steps = stepsOf(view, by)
  const [stage, setStage] = useState<Stage>(hasConsented(session) ? 'filling' : 'consent')
  const [before, setBefore] = useState<Stage>('filling')
  /** Where the signer is: fields before it may come and go by conditions. Without the wizard nothing is chosen for them. */
  const [at, setAt] = useState<{ readonly index: number; readonly field: string | undefined }>(() => {
    if (!view.settings.wizard) return { index: NO_FIELD, field: undefined }
    const first = Math.max(
      0,
      steps.findIndex((field) => field.value === null),
    )
    return { index: first, field: steps[first]?.key }
  })
  const found = steps.findIndex(({ key }) => key === at.field)
  const current = found >= 0 ? found : Math.min(at.index, Math.max(0, steps.length - 1))
  const setCurrent = (index: number) => setAt({ index, field: stepsOf(pack.view(), by)[index]?.key })
  /** Optional fields that the signer has gone past: they are not asked for again. */
  const passed = useRef(new Set<string>())
  /** What the signer has looked at, since they came to the last step: what they sign. */
  const [seen, setSeen] = useState<PackState>(view)
  /** The pages alone, where a phone has room for nothing else. */
  const [reading, setReading] = useState(false)
  /** Kept through reloads; null: as the document is always used. */
  const remembered = `paraph.shown-as.${session.document_key}`
  const [chosen, setChosen] = useState(() => tabMemory.read(remembered))
  const [changedOver, setChangedOver] = useState(false)
  const isForm = hasForm(view) && (chosen === null ? view.settings.alwaysFormView === true : chosen === 'form')
  const [earlier, setEarlier] = useState<PackState>(view)
  const left = stage === 'later' || stage === 'signed' || stage === 'declined'
  /** The link answers nothing more. */
  const linkOver = me?.status !== 'awaiting_signatures' || stage === 'signed' || stage === 'declined'
  const ended = linkOver || stage === 'later'
  // By the signer. For a signer who was removed from the document, or lost it, the end of the link says so.
  now.current = { busy, ended: left || me?.status === 'complete' || me?.status === 'rejected' }
  listeners.current = {
    lost: (loss) => setLost({ text: lossWords(loss, pack.view()), field: fieldOf(loss) }),
    ended({ code }) {
      if (now.current.ended) return
      // A signer who signs or declines just now learns it from the answer to that.
      if (now.current.busy) died.current = code
      else leaveBy(code)
    },
  }
  /** The session ended in the middle of an action. */
  const died = useRef<string | null>(null)
  const leaveBy = (code: string) => {
    if (LOGGED_OUT.has(code)) return onReopen()
    if (code !== 'request-expired') forget()
    onLinkDied(problemOfCode(code))
  }
  /** Nothing is left to save: what this browser kept of it goes. */
  const forget = () => void wipeOutbox(principalOf(session))
  const over = () => {
    forget()
    if (session.in_person) forgetDocument(session.document_key)
  }

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
      } else if (outcome === 'unsaved' && died.current !== null) leaveBy(died.current)
      else setProblem(typeof outcome === 'string' ? words(outcome) : outcome.message)
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
    setReading(false)
    setSeen(pack.view())
    setStage('review')
  }
  const goTo = (at: number) => {
    setCurrent(at)
    setProblem(null)
    setReading(false)
    setLost(null)
    setStage('filling')
  }
  return {
    pack,
    view,
    me,
    steps,
    stage,
    problem,
    lost,
    busy,
    ended,
    linkOver,
    earlier,
    pending,
    current,
    setCurrent,
    passed: passed.current,
    goTo,
    review,
    dismissLoss: () => setLost(null),
    reading,
    setReading,
    hasForm: hasForm(view),
    shownAs: isForm ? ('form' as const) : ('pages' as const),
    changedOver,
    showAs(next: 'form' | 'pages') {
      tabMemory.write(remembered, next)
      setReading(false)
      setChangedOver(true)
      setChosen(next)
    },
    read() {
      setReading(true)
      setStage('filling')
    },
    readFirst: () => leave('reading'),
    begin: () =>
      void run(
        async () => {
          const given = await giveConsent(session)
          if (given === 'done') await loadNext()
          return given
        },
        () => (steps.length === 0 ? review() : setStage('filling')),
      ),
    later: () =>
      void run(
        async () => {
          const others = await pendingRequests(session)
          setPending(others)
          return postpone(pack, session, others)
        },
        () => {
          if (session.in_person) over()
          else hideLink(by)
          leave('later')
        },
      ),
    resume() {
      resumeLink(by)
      setStage(before)
    },
    finish: () =>
      void run(
        () => end.finish(seen),
        () => {
          over()
          setStage('signed')
        },
      ),
    mayDecline: () => leave('declining'),
    stay: () => setStage(before),
    decline: (reason: string, document: string | null) => void (document === null ? declineAll(reason) : declineOne(document, reason)),
  }

  function declineOne(document: string, reason: string) {
    const rejected = () => end.rejectDocument(document, reason)
    return run(rejected, () => setStage(before))
  }
  function declineAll(reason: string) {
    return run(
      () => end.decline(reason),
      () => {
        over()
        setStage('declined')
      },
    )
  }
}

/** The step of a signer who has chosen no field. */
export const NO_FIELD = -1

export type CeremonyAt = ReturnType<typeof useCeremony>

const whole = (view: PackState) => view

function fieldOf({ commands }: Loss): string | null {
  const [command] = commands
  return command && 'field' in command ? command.field : null
}
