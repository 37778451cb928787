import { ArrowRight, Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './pending.module.css'
import { isNextSigner, pendingRequests } from './pending.ts'
import type { OpenedSession } from './session.ts'

/** How long it stays once it is known who comes next (D-596), and where that is the same person (D-597). */
const CLOSES_MS = 300
const CLOSES_NEXT_MS = 5_000

interface Props {
  readonly session: OpenedSession
  /** Their way on as the next signer, where this browser may know it. It outlives this. */
  onNext(link: string): void
}

/** Just after signing: finds the next signer, and says so if it is the same person. Closes without a press. */
export function PendingSigner({ session, onNext }: Props) {
  const words = useWords('signing')
  const heading = useId()
  const [next, setNext] = useState<{ readonly link: string | null } | null>(null)
  const [shown, setShown] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a signature
  useEffect(() => {
    let left = false
    let timer = 0
    const closesIn = (ms: number) => {
      timer = window.setTimeout(() => setShown(false), ms)
    }
    isNextSigner(session).then(async (own) => {
      if (left) return
      if (!own) return closesIn(CLOSES_MS)
      const link = (await pendingRequests(session, session.document_key))[0]?.signing_link ?? null
      if (left) return
      setNext({ link })
      if (link !== null) onNext(link)
      closesIn(CLOSES_NEXT_MS)
    })
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [session])
  if (!shown) return null
  return (
    // It stands in nobody's way: what is below can be read and pressed meanwhile.
    <div className={classes.over}>
      <div className={classes.modal} role="dialog" aria-labelledby={heading} data-next={next !== null || undefined}>
        <p id={heading} className={classes.title}>
          <Check size={20} aria-hidden="true" />
          {words(next ? 'pending_next' : 'pending_recorded')}
        </p>
        {next && <p className={classes.lead}>{words(next.link === null ? 'pending_next_by_mail' : 'pending_next_lead')}</p>}
        {next?.link && (
          <a className={classes.go} href={next.link}>
            {words('sign_next_too')}
            <ArrowRight size={18} aria-hidden="true" />
          </a>
        )}
      </div>
    </div>
  )
}
